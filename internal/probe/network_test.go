package probe

import (
	"maps"
	"net"
	"net/netip"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"up4/runtime/topology"
)

// needTrains skips where the machine itself cannot do what a fake is to take away.
func needTrains(t *testing.T) {
	t.Helper()
	if err := sendTrain(linux{}, 10); err != nil {
		t.Skipf("no trains here: %v", err)
	}
}

type askCase struct {
	what, check string
	f           faked
	o           Options
	status      Status
	value       string // part of it
}

func askAll(t *testing.T, cases []askCase) {
	t.Helper()
	for i := range cases {
		c := &cases[i]
		t.Run(c.check+"/"+c.what, func(t *testing.T) {
			got := ask(t, c.check, &c.f, c.o)
			if got.Status != c.status || !strings.Contains(got.Value, c.value) {
				t.Errorf("%s, %q; want %s, %q", got.Status, got.Value, c.status, c.value)
			}
			if got.Why == "" || (got.Advice == "") != (got.Status == OK) {
				t.Errorf("why %q, advice %q with status %s", got.Why, got.Advice, got.Status)
			}
		})
	}
}

var (
	optGRO       = option{unix.IPPROTO_UDP, unix.UDP_GRO}
	optReuse     = option{unix.SOL_SOCKET, unix.SO_REUSEPORT}
	optRcv       = option{unix.SOL_SOCKET, unix.SO_RCVBUF}
	optRcvForce  = option{unix.SOL_SOCKET, unix.SO_RCVBUFFORCE}
	optBusy      = option{unix.SOL_SOCKET, unix.SO_BUSY_POLL}
	optDiscover4 = option{unix.IPPROTO_IP, unix.IP_MTU_DISCOVER}
	neither      = map[bool]error{true: unix.EPERM, false: unix.EAFNOSUPPORT}
)

func TestSockets(t *testing.T) {
	flip := func(b []byte) []byte { b[len(b)-1] ^= 1; return b }
	askAll(t, []askCase{
		{"no sockets", "udp", faked{noSocket: neither}, Options{}, No, "operation not permitted"},
		{"lost", "udp", faked{lose: true}, Options{}, No, "it never came"},
		{"changed", "udp", faked{alter: flip}, Options{}, No, "changed"},
		{"no reuseport", "udp", faked{refuse: map[option]error{optReuse: unix.ENOPROTOOPT}}, Options{}, No, "SO_REUSEPORT"},
		{"loopback down", "udp", faked{down: true}, Options{}, Unknown, "loopback is down"},
		{"loopback down", "gso", faked{down: true}, Options{}, Unknown, "loopback is down"},
		{"loopback down", "gro", faked{down: true}, Options{}, Unknown, "network is unreachable"},
		{"loopback down", "segments", faked{down: true}, Options{}, Unknown, "loopback is down"},
		{"loopback down", "steering", faked{down: true}, Options{}, Unknown, "loopback is down"},
		{"no IPv6", "ipv6", faked{noSocket: map[bool]error{false: unix.EAFNOSUPPORT}}, Options{}, No, "not supported"},
		{"drops", "meminfo", faked{info: make([]uint32, 9)}, Options{}, OK, "drops"},
		{"old kernel", "meminfo", faked{info: make([]uint32, 8)}, Options{}, No, "8 words"},
		{"unknown option", "meminfo", faked{noInfo: unix.ENOPROTOOPT}, Options{}, No, "protocol not available"},
		{"no sockets", "meminfo", faked{noSocket: neither}, Options{}, Unknown, "not permitted"},
		{"refused", "busy_poll", faked{refuse: map[option]error{optBusy: unix.EPERM}}, Options{}, No, "not permitted"},
		{"ignored", "busy_poll", faked{ignore: map[option]bool{optBusy: true}, values: map[option]int{optBusy: 0}}, Options{}, No, "reads as 0"},
		{"taken", "busy_poll", faked{ignore: map[option]bool{optBusy: true}, values: map[option]int{optBusy: 50}}, Options{}, OK, "50 µs"},
	})
	if exchange(linux{}, loop6) == nil {
		f := &faked{noSocket: map[bool]error{true: unix.EAFNOSUPPORT}}
		for name, want := range map[string]Status{"udp": Limited, "gso": OK, "steering": OK} {
			if got := ask(t, name, f, Options{}); got.Status != want {
				t.Errorf("%s without IPv4: %s, %q", name, got.Status, got.Value)
			}
		}
	}
}

