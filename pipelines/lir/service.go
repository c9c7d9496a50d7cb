package lir

// Service is something that code asks its host for.
type Service uint8

// Services. Index is that of Call; arguments are words but for those named ptr. An index
// outside an array does nothing and gives 0.
const (
	Count      Service = iota // array Index: cell, bytes of the packet
	Meter                     // array Index: cell, bytes, color before; gives the color
	Read                      // array Index: cell; gives the value, of at most 64 bits
	ReadWide                  // array Index: cell, ptr to which its words go, the least first
	Write                     // array Index: cell, value
	WriteWide                 // array Index: cell, ptr to its words
	Hash                      // algorithm Index of Algorithms: ptr, bytes; gives the hash
	Sum                       // ptr, bytes; gives the sum of RFC 1071, not complemented, of 16 bits
	Random                    // gives 64 random bits
	Now                       // gives the time in ns
	SendDigest                // digest Index: ptr, bytes
	SendLog                   // message Index of Program.Logs: ptr, bytes
	Enter                     // begins an atomic region
	Leave                     // ends it
	TakeHead                  // gives a ptr to a head cell of frame.MaxHead bytes, null if there is none
	MoveBits                  // ptr to, bit there, ptr from, bit there, bits: the first bit is a byte's highest
	DivWide                   // ptr to quotient, ptr x, ptr y, words
	RemWide                   // ptr to remainder, ptr x, ptr y, words
	MulWide                   // ptr to product, ptr x, ptr y, words
	Same                      // ptr, ptr, bytes; gives 1 if they are the same
	ShlWide                   // ptr to result, ptr x, distance, words
	ShrWide                   // ptr to result, ptr x, distance, words
	NumServices
)

// signature is the kinds of a service's arguments and results.
type signature struct {
	name      string
	args, dst string // a letter each: w word, p pointer
	bits      int    // of a word that it gives, at most
}

var signatures = [NumServices]signature{
	Count:      {"count", "www", "", 0},
	Meter:      {"meter", "www", "w", 2},
	Read:       {"read", "w", "w", 64},
	ReadWide:   {"read_wide", "wp", "", 0},
	Write:      {"write", "ww", "", 0},
	WriteWide:  {"write_wide", "wp", "", 0},
	Hash:       {"hash", "pw", "w", 64},
	Sum:        {"sum", "pw", "w", 16},
	Random:     {"random", "", "w", 64},
	Now:        {"now", "", "w", 64},
	SendDigest: {"digest", "pw", "", 0},
	SendLog:    {"log", "pw", "", 0},
	Enter:      {"enter", "", "", 0},
	Leave:      {"leave", "", "", 0},
	TakeHead:   {"take_head", "", "p", 0},
	MoveBits:   {"move_bits", "pwpww", "", 0},
	DivWide:    {"div_wide", "pppw", "", 0},
	RemWide:    {"rem_wide", "pppw", "", 0},
	MulWide:    {"mul_wide", "pppw", "", 0},
	Same:       {"same", "ppw", "w", 1},
	ShlWide:    {"shl_wide", "ppww", "", 0},
	ShrWide:    {"shr_wide", "ppww", "", 0},
}

// String is the service's name, ? of none.
func (s Service) String() string {
	if s >= NumServices {
		return "?"
	}
	return signatures[s].name
}

// Indexed says whether a service is asked of one of several things: whether the index of
// a Call means something.
func (s Service) Indexed() bool {
	switch s {
	case Count, Meter, Read, ReadWide, Write, WriteWide, Hash, SendDigest, SendLog:
		return true
	}
	return false
}

// Changes says whether a service does more than to give a result.
func (s Service) Changes() bool {
	switch s {
	case Read, Hash, Sum, Random, Now, Same:
		return false
	}
	return true
}

// Stores says whether a service writes to memory that code can load from.
func (s Service) Stores() bool {
	switch s {
	case ReadWide, MoveBits, DivWide, RemWide, MulWide, ShlWide, ShrWide:
		return true
	}
	return false
}

// Algorithms are the names of hashes, as v1model and ubpf_model have them.
var Algorithms = []string{"identity", "crc16", "crc16_custom", "crc32", "crc32_custom", "csum16", "xor16", "random", "lookup3"}
