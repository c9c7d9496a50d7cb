package main

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"up4/internal/commandline"
	"up4/internal/generator"
)

// settings are the command line.
type settings struct {
	bind, target string
	sizes        string
	rate         float64
	duration     time.Duration
	count        uint64
	flows        int
	dsts         []string
	src          string
	dmac, smac   string
	vport, id    uint16
	gso, gro     string
	receiveOnly  bool
	noHello      bool
	helloTimeout time.Duration
	drain        time.Duration
	rcvbuf       int
	sndbuf       int
	verify       bool
	expectNoLoss bool
	json         bool
}

// defaultDuration ends a sender that was given neither duration nor count.
const defaultDuration = 10 * time.Second

func (s *settings) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVar(&s.bind, "bind", "", "local address and port")
	f.StringVar(&s.target, "target", "", "address and port of the switch")
	f.StringVar(&s.sizes, "frame-size", "64", "length of the inner frames in bytes, or a mix: 64:7,570:4,1460:1")
	f.Float64Var(&s.rate, "rate-pps", 0, "frames a second; 0 is as fast as it goes")
	f.DurationVar(&s.duration, "duration", 0, "how long to send, or to receive; 0 is no limit (default 10s for a sender without --count)")
	f.Uint64Var(&s.count, "count", 0, "how many frames to send, or to receive; 0 is no limit")
	f.IntVar(&s.flows, "flows", 1, "flows, sent in turn")
	f.StringSliceVar(&s.dsts, "dst", []string{"10.0.2.0/24"}, "networks the flows' destinations are spread over")
	f.StringVar(&s.src, "src", "10.0.1.0/24", "network the flows' sources are spread over")
	f.StringVar(&s.dmac, "dmac", "02:00:00:00:00:01", "destination MAC address")
	f.StringVar(&s.smac, "smac", "02:00:00:00:01:01", "source MAC address")
	f.Uint16Var(&s.vport, "vport", 0, "own number of the link, as the switch's peer_vport names it")
	f.Uint16Var(&s.id, "id", 0, "tells this generator's frames from others'; 0 is a random number")
	f.StringVar(&s.gso, "gso", "on", "send trains: on or off")
	f.StringVar(&s.gro, "gro", "on", "receive trains: on or off")
	f.BoolVar(&s.receiveOnly, "receive-only", false, "send nothing")
	f.BoolVar(&s.noHello, "no-hello", false, "do not wait for the switch to answer a greeting")
	f.DurationVar(&s.helloTimeout, "hello-timeout", 2*time.Second, "how long to wait for the switch to answer")
	f.DurationVar(&s.drain, "drain", 300*time.Millisecond, "how long nothing must come in before the end")
	f.IntVar(&s.rcvbuf, "rcvbuf", 4<<20, "receive buffer asked of the kernel, bytes")
	f.IntVar(&s.sndbuf, "sndbuf", 4<<20, "send buffer asked of the kernel, bytes")
	f.BoolVar(&s.verify, "verify", false, "check every byte of what comes in (the UDP checksum inside)")
	f.BoolVar(&s.expectNoLoss, "expect-no-loss", false, "exit 1 if a frame is lost or corrupted, or none comes in")
	f.BoolVarP(&s.json, "json", "j", false, "print one JSON object")
	for _, name := range []string{"gso", "gro"} {
		_ = cmd.RegisterFlagCompletionFunc(name, cobra.FixedCompletions([]string{"on", "off"}, cobra.ShellCompDirectiveNoFileComp))
	}
}

// fromEnvironment sets the flags that the command line has not.
func fromEnvironment(cmd *cobra.Command, getenv func(string) string) (err error) {
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		name := "UP4_PKTGEN_" + strings.ToUpper(strings.ReplaceAll(f.Name, "-", "_"))
		v := getenv(name)
		if v == "" || f.Changed || f.Name == "help" || f.Name == "version" {
			return
		}
		if e := cmd.Flags().Set(f.Name, v); e != nil {
			err = errors.Join(err, commandline.ValueError(name, e))
		}
	})
	return err
}

