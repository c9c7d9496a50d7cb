package probe

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// namespaces gives the child's root the caller's identity: without a mapping it
// would lose its capabilities over the new network namespace when it execs. A
// command of no words is one that is not there: the failure to exec it comes
// from inside the namespaces.
func (linux) namespaces(ctx context.Context, command []string) (made bool, err error) {
	tried := len(command) > 0
	if !tried {
		command = []string{"/proc/self/fd/none"}
	}
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	cmd.Env = []string{}
	cmd.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags:  syscall.CLONE_NEWUSER | syscall.CLONE_NEWNET,
		UidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Geteuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getegid(), Size: 1}},
		Pdeathsig:   syscall.SIGKILL,
	}
	cmd.WaitDelay = time.Second
	_, err = cmd.Output()
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit):
		if said := strings.TrimSpace(string(exit.Stderr)); said != "" {
			err = errors.New(said)
		}
		return true, err
	case err != nil && !tried && errors.Is(err, unix.ENOENT):
		return true, nil
	}
	return err == nil, err
}

// Namespaced is what the process in the new namespaces does: it raises the
// loopback interface, which needs a capability there, and uses it. Where that
// interface is up already it touches nothing: the namespace is not a new one.
func Namespaced() error {
	fd, err := unix.Socket(unix.AF_INET, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return fmt.Errorf("open UDP socket: %w", err)
	}
	defer unix.Close(fd)
	ifr, err := unix.NewIfreq("lo")
	if err != nil {
		return err
	}
	if err := unix.IoctlIfreq(fd, unix.SIOCGIFFLAGS, ifr); err != nil {
		return fmt.Errorf("look at the loopback interface: %w", err)
	}
	if ifr.Uint16()&unix.IFF_UP != 0 {
		return errors.New("not in a network namespace of its own")
	}
	ifr.SetUint16(ifr.Uint16() | unix.IFF_UP)
	if err := unix.IoctlIfreq(fd, unix.SIOCSIFFLAGS, ifr); err != nil {
		return fmt.Errorf("raise the loopback interface: %w", err)
	}
	return exchange(linux{}, loop4)
}
