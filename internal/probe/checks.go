package probe

// checks is every question, in the order they are asked and shown.
var checks = []check{
	{name: "udp", run: checkUDP,
		why:    "every virtual port of a switch is a UDP flow",
		advice: "without UDP sockets up4d cannot run: a seccomp or network policy of the container forbids them"},
	{name: "ipv6", run: checkIPv6,
		why:    "needed only where peers are reached over IPv6",
		advice: "bind up4d to IPv4 addresses"},
	{name: "gso", run: checkGSO,
		why:    "sending trains of datagrams in one call (UDP_SEGMENT) makes forwarding about ten times cheaper",
		advice: "up4d sends datagram by datagram here; a kernel from 4.18 on sends trains"},
	{name: "gro", run: checkGRO,
		why:    "receiving trains of datagrams in one message (UDP_GRO) makes forwarding about ten times cheaper",
		advice: "up4d receives datagram by datagram here; a kernel from 5.0 on receives trains"},
	{name: "segments", run: checkSegments,
		why:    "up4 sends trains of at most 64 datagrams",
		advice: "long trains are refused here: run up4d with --gso=off if they are lost"},
	{name: "steering", run: checkSteering,
		why:    "with several shards a program in the kernel gives each flow to one of them (SO_ATTACH_REUSEPORT_CBPF)",
		advice: "run up4d with --steer peer: each peer then belongs to one shard"},
	{name: "mtu", run: checkMTU,
		why:    "a frame and its 40 bytes of headers (60 over IPv6) must fit one packet; a smaller MTU further on shows only once something was sent",
		advice: "check the peer's address and this machine's routes"},
}