// config turns the command line into a configuration.
func (s *settings) config(cmd *cobra.Command) (generator.Config, error) {
	cfg := generator.Config{
		Vport: s.vport, ID: s.id, ReceiveOnly: s.receiveOnly, Flows: s.flows, RatePPS: s.rate, Duration: s.duration,
		Count: s.count, Verify: s.verify, SkipHello: s.noHello, HelloTimeout: s.helloTimeout, Drain: s.drain,
		RcvBuf: s.rcvbuf, SndBuf: s.sndbuf,
	}
	if !s.receiveOnly && s.count == 0 && !cmd.Flags().Changed("duration") {
		cfg.Duration = defaultDuration
	}
	return cfg, errors.Join(s.addresses(&cfg), s.traffic(&cfg), s.positive())
}

// positive refuses what the generator would take for its default.
func (s *settings) positive() error {
	for _, f := range []struct {
		name  string
		value int
	}{{"flows", s.flows}, {"rcvbuf", s.rcvbuf}, {"sndbuf", s.sndbuf}} {
		if f.value < 1 {
			return fmt.Errorf("--%s %d: want at least 1", f.name, f.value)
		}
	}
	if s.helloTimeout <= 0 {
		return fmt.Errorf("--hello-timeout %v: want more than 0 (--no-hello does not wait at all)", s.helloTimeout)
	}
	if s.drain <= 0 {
		return fmt.Errorf("--drain %v: want more than 0", s.drain)
	}
	return nil
}

func (s *settings) addresses(cfg *generator.Config) (err error) {
	if s.bind == "" {
		return errors.New("--bind is missing: the local address and port")
	}
	if cfg.Bind, err = netip.ParseAddrPort(s.bind); err != nil {
		return fmt.Errorf("--bind %q: want an address and port such as 127.0.0.1:7500", s.bind)
	}
	if s.target == "" {
		if s.receiveOnly {
			return nil
		}
		return errors.New("--target is missing: the address and port of the switch")
	}
	if cfg.Target, err = netip.ParseAddrPort(s.target); err != nil {
		return fmt.Errorf("--target %q: want an address and port such as 127.0.0.1:7400", s.target)
	}
	return nil
}

func (s *settings) traffic(cfg *generator.Config) (err error) {
	if cfg.Sizes, err = generator.ParseMix(s.sizes); err != nil {
		return fmt.Errorf("--frame-size: %w", err)
	}
	if len(s.dsts) == 0 {
		return errors.New("--dst is empty: want IPv4 networks such as 10.0.2.0/24")
	}
	for _, d := range s.dsts {
		p, err := parsePrefix("--dst", d)
		if err != nil {
			return err
		}
		cfg.Dsts = append(cfg.Dsts, p)
	}
	if cfg.Src, err = parsePrefix("--src", s.src); err != nil {
		return err
	}
	if cfg.DstMAC, err = parseMAC("--dmac", s.dmac); err != nil {
		return err
	}
	if cfg.SrcMAC, err = parseMAC("--smac", s.smac); err != nil {
		return err
	}
	if cfg.GSO, err = parseSwitch("--gso", s.gso); err != nil {
		return err
	}
	cfg.GRO, err = parseSwitch("--gro", s.gro)
	return err
}

// parsePrefix reads an IPv4 network; an address is a network of itself.
func parsePrefix(flag, v string) (netip.Prefix, error) {
	if a, err := netip.ParseAddr(v); err == nil && a.Is4() {
		return netip.PrefixFrom(a, 32), nil
	}
	p, err := netip.ParsePrefix(v)
	if err != nil || !p.Addr().Is4() {
		return p, fmt.Errorf("%s %q: want an IPv4 network such as 10.0.2.0/24", flag, v)
	}
	return p, nil
}

func parseMAC(flag, v string) (mac [6]byte, err error) {
	m, err := net.ParseMAC(v)
	if err != nil || len(m) != 6 {
		return mac, fmt.Errorf("%s %q: want a MAC address such as 02:00:00:00:00:01", flag, v)
	}
	if mac = [6]byte(m); mac == [6]byte{} {
		return mac, fmt.Errorf("%s %q is no station's address", flag, v)
	}
	return mac, nil
}

func parseSwitch(flag, v string) (bool, error) {
	switch v {
	case "on":
		return true, nil
	case "off":
		return false, nil
	}
	return false, fmt.Errorf("%s %q: want on or off", flag, v)
}
