package generator

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"net/netip"
	"time"

	"up4/io/overlay"
)

// ErrConfig marks a configuration that makes no sense, as opposed to one that
// cannot be had here.
var ErrConfig = errors.New("bad configuration")

// MaxFlows is the most flows of one generator.
const MaxFlows = 1 << 16

// Config is one peer of a switch. Zero values mean what the comments say; New
// refuses what makes no sense.
type Config struct {
	Bind   netip.AddrPort // local address; port 0 takes any
	Target netip.AddrPort // the switch. Only a receiver may leave it out: then it takes from all
	Vport  uint16         // our number for the link, in the overlay header
	ID     uint16         // tells this generator's frames from others'; 0: random
	// Incarnation, 0–3, tells the switch a restart from a loss. Nil takes another
	// one than this process's peer before had, the first at random.
	Incarnation *uint8

	ReceiveOnly bool

	Flows   int     // 5-tuples, sent in turn; 0: 1
	Sizes   Mix     // lengths of inner frames; none: 64
	RatePPS float64 // frames a second; 0: as fast as it goes
	// Duration and Count end the sending (or a receiver's waiting); with neither,
	// only the context does. Count is frames handed to the kernel, refused ones
	// included; for a receiver, good frames.
	Duration time.Duration
	Count    uint64

	Dsts   []netip.Prefix // flows spread over these; none: 10.0.2.0/24
	Src    netip.Prefix   // zero: 10.0.1.0/24
	DstMAC [6]byte        // zero: 02:00:00:00:00:01
	SrcMAC [6]byte        // zero: 02:00:00:00:01:01

	GSO, GRO bool // send and receive trains
	Verify   bool // check the UDP checksum of what comes in, so the padding as well

	SkipHello    bool          // send without having heard of the switch
	HelloTimeout time.Duration // 0: 2 s
	// Drain is how long nothing must come in before a run ends; 0: 300 ms.
	// DrainMax bounds the wait where frames keep coming; 0: 10 s.
	Drain, DrainMax time.Duration

	RcvBuf, SndBuf int // bytes asked of the kernel, which may grant less; 0: 4 MiB
}

// withDefaults is the configuration with defaults filled in, or what is wrong
// with it.
func (c Config) withDefaults() (Config, error) {
	if c.ID == 0 {
		c.ID = uint16(1 + rand.N(math.MaxUint16))
	}
	def(&c.Flows, 1)
	def(&c.HelloTimeout, 2*time.Second)
	def(&c.Drain, 300*time.Millisecond)
	def(&c.DrainMax, 10*time.Second)
	def(&c.RcvBuf, 4<<20)
	def(&c.SndBuf, 4<<20)
	def(&c.Src, netip.MustParsePrefix("10.0.1.0/24"))
	def(&c.DstMAC, [6]byte{2, 0, 0, 0, 0, 1})
	def(&c.SrcMAC, [6]byte{2, 0, 0, 0, 1, 1})
	if len(c.Sizes) == 0 {
		c.Sizes = Mix{{Bytes: MinFrame, Weight: 1}}
	}
	if len(c.Dsts) == 0 {
		c.Dsts = []netip.Prefix{netip.MustParsePrefix("10.0.2.0/24")}
	}
	c.Bind = netip.AddrPortFrom(c.Bind.Addr().Unmap(), c.Bind.Port())
	c.Target = netip.AddrPortFrom(c.Target.Addr().Unmap(), c.Target.Port())
	for _, err := range []error{c.checkAddresses(), c.checkTraffic()} {
		if err != nil {
			return c, fmt.Errorf("%w: %w", ErrConfig, err)
		}
	}
	return c, nil
}

func def[T comparable](v *T, to T) {
	var zero T
	if *v == zero {
		*v = to
	}
}

func (c *Config) checkAddresses() error {
	target := c.Target.Addr()
	switch {
	case !c.Bind.Addr().IsValid():
		return errors.New("no address to bind to")
	case !target.IsValid():
		if !c.ReceiveOnly {
			return errors.New("no target")
		}
		return nil
	case c.Target.Port() == 0:
		return fmt.Errorf("target %v has no port", c.Target)
	case target.IsUnspecified() || target.IsMulticast():
		return fmt.Errorf("target %v is not the address of one switch", c.Target)
	case c.Bind.Addr().Is4() != target.Is4():
		return fmt.Errorf("bind address %v and target %v are of different IP versions", c.Bind, c.Target)
	case c.Bind == c.Target, c.Bind.Port() == c.Target.Port() && c.Bind.Addr().IsUnspecified() && target.IsLoopback():
		return fmt.Errorf("target %v is this generator's own address: want the switch's", c.Target)
	}
	return nil
}

func (c *Config) checkTraffic() error {
	if c.Incarnation != nil && *c.Incarnation > 3 {
		return fmt.Errorf("incarnation %d: want 0 to 3", *c.Incarnation)
	}
	if c.Vport > overlay.MaxVport {
		return fmt.Errorf("vport %d: at most %d", c.Vport, overlay.MaxVport)
	}
	if c.Flows < 1 || c.Flows > MaxFlows {
		return fmt.Errorf("%d flows: want 1 to %d", c.Flows, MaxFlows)
	}
	if err := c.Sizes.check(); err != nil {
		return err
	}
	if !(c.RatePPS >= 0) || c.RatePPS > 1e9 {
		return fmt.Errorf("rate of %v frames a second: want 0 (no limit) to 1e9", c.RatePPS)
	}
	if c.Duration < 0 || c.HelloTimeout < 0 || c.Drain < 0 || c.DrainMax < 0 {
		return errors.New("a time is negative")
	}
	if c.RcvBuf < 0 || c.SndBuf < 0 {
		return errors.New("a buffer size is negative")
	}
	for _, p := range append([]netip.Prefix{c.Src}, c.Dsts...) {
		if !p.IsValid() || !p.Addr().Is4() {
			return fmt.Errorf("prefix %v: want an IPv4 prefix such as 10.0.2.0/24", p)
		}
	}
	return nil
}
