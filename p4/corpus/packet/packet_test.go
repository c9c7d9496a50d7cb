package packet

import (
	"encoding/hex"
	"testing"
)

// The header worked through by hand in RFC 1071's style: 4500 0073 0000 4000
// 4011 b861 c0a8 0001 c0a8 00c7 sums to 2479c without its checksum b861;
// 479c + 2 = 479e, whose complement is b861.
func TestIPv4ByHand(t *testing.T) {
	p := IPv4{Frag: 0x4000, TTL: 64, Protocol: 17,
		Src: [4]byte{192, 168, 0, 1}, Dst: [4]byte{192, 168, 0, 199}, Payload: make([]byte, 95)}
	const want = "45000073000040004011b861c0a80001c0a800c7"
	if got := hex.EncodeToString(p.Bytes()[:20]); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	frame := Ethernet{Dst: MAC{1, 2, 3, 4, 5, 6}, Src: MAC{7, 8, 9, 10, 11, 12}, Type: TypeIPv4, Payload: p.Bytes()}.Bytes()
	if got := hex.EncodeToString(frame[:34]); got != "0102030405060708090a0b0c0800"+want {
		t.Errorf("frame %s", got)
	}
}

func TestWrongFields(t *testing.T) {
	version, ihl, total, sum := byte(6), byte(7), uint16(0x1234), uint16(0xabcd)
	b := IPv4{Version: &version, IHL: &ihl, TotalLen: &total, Checksum: &sum, Options: []byte{1, 1, 1, 1}}.Bytes()
	if got, want := hex.EncodeToString(b), "6700123400000000"+"0000abcd"+"00000000"+"00000000"+"01010101"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
