package model

import (
	"encoding/hex"
	"testing"

	"up4/p4/corpus"
)

func unhex(t *testing.T, s string) []byte {
	t.Helper()
	b, err := corpus.ParseBytes(s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// The header is the one whose checksum b861 is worked out in package packet's
// test. With TTL 63 its fifth word is 3f11 instead of 4011, the sum 469e
// instead of 479e, and the checksum b961.
func TestForwardByHand(t *testing.T) {
	r := New()
	err := r.Apply(corpus.Op{Op: corpus.Insert, Table: "ipv4_lpm", Match: dst("192.168.0.0/24"), Action: "forward",
		Params: map[string]corpus.Value{"port": "1", "dmac": "02:00:00:00:00:02"}})
	if err != nil {
		t.Fatal(err)
	}
	in := unhex(t, "aaaaaaaaaaaa bbbbbbbbbbbb 0800 45000073000040004011b861c0a80001c0a800c7 00*95")
	out, drop := r.Process(0, in)
	if drop != "" || len(out) != 1 || out[0].Port != 1 {
		t.Fatalf("got %v, %q", out, drop)
	}
	const want = "020000000002" + "aaaaaaaaaaaa" + "0800" + "45000073000040003f11b961c0a80001c0a800c7"
	if got := hex.EncodeToString(out[0].Bytes[:34]); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// RFC 1624 section 4: with checksum dd2f, a field changed from 5555 to 3285
// gives 0000 by its equation 3, where RFC 1141's gave ffff. As an IPv4 header:
// TTL and protocol are the only word that l3fwd changes, so the sum of the
// others is set up for the same end: feff must become 0000.
func TestChecksumReachesZero(t *testing.T) {
	r := New()
	if err := r.Apply(forward("0.0.0.0/0", 1)); err != nil {
		t.Fatal(err)
	}
	// 4500 + 001c + 5be3 + 4000 + 2001 = 10100 → 0101, complement fefe; one less
	// in the identification (5be2) gives feff.
	in := unhex(t, "00*12 0800 4500001c 5be24000 2001feff 00000000 00000000 00*8")
	out, drop := r.Process(0, in)
	if drop != "" {
		t.Fatalf("dropped: %s", drop)
	}
	if got := hex.EncodeToString(out[0].Bytes[22:26]); got != "1f010000" {
		t.Errorf("TTL, protocol, checksum: %s, want 1f010000", got)
	}
}

func TestApplyRefuses(t *testing.T) {
	r := New()
	for _, op := range []corpus.Op{
		{Op: corpus.Insert, Table: "nope"},
		insert("10.0.0.1/8", "drop", nil), // host bits
		insert("10.0.0.0/8", "fly", nil),
		insert("10.0.0.0/8", "forward", via(512, "02:00:00:00:00:01")),
		insert("10.0.0.0/8", "forward", via(1, "02")),
		{Op: corpus.Delete, Table: "ipv4_lpm", Match: dst("10.0.0.0/8")},
		{Op: corpus.Default, Table: "ipv4_lpm", Action: "fly"},
	} {
		if err := r.Apply(op); err == nil {
			t.Errorf("%+v accepted", op)
		}
	}
	if _, err := r.Hits("ipv4_lpm", dst("10.0.0.0/8")); err == nil {
		t.Error("hits of no route")
	}
}
