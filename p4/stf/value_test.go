package stf

import (
	"fmt"
	"testing"
)

// TestValue has each form of value as each kind of match takes it.
func TestValue(t *testing.T) {
	parse := func(text string) Value {
		l := &line{text: text}
		v := l.value("a value")
		l.end()
		if l.err != nil {
			t.Fatal(l.err)
		}
		return v
	}
	text := func(err error, format string, args ...any) string {
		if err != nil {
			return err.Error()
		}
		return fmt.Sprintf(format, args...)
	}
	cases := []struct {
		value                                  string
		width                                  int
		exact, ternary, lpm, between, optional string
	}{
		{"10", 8, "10", "10&255", "10/8", "10..10", "10"},
		{"0x100", 8, "0x100 does not fit in 8 bits", "0x100 does not fit in 8 bits", "0x100 does not fit in 8 bits",
			"0x100 does not fit in 8 bits", "0x100 does not fit in 8 bits"},
		{"2", 1, "0x2 does not fit in 1 bit", "0x2 does not fit in 1 bit", "0x2 does not fit in 1 bit", "0x2 does not fit in 1 bit", "0x2 does not fit in 1 bit"},
		{"*", 8, "* is not one value, which this exact match wants", "0&0", "0/0", "0..255", "every"},
		{"0x**", 8, "0x** is not one value, which this exact match wants", "0&0", "0/0", "0..255", "every"},
		// Whole digits stick out of 9 bits.
		{"0x***", 9, "0x*** is not one value, which this exact match wants", "0&0", "0/0", "0..511", "every"},
		{"0x1*", 8, "0x1* is not one value, which this exact match wants", "16&240", "16/4", "16..31",
			"0x1* is neither one value nor every value, and this optional match wants either"},
		// Digits that are not written are zeros which count.
		{"0x1*", 16, "0x1* is not one value, which this exact match wants", "16&65520", "16/12", "16..31",
			"0x1* is neither one value nor every value, and this optional match wants either"},
		{"0b1*1", 3, "0b1*1 is not one value, which this exact match wants", "5&5",
			"0b1*1 is no prefix: its free bits are not the last ones of the key's 3 bits",
			"0b1*1 is no prefix: its free bits are not the last ones of the key's 3 bits",
			"0b1*1 is neither one value nor every value, and this optional match wants either"},
		{"0xff/4", 8, "0xff/4 is not one value, which this exact match wants", "240&240", "240/4", "240..255",
			"0xff/4 is neither one value nor every value, and this optional match wants either"},
		{"0xff/0", 8, "0xff/0 is not one value, which this exact match wants", "0&0", "0/0", "0..255", "every"},
		{"0xff/8", 8, "255", "255&255", "255/8", "255..255", "255"},
		{"0xff/9", 8, "0xff/9 is not one value, which this exact match wants", "the prefix of 0xff/9 is longer than the key's 8 bits",
			"the prefix of 0xff/9 is longer than the key's 8 bits", "the prefix of 0xff/9 is longer than the key's 8 bits",
			"the prefix of 0xff/9 is longer than the key's 8 bits"},
		{"0xff&&&0xf0", 8, "0xff&&&0xf0 is not one value, which this exact match wants", "240&240", "240/4", "240..255",
			"0xff&&&0xf0 is neither one value nor every value, and this optional match wants either"},
		{"1&&&0xff", 8, "1", "1&255", "1/8", "1..1", "1"},
		{"1&&&0x100", 8, "0x1&&&0x100 is not one value, which this exact match wants", "0x100 does not fit in 8 bits", "0x100 does not fit in 8 bits",
			"0x100 does not fit in 8 bits", "0x100 does not fit in 8 bits"},
		{"1..5", 8, "0x1..0x5 is not one value, which this exact match wants", "0x1..0x5 is a range, and this match wants a value and a mask",
			"0x1..0x5 is a range, and this match wants a value and a mask", "1..5", "0x1..0x5 is a range, and this match wants a value and a mask"},
		{"0..255", 8, "0x0..0xff is not one value, which this exact match wants", "0&0", "0/0", "0..255", "every"},
		{"5..5", 8, "5", "5&255", "5/8", "5..5", "5"},
		{"5..256", 8, "0x5..0x100 is not one value, which this exact match wants", "0x5..0x100 is a range, and this match wants a value and a mask",
			"0x5..0x100 is a range, and this match wants a value and a mask", "0x100 does not fit in 8 bits",
			"0x5..0x100 is a range, and this match wants a value and a mask"},
	}
	for _, c := range cases {
		v := parse(c.value)
		check := func(kind, got, want string) {
			if got != want {
				t.Errorf("%s of %d bits, %s: got %s, want %s", c.value, c.width, kind, got, want)
			}
		}
		x, err := v.Exact(c.width)
		check("exact", text(err, "%d", x), c.exact)
		x, mask, err := v.Ternary(c.width)
		check("ternary", text(err, "%d&%d", x, mask), c.ternary)
		x, length, err := v.LPM(c.width)
		check("lpm", text(err, "%d/%d", x, length), c.lpm)
		low, high, err := v.Between(c.width)
		check("range", text(err, "%d..%d", low, high), c.between)
		x, err = v.Optional(c.width)
		got := "every"
		if x != nil || err != nil {
			got = text(err, "%d", x)
		}
		check("optional", got, c.optional)
	}
	for text, in := range map[string][2][]int64{
		"5":          {{5}, {4, 6}},
		"*":          {{0, 1, 1 << 40}, nil},
		"0x1*":       {{0x10, 0x1f}, {0x20, 0x110}},
		"5&&&4":      {{4, 5, 0xff}, {3}},
		"2..4":       {{2, 3, 4}, {1, 5}},
		"0b1*1":      {{5, 7}, {4, 6, 15}},
		"0x25&&&0x0": {{0, 9}, nil},
	} {
		v := parse(text)
		for i, xs := range in {
			for _, x := range xs {
				if v.Matches(n(x)) != (i == 0) {
					t.Errorf("%s matches %d: %t", text, x, i != 0)
				}
			}
		}
	}
}