func TestTrains(t *testing.T) {
	needTrains(t)
	flip := func(b []byte) []byte { b[len(b)-1] ^= 1; return b }
	none := func([]byte) int { return 0 }
	resize := func(b []byte) int { // segments of another size
		if len(b) > 0 {
			b[unix.SizeofCmsghdr] ^= 1
		}
		return len(b)
	}
	askAll(t, []askCase{
		{"refused", "gso", faked{noSend: unix.EIO}, Options{}, No, "input/output error"},
		{"lost", "gso", faked{lose: true}, Options{}, No, "datagram 1 of 10: it never came"},
		{"changed", "gso", faked{alter: flip}, Options{}, No, "datagram 10 of 10"},
		{"no sockets", "gso", faked{noSocket: neither}, Options{}, No, "not permitted"},
		{"no option", "gro", faked{refuse: map[option]error{optGRO: unix.ENOPROTOOPT}}, Options{}, No, "UDP_GRO"},
		{"no train", "gro", faked{noSend: unix.EINVAL}, Options{}, Unknown, "no train to try it with"},
		{"no effect", "gro", faked{ignore: map[option]bool{optGRO: true}}, Options{}, Limited, "taken apart"},
		{"no size", "gro", faked{control: none}, Options{}, No, "segments of 0 bytes"},
		{"wrong size", "gro", faked{control: resize}, Options{}, No, "not 400"},
		{"old kernel", "segments", faked{maxBytes: 64 * segmentBytes}, Options{}, OK, "at least 64"},
		{"short", "segments", faked{maxBytes: 20 * segmentBytes}, Options{}, Limited, "not 64"},
		{"none", "segments", faked{noSend: unix.EINVAL}, Options{}, No, "invalid argument"},
	})
}

// TestSegmentControl compares with struct cmsghdr of a 64-bit machine
// (include/linux/socket.h): an 8-byte length, level and type of 4 bytes, the
// 16-bit size, padding to 8 bytes.
func TestSegmentControl(t *testing.T) {
	got := segmentControl(0x0102)
	msgs, err := unix.ParseSocketControlMessage(got)
	if err != nil || len(msgs) != 1 {
		t.Fatalf("%v, %v", msgs, err)
	}
	m := msgs[0]
	// SOL_UDP is 17; UDP_SEGMENT is 103 (include/uapi/linux/udp.h).
	if m.Header.Level != 17 || m.Header.Type != 103 || len(m.Data) < 2 {
		t.Errorf("%+v", m)
	}
	if unix.SizeofCmsghdr == 16 && (len(got) != 24 || m.Header.Len != 18) {
		t.Errorf("%d bytes that say %d, want 24 and 18", len(got), m.Header.Len)
	}
}

func TestSteering(t *testing.T) {
	if r := ask(t, "steering", &faked{}, Options{}); r.Status != OK {
		t.Skipf("no steering here: %s", r.Value)
	}
	first := []unix.SockFilter{{Code: unix.BPF_RET | unix.BPF_K, K: 0}}
	askAll(t, []askCase{
		{"refused", "steering", faked{noAttach: unix.EPERM}, Options{}, No, "attach the program: operation not permitted"},
		{"ignored", "steering", faked{program: []unix.SockFilter{}}, Options{}, No, "went to another socket"},
		// Of buckets 0–63, 22 are 0 mod 3.
		{"all to the first", "steering", faked{program: first}, Options{}, No, "42 of 64"},
		{"two of three", "steering", faked{program: steering(2)}, Options{}, No, "went to another socket"},
		{"no reuseport", "steering", faked{refuse: map[option]error{optReuse: unix.ENOPROTOOPT}}, Options{}, No, "SO_REUSEPORT"},
		{"lost", "steering", faked{lose: true}, Options{}, No, "0 of 64 datagrams came"},
		{"cannot receive", "steering", faked{noReceive: unix.EIO}, Options{}, No, "input/output error"},
		{"foreign", "steering", faked{alter: func(b []byte) []byte { return b[:4] }}, Options{}, No, "shorter than the overlay header"},
	})
}

func TestBuffers(t *testing.T) {
	granted := func(doubled int, more ...option) faked {
		f := faked{
			values: map[option]int{optRcv: doubled}, refuse: map[option]error{optRcvForce: unix.EPERM},
			files: map[string]string{"/proc/sys/net/core/rmem_max": "212992\n"},
		}
		for _, o := range more {
			f.refuse[o] = unix.EINVAL
		}
		return f
	}
	hidden := granted(16 << 20)
	hidden.files = map[string]string{}
	askAll(t, []askCase{
		{"all", "rcvbuf", granted(16 << 20), Options{}, OK, "8 MiB granted of 8 MiB"},
		{"clamped", "rcvbuf", granted(425984), Options{}, Limited, "208 KiB granted of 8 MiB, rmem_max 208 KiB"},
		{"refused", "rcvbuf", granted(425984, optRcv), Options{}, No, "set SO_RCVBUF: invalid argument"},
		{"limit hidden", "rcvbuf", hidden, Options{}, OK, "cannot be read"},
		{"no sockets", "sndbuf", faked{noSocket: neither}, Options{}, Unknown, "not permitted"},
	})
	f := granted(425984)
	got := ask(t, "rcvbuf", &f, Options{}).Figures
	if want := (map[string]int64{"asked_bytes": 8388608, "granted_bytes": 212992, "sysctl_bytes": 212992}); !maps.Equal(got, want) {
		t.Errorf("figures %v, want %v", got, want)
	}
}

