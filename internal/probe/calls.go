package probe

import (
	"context"
	"errors"
	"strconv"

	"golang.org/x/sys/unix"
)

func checkIOUring(_ context.Context, k kernel, _ Options) result {
	err := k.ioUring()
	switch {
	case err == nil:
		return ok("a ring was set up and closed")
	case errors.Is(err, unix.ENOSYS):
		return no("this kernel or a seccomp filter does not know it: %v", err)
	case errors.Is(err, unix.EPERM):
		if n, serr := readInt(k, "/proc/sys/kernel/io_uring_disabled"); serr == nil && n > 0 {
			return no("forbidden: kernel.io_uring_disabled is %d", n)
		}
		return no("forbidden, perhaps by a seccomp filter: %v", err)
	case errors.Is(err, unix.ENOMEM):
		return limited("not enough memory may be locked (ulimit -l): %v", err)
	}
	return no("%v", err)
}

// namespaceLimits are settings that forbid namespaces when they hold this value.
var namespaceLimits = []struct {
	path, name string
	value      int64
}{
	{"/proc/sys/user/max_user_namespaces", "user.max_user_namespaces", 0},
	{"/proc/sys/user/max_net_namespaces", "user.max_net_namespaces", 0},
	{"/proc/sys/kernel/unprivileged_userns_clone", "kernel.unprivileged_userns_clone", 0},
	{"/proc/sys/kernel/apparmor_restrict_unprivileged_userns", "kernel.apparmor_restrict_unprivileged_userns", 1},
}

func checkNamespaces(ctx context.Context, k kernel, o Options) result {
	made, err := k.namespaces(ctx, o.Namespaced)
	why := ""
	for _, l := range namespaceLimits {
		if n, err := readInt(k, l.path); err == nil && n == l.value {
			why += "; " + l.name + " is " + strconv.FormatInt(n, 10)
		}
	}
	switch {
	case err == nil && len(o.Namespaced) > 0:
		return ok("made, and a datagram went over their loopback")
	case err == nil:
		return ok("made")
	case made:
		return no("made, but nothing may be done inside: %v%s", err, why)
	}
	return no("not allowed: %v%s", err, why)
}
