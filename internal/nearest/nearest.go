// Package nearest finds the name somebody probably meant. It knows nothing of
// what the names stand for.
package nearest

import (
	"fmt"
	"strings"
)

// Name is the candidate closest to given, if it is close enough to be a
// slip of the finger: at most a third of the longer name's letters differ, and
// at least one edit is always allowed. Case does not count. Among equals the
// first wins.
func Name(given string, candidates []string) (string, bool) {
	best, bestDist := "", -1
	g := []rune(strings.ToLower(given))
	if len(g) == 0 || len(g) > maxRunes {
		return "", false
	}
	for _, c := range candidates {
		r := []rune(strings.ToLower(c))
		if len(r) > maxRunes {
			continue
		}
		d := distance(g, r)
		if d > max(1, max(len(g), len(r))/3) || d >= min(len(g), len(r)) && d > 0 {
			continue
		}
		if bestDist < 0 || d < bestDist {
			best, bestDist = c, d
		}
	}
	return best, bestDist >= 0
}

// Hint is `; did you mean "name"?`, or, if nothing is close, the candidates
// themselves (`; known are a, b, c`) when there are few of them, or nothing.
func Hint(given string, candidates []string) string {
	if n, ok := Name(given, candidates); ok {
		return fmt.Sprintf("; did you mean %q?", n)
	}
	if len(candidates) > 0 && len(candidates) <= maxListed {
		return "; known are " + strings.Join(candidates, ", ")
	}
	return ""
}

const (
	maxRunes  = 128 // longer input is no typing slip, and the cost is quadratic
	maxListed = 24
)

// distance is the optimal string alignment distance: insertions, deletions,
// substitutions and swaps of neighbours each cost one.
func distance(a, b []rune) int {
	prev2 := make([]int, len(b)+1)
	prev := make([]int, len(b)+1)
	cur := make([]int, len(b)+1)
	for j := range prev {
		prev[j] = j
	}
	for i := 1; i <= len(a); i++ {
		cur[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			cur[j] = min(prev[j]+1, cur[j-1]+1, prev[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				cur[j] = min(cur[j], prev2[j-2]+1)
			}
		}
		prev2, prev, cur = prev, cur, prev2
	}
	return prev[len(b)]
}