func TestMTU(t *testing.T) {
	at := func(s string) []netip.Addr { return []netip.Addr{netip.MustParseAddr(s)} }
	names := map[string][]netip.Addr{"six": at("2001:db8::7"), "mapped": at("::ffff:10.1.2.3")}
	peer := func(s string) Options { return Options{Peer: s} }
	askAll(t, []askCase{
		{"Ethernet", "mtu", faked{mtu: 1500}, peer("10.0.0.1"), OK, "1500 bytes to 10.0.0.1: frames of at most 1460"},
		{"Ethernet, IPv6", "mtu", faked{mtu: 1500}, peer("[2001:db8::1]:9"), OK, "1500 bytes to 2001:db8::1: frames of at most 1440"},
		{"jumbo", "mtu", faked{mtu: 9000}, peer("10.0.0.1:1"), OK, "frames of at most 8960"},
		{"tunnel", "mtu", faked{mtu: 1400}, peer("10.0.0.1"), Limited, "frames of at most 1360"},
		{"tunnel, IPv6", "mtu", faked{mtu: 1480, names: names}, peer("six"), Limited, "frames of at most 1420"},
		{"name of an IPv4 address", "mtu", faked{mtu: 1500, names: names}, peer("mapped"), OK, "to 10.1.2.3: frames of at most 1460"},
		{"smallest frame", "mtu", faked{mtu: 100}, peer("10.0.0.1"), Limited, "frames of at most 60"},
		{"too small", "mtu", faked{mtu: 99}, peer("10.0.0.1"), No, "too little"},
		{"longest train", "mtu", faked{mtu: 65535}, peer("10.0.0.1"), OK, "frames of at most 65481"},
		{"no route", "mtu", faked{noRoute: unix.ENETUNREACH}, peer("10.0.0.1"), No, "no route to 10.0.0.1: network is unreachable"},
		{"no discovery", "mtu", faked{refuse: map[option]error{optDiscover4: unix.ENOPROTOOPT}}, peer("10.0.0.1"), No, "path MTU discovery"},
		{"no such name", "mtu", faked{}, peer("nowhere"), Unknown, "no such host"},
		{"no sockets", "mtu", faked{noSocket: neither}, Options{}, No, "not permitted"},
	})
}

func TestMTUOfLoopback(t *testing.T) {
	lo, err := net.InterfaceByName("lo")
	if err != nil {
		t.Skipf("no interface lo: %v", err)
	}
	n, err := pathMTU(linux{}, netip.AddrPortFrom(loop4, 9))
	if err != nil {
		t.Fatal(err)
	}
	// No IPv4 packet is longer than 65,535 bytes (RFC 791, 3.1).
	if want := min(lo.MTU, 65535); n != want {
		t.Errorf("%d bytes, but lo has %d", n, want)
	}
}

func TestSplitPeer(t *testing.T) {
	for _, c := range []struct {
		in, name string
		port     uint16
	}{
		{"10.0.0.1", "10.0.0.1", 7400},
		{"10.0.0.1:53", "10.0.0.1", 53},
		{"::1", "::1", 7400},
		{"[::1]", "::1", 7400},
		{"[fe80::1%eth0]:65535", "fe80::1%eth0", 65535},
		{"node-7.example", "node-7.example", 7400},
		{"node-7:80", "node-7", 80},
	} {
		name, port, err := splitPeer(c.in)
		if err != nil || name != c.name || port != c.port {
			t.Errorf("%q: %q, %d, %v", c.in, name, port, err)
		}
	}
	for _, bad := range []string{"", ":7400", "a:", "a:0", "a:65536", "a:-1", "a:x", "a:b:c", "[::1", "a b", "http://a", "\n"} {
		if err := CheckPeer(bad); err == nil {
			t.Errorf("%q was taken", bad)
		}
	}
}

// TestLimitsAreTheSwitchs: what the switch is configured by is what is told here.
func TestLimitsAreTheSwitchs(t *testing.T) {
	if maxFrame != topology.MaxMTU || maxShards != topology.MaxShards || minFrame != topology.MinMTU {
		t.Errorf("frames of %d to %d bytes and %d shards; the switch has %d to %d and %d",
			minFrame, maxFrame, maxShards, topology.MinMTU, topology.MaxMTU, topology.MaxShards)
	}
	for _, k := range topology.NodeKeys() {
		if (k.Name == "rcvbuf" || k.Name == "sndbuf") && k.Default != "8388608" || asked != 8388608 {
			t.Errorf("%s: %d bytes asked for, the switch asks for %s", k.Name, asked, k.Default)
		}
	}
}
