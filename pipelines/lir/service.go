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
}

var signatures = [NumServices]signature{
	Count:      {"count", "www", ""},
	Meter:      {"meter", "www", "w"},
	Read:       {"read", "w", "w"},
	ReadWide:   {"read_wide", "wp", ""},
	Write:      {"write", "ww", ""},
	WriteWide:  {"write_wide", "wp", ""},
	Hash:       {"hash", "pw", "w"},
	Sum:        {"sum", "pw", "w"},
	Random:     {"random", "", "w"},
	Now:        {"now", "", "w"},
	SendDigest: {"digest", "pw", ""},
	SendLog:    {"log", "pw", ""},
	Enter:      {"enter", "", ""},
	Leave:      {"leave", "", ""},
	TakeHead:   {"take_head", "", "p"},
	MoveBits:   {"move_bits", "pwpww", ""},
	DivWide:    {"div_wide", "pppw", ""},
	RemWide:    {"rem_wide", "pppw", ""},
	MulWide:    {"mul_wide", "pppw", ""},
	Same:       {"same", "ppw", "w"},
	ShlWide:    {"shl_wide", "ppww", ""},
	ShrWide:    {"shr_wide", "ppww", ""},
}

func (s Service) String() string { return signatures[s].name }

// Algorithms are the names of hashes, as v1model and ubpf_model have them.
var Algorithms = []string{"identity", "crc16", "crc16_custom", "crc32", "crc32_custom", "csum16", "xor16", "random", "lookup3"}
