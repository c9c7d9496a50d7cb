package rig

import (
	"errors"
	"fmt"
	"math"
	"math/big"

	"up4/io/frame"
	"up4/p4/stf"
	"up4/pipelines"
	"up4/pipelines/table"
)

// SetMulticast makes a multicast group.
func (d *Device) SetMulticast(group uint32, replicas []stf.Replica) error {
	if group > 0xffff {
		return fmt.Errorf("there is no multicast group %d: they are 1 to 65535", group)
	}
	to := make([]table.Replica, len(replicas))
	for i, r := range replicas {
		if err := checkReplica(r); err != nil {
			return err
		}
		to[i] = table.Replica{Port: uint16(r.Port), RID: uint16(r.RID)}
	}
	return d.SetGroup(uint16(group), to)
}

// checkReplica is an error for a copy that cannot be: CPUPort and DropPort are ports
// too, to which a packet may go.
func checkReplica(r stf.Replica) error {
	if r.Port > frame.DropPort || r.RID > math.MaxUint16 {
		return fmt.Errorf("a copy to port %d with replication id %d: ports are 0 to %d, replication ids 0 to %d", r.Port, r.RID, frame.DropPort, math.MaxUint16)
	}
	return nil
}

func (d *Device) sessions() (int, error) {
	for i, t := range d.program.Tables {
		if t.Is == pipelines.Sessions {
			return i, nil
		}
	}
	return 0, errors.New("the architecture has no clone sessions")
}

// SetSession makes a clone session, or changes it.
func (d *Device) SetSession(session uint32, to stf.Session) error {
	t, err := d.sessions()
	if err != nil {
		return err
	}
	if session > 0xffff {
		return fmt.Errorf("there is no clone session %d: they are 0 to 65535", session)
	}
	if len(to.Replicas) >= len(d.program.Tables[t].Actions) {
		return fmt.Errorf("a clone session has at most %d replicas", len(d.program.Tables[t].Actions)-1)
	}
	if to.Length > math.MaxUint16 {
		return fmt.Errorf("a clone session cuts to %d bytes at most", math.MaxUint16)
	}
	e := table.Entry{Key: packed(big.NewInt(int64(session)), 16), Action: uint16(len(to.Replicas)), Data: packed(big.NewInt(int64(to.Length)), 16)}
	for _, r := range to.Replicas {
		if err := checkReplica(r); err != nil {
			return err
		}
		e.Data = append(e.Data, byte(r.Port>>8), byte(r.Port), byte(r.RID>>8), byte(r.RID))
	}
	kind := table.Insert
	if there, _ := d.HasSession(session); there {
		kind = table.Modify
	}
	return d.Apply([]table.Op{{Kind: kind, Table: t, Entry: e}})
}

// DeleteSession removes a clone session.
func (d *Device) DeleteSession(session uint32) error {
	t, err := d.sessions()
	if err != nil {
		return err
	}
	return d.Apply([]table.Op{{Kind: table.Delete, Table: t, Entry: table.Entry{Key: packed(big.NewInt(int64(session)), 16)}}})
}

// HasSession says whether a clone session is there.
func (d *Device) HasSession(session uint32) (bool, error) {
	t, err := d.sessions()
	if err != nil {
		return false, err
	}
	key := string(packed(big.NewInt(int64(session)), 16))
	for _, e := range d.Entries(t) {
		if string(e.Key) == key {
			return true, nil
		}
	}
	return false, nil
}
