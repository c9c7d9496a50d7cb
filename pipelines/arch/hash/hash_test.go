package hash

import "testing"

// Check values for "123456789" are those of the catalogue of parametrised CRC
// algorithms; the checksum's example is RFC 1071's, the rest by hand.
func TestSums(t *testing.T) {
	check := []byte("123456789")
	for name, tt := range map[string]struct{ got, want uint64 }{
		"CRC-16/ARC":          {CRC16(check), 0xbb3d},
		"CRC-32/ISO-HDLC":     {CRC32(check), 0xcbf43926},
		"CRC-16/IBM-3740":     {CRC{Width: 16, Poly: 0x1021, Init: 0xffff}.Sum(check), 0x29b1},
		"CRC-32/BZIP2":        {CRC{Width: 32, Poly: 0x04c11db7, Init: 0xffffffff, XorOut: 0xffffffff}.Sum(check), 0xfc891918},
		"CRC-64/ECMA-182":     {CRC{Width: 64, Poly: 0x42f0e1eba9ea3693}.Sum(check), 0x6c40df5f0b497347},
		"CRC-8/SMBUS":         {CRC{Width: 8, Poly: 0x07}.Sum(check), 0xf4},
		"nothing, CRC-32":     {CRC32(nil), 0},
		"RFC 1071":            {Csum16([]byte{0x00, 0x01, 0xf2, 0x03, 0xf4, 0xf5, 0xf6, 0xf7}), 0xffff - 0xddf2},
		"csum16, odd":         {Csum16([]byte{0x12, 0x34, 0x56}), 0xffff - 0x6834},
		"csum16, two carries": {Csum16([]byte{0xff, 0xff, 0xff, 0xff, 0x00, 0x01}), 0xfffe},
		"xor16":               {Xor16([]byte{0x12, 0x34, 0xff, 0x00, 0x0f}), 0xe234 ^ 0x0034 ^ 0x0034},
		"identity, 3 bytes":   {Identity([]byte{1, 2, 3}), 0x010203},
		"identity, 9 bytes":   {Identity([]byte{1, 2, 3, 4, 5, 6, 7, 8, 9}), 0x0102030405060708},
	} {
		if tt.got != tt.want {
			t.Errorf("%s: %#x, want %#x", name, tt.got, tt.want)
		}
	}
}

// The first two are of lookup3.c's own comments; the others are of that algorithm
// written down in another language.
func TestLookup3(t *testing.T) {
	for text, want := range map[string]uint32{
		"Four score and seven years ago": 0x17770551, "": 0xdeadbeef, "abcdefghijkl": 0x4012f87b, "abcdefghijklm": 0x928128f9,
	} {
		if got := Lookup3([]byte(text)); got != want {
			t.Errorf("%q: %#x, want %#x", text, got, want)
		}
	}
}
