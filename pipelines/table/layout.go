package table

import "up4/internal/arena"

// The types below are laid over arena memory; doc.go draws them. All numbers
// are little-endian, as on every machine that up4 runs on.

const (
	rootMagic = 0x54347075 // "up4T"

	// nodeSlots is the fan-out of a trie node and of a multicast node.
	nodeSlots = 256
	nodeBytes = nodeSlots * 4

	// tagged marks the offset of a node among leaves, and of a bucket among
	// directories.
	tagged = 1

	// dirBits is the largest number of hash bits that one directory resolves.
	dirBits = 10
	// bucketLines lines of lineSlots entries make a bucket, which fills a page.
	bucketLines = arena.PageSize / 64
	lineSlots   = 7
	bucketSlots = bucketLines * lineSlots
	// splitAt is the number of entries at which a bucket is split: an average of
	// 4.5 a line, of which one line in twelve does not have room for all its own.
	splitAt = bucketLines * 9 / 2

	// Bits of a hash, from the top: first directory, second directory, line,
	// (6 bits that nothing uses), tag.
	lineShift = 64 - 2*dirBits - 6
	tagShift  = 24

	// hashK1 and hashK2 are odd multipliers (those of splitmix64's finaliser).
	hashK1 = 0xbf58476d1ce4e5b9
	hashK2 = 0x94d049bb133111eb

	// MaxReplicas is the largest number of replicas of a multicast group: one
	// for every vport.
	MaxReplicas = 510

	// MaxTables is how many tables one root can name.
	MaxTables = (arena.PageSize - 24) / 4
	// MaxKeyBytes is the longest packed key.
	MaxKeyBytes = 1024
	// MaxDataBytes is the longest packed parameter list of an action.
	MaxDataBytes = 2048
)

// Record is what a lookup gives: the action of an entry, or of a miss. Its data
// follow it: the packed parameters, zero-padded to a multiple of 8 bytes and at
// least 8, so that an 8-byte load of any parameter's word is legal. It is
// 8-byte aligned and never changes while a root that leads to it is in use.
type Record struct {
	Action uint16
	Prefix uint16 // prefix length of an LPM entry, else 0
	Hit    uint32 // index of the hit counter; 0 for a miss
}

const recordBytes = 8

// kind is how a table is searched.
type kind uint8

const (
	kindExact kind = iota // one hash table
	kindTrie              // one LPM field of at most 32 bits, nothing else
	kindTuple             // a hash table searched once per mask
	kindList              // entries compared one after the other
)

// root is the head of a version.
type root struct {
	Magic   uint32
	Tables  uint32
	Version uint64
	Groups  uint32 // multicast directory: a node
	_       uint32
	// Tables offsets of descriptors follow.
}

const rootBytes = 24

// descriptor is the head of one table in one version.
type descriptor struct {
	Kind     kind
	_        uint8
	KeyBytes uint16
	Entries  uint32
	Default  uint32 // record of the default action
	Miss     uint32 // record of a lookup without a match: Default, or the /0 route of a trie
	Top      uint32 // trie: root node; list: bounds; else hash directory
	Shift    uint32 // trie: 32 - width; list: number of range fields; else 64 - directory bits
	Start    uint64 // exact: hash of the empty key
	Groups   uint32 // tuple: first chunk of masks; list: first chunk of blocks
	KeyWords uint32 // 8-byte words of a padded key
}

const descriptorBytes = 40

// chunk is the head of a run of items. They are groupHeads, each with KeyWords words
// of mask, in a tuple table; offsets of blocks in a list table. A block is one more
// chunk, of rowHeads, each with twice KeyWords words.
type chunk struct {
	N    uint32 // items here
	Next uint32 // next chunk, 0 for none
	_    uint64
}

const chunkBytes = 16

// groupHead is one mask of a tuple table. Groups stand in falling order of Max.
type groupHead struct {
	Max   int32  // highest priority among the entries under this mask
	Rank  uint32 // among equal priorities the lower wins
	Start uint64 // hash of the empty key under this mask
	ID    uint32 // of the mask: stands before its records
	_     uint32
}

const groupHeadBytes = 24

// tupleLead stands before the key of a tuple table's entry.
type tupleLead struct {
	Priority int32
	ID       uint32 // of the mask
}

const tupleLeadBytes = 8

// rowHead is one entry of a list table. Key and mask follow, both padded; they
// are the lower and the upper bound in range fields. Rows stand in the order in
// which they win.
type rowHead struct {
	Rec      uint32
	Priority int32
}

const rowHeadBytes = 8

// boundsField is a range field of a list table.
type boundsField struct {
	At    uint16 // byte of the packed key
	Bytes uint16
}

const boundsFieldBytes = 4

// maxRanges is how many range fields a table can have: their descriptions and a mask
// as long as the longest key fit in a page.
const maxRanges = (arena.PageSize - MaxKeyBytes) / boundsFieldBytes

// hashWord adds one word of a key to a hash.
func hashWord(h, w uint64) uint64 {
	h = (h ^ w) * hashK1
	return h ^ h>>32
}

// hashEnd makes the hash that places a key.
func hashEnd(h uint64) uint64 { return h * hashK2 }

// tagOf is a tag: 7 bits of a hash and the top bit, which says "in use".
func tagOf(h uint64) uint8 { return uint8(h>>tagShift) | 0x80 }

// line is one cache line of a bucket. An entry stands in the line that its hash
// names, or in the next one that had room.
type line struct {
	Tags  [lineSlots]uint8 // 0 for a free slot
	Over  uint8            // entries that went past this line for want of room; stays at 255 once there
	Slots [lineSlots]lineSlot
}

type lineSlot struct {
	Hash uint32 // the upper half
	Rec  uint32
}

// pad8 rounds n up to a multiple of 8.
func pad8(n int) int { return (n + 7) &^ 7 }
