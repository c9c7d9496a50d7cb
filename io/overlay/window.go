package overlay

// windowBits is how many numbers a window remembers.
const windowBits = 1024

// window remembers which of the last windowBits numbers were received. Number n
// has bit n modulo windowBits; what is further back is forgotten.
type window [windowBits / 64]uint64

func (w *window) at(n uint64) (word *uint64, bit uint64) {
	return &w[n/64%uint64(len(w))], 1 << (n % 64)
}

// has says whether n was received. Precondition: n is one of the last windowBits.
func (w *window) has(n uint64) bool {
	word, bit := w.at(n)
	return *word&bit != 0
}

func (w *window) add(n uint64) {
	word, bit := w.at(n)
	*word |= bit
}

// fill notes the n numbers from from as received, clear as missing.
func (w *window) fill(from, n uint64) {
	w.each(from, n, func(word *uint64, mask uint64) { *word |= mask })
}

func (w *window) clear(from, n uint64) {
	w.each(from, n, func(word *uint64, mask uint64) { *word &^= mask })
}

// each calls do with every word that the n numbers from from touch.
func (w *window) each(from, n uint64, do func(word *uint64, mask uint64)) {
	if n > windowBits {
		from, n = from+n-windowBits, windowBits
	}
	for n > 0 {
		some := min(64-from%64, n)
		word, _ := w.at(from)
		do(word, ^uint64(0)>>(64-some)<<(from%64))
		from, n = from+some, n-some
	}
}
