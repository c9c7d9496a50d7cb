//go:build null_engine

package registry

import (
	"errors"
	"strings"
	"testing"
)

func TestBackendLacksProgram(t *testing.T) {
	_, err := Load("l2fwd", "null")
	if !errors.Is(err, ErrNotOffered) || !strings.Contains(err.Error(), "null does not run l2fwd; native does") {
		t.Errorf("%v", err)
	}
}
