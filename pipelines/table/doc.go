// Package table holds match-action tables as persistent data: copy-on-write
// pages in the arena, linked by offsets under one root, read in place by every
// engine while the control plane builds the next version beside them.
//
// It knows nothing of frames, shards, programs' text or the wire; it does not
// know when a reader has let go of a version (whoever publishes roots does, and
// hands the old version's garbage back).
//
// # Writing
//
// A Store owns a region of the arena. Apply and SetGroup make a new version and
// return its root and the Garbage: what older versions alone lead to. The order
// of things is the caller's:
//
//	c, err := store.Apply(ops)  // all or nothing; the old root stays valid
//	publish(c.Root)             // one atomic store
//	wait for the grace period   // no reader uses an older root any more
//	c.EachHit(zero)             // counters of deleted entries
//	store.Free(c.Garbage)
//
// Each entry counts its hits at an index of its own, from 1 on, that Modify does
// not change; index 0 is for misses. An index is used again only after Free, so
// a replica has Spec.HitSlots counters for a table, more than Spec.Size.
//
// # Reading
//
// An engine opens a View of the published root once a batch, takes its tables
// from it, and looks keys up. A lookup gives a *Record, never nil. Nothing locks
// or allocates.
//
// # Memory
//
// The region is divided in pages of 4,096 bytes, and each page in objects of one
// size: 16, 32, 48, 64, 96, 128, 192, 256, 384, 512, 1024, 2048 or 4096 bytes.
// An object of a published version is never written; an update copies the
// objects on the way from the root to what changes, once a batch. A change in a
// trie of IPv4 routes copies at most four nodes of 1 KiB, and those nodes below
// the prefix in which it shows: many for a short prefix over many routes (4 ms
// for a /4 over 100,000), none for the default route. A change in a hash table
// copies a directory and a bucket; one in a tuple table also the list of masks,
// if masks or their highest priorities change. A batch that changes entries of a
// list table writes the whole list anew.
//
// # Layout
//
// For readers in other languages: BPF and WebAssembly. All numbers are
// little-endian. "off" is a u32, the offset of an object from the arena's base;
// 0 means nothing, except where the text says otherwise. Objects are 8-byte
// aligned, trie nodes, buckets and lines of buckets 64-byte aligned.
//
//	root                              descriptor of a table
//	 0 u32 magic 0x54347075            0 u8  kind: 0 exact, 1 trie, 2 tuple, 3 list
//	 4 u32 number of tables            1 u8  0
//	 8 u64 version, 1 for the first    2 u16 length of a packed key, bytes
//	16 off multicast directory         4 u32 entries
//	20 u32 0                           8 off record of the default action
//	24 off descriptor, one a table    12 off record of a miss
//	                                  16 off trie: root node; list: bounds
//	                                         else: directory
//	                                  20 u32 trie: 32 - width of the key in bits
//	                                         list: number of range fields
//	                                         else: 64 - depth of the directory
//	                                  24 u64 exact: hash of the empty key
//	                                  32 off tuple: first chunk of groups
//	                                         list: first chunk of blocks
//	                                  36 u32 words of 8 bytes in a padded key
//
//	record
//	 0 u16 action   2 u16 prefix length, LPM tables   4 u32 index of the hit counter
//	 8 parameters, packed, zero-padded to 8·n bytes, n ≥ 1
//
// A key is the packed key: each field big-endian in whole bytes, one after the
// other. A padded key has zero bytes behind it up to a multiple of 8; its words
// are little-endian loads of 8 bytes.
//
// Trie: one LPM field of at most 32 bits. A node is 256 × u32, indexed by the
// next 8 bits of the key, left-aligned in 32. A slot is
//
//	0          no prefix: the descriptor's record of a miss
//	off        a record: the answer
//	off | 1    a node: go on with the next 8 bits
//
// The prefix of length 0 is no slot but the record of a miss.
//
// Hash tables (exact and tuple). The hash of a padded key w0 w1 … wn, mod 2^64:
//
//	h = start;  for each w: h = (h ^ w) * 0xbf58476d1ce4e5b9;  h ^= h >> 32
//	h = h * 0x94d049bb133111eb
//
//	directory: 2^depth × u32, 1 ≤ depth ≤ 10, indexed by the first depth bits of h
//	  off | 1    a bucket
//	  off        a second directory of 1,024 × u32, indexed by h >> 44 & 1023
//	bucket: 64 lines; start at line h >> 38 & 63
//	line, 64 bytes
//	   0 u8  tag of slot 0, 0 if the slot is free, else h >> 24 & 0x7f | 0x80
//	   …     … slot 6
//	   7 u8  0: the search ends here; else: it goes on in the next line, mod 64
//	   8 u32 upper half of h   12 off record     slot 0
//	   …                                         … slot 6
//
//	before a record of an exact table       before a record of a tuple table
//	  -8·words  padded key                    -8·words - 8  i32 priority
//	                                          -8·words - 4  u32 number of the mask
//	                                          -8·words      padded key, masked
//
// Equal tags mean little: compare the key, and the number of the mask.
//
// Tuple tables: ternary fields, or LPM over more than one field or 32 bits. All
// masks share one hash table. The groups, one a mask, stand in chunks, in
// falling order of their highest priority:
//
//	chunk                      group, 24 + 8·words bytes
//	 0 u32 groups here          0 i32 highest priority under this mask
//	 4 off next chunk           4 u32 rank: among equal priorities the lower wins
//	 8 u64 0                    8 u64 hash of the empty key
//	16 groups                  16 u32 number of the mask   20 u32 0
//	                           24 padded mask
//
// For each group, look up key AND mask; stop when the best match has a higher
// priority than the next group can have. In LPM tables the priority is the
// prefix length + 1, of several LPM fields the sum of the lengths + 1.
//
// List tables: at least one range field. The entries are rows in blocks, in the order
// in which they win; the first that matches is the answer. Chunks name the blocks in
// their order.
//
//	chunk                 block                 row, 8 + 16·words bytes
//	 0 u32 blocks here     0 u32 rows here       0 off record   4 i32 priority
//	 4 off next chunk      4 u32 0               8 padded key: values; of ranges the
//	 8 u64 0               8 u64 0                 lower bounds
//	16 off block …        16 rows                8 + 8·words padded mask: masks; of
//	                                               ranges the upper bounds
//
//	bounds
//	 0 padded mask of the fields that are no ranges: 0xff in all of their bytes
//	 8·words  for each range field:  u16 byte of the packed key   u16 length in bytes
//
// A row matches if (key XOR the row's key) AND the row's mask AND the mask in bounds
// is zero, and if each range field of the key is between its bounds, both included, as
// an unsigned big-endian number.
//
// Multicast directory: 256 × off, indexed by the upper half of the group id, to
// 256 × off, indexed by the lower half, to
//
//	0 u64 replicas   8 u16 port   10 u16 replication id   12 u16 port   …
package table
