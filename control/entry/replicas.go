package entry

import (
	"encoding/binary"
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"up4/control/api"
	"up4/io/frame"
	"up4/pipelines"
	"up4/pipelines/table"
)

// Numbers that entries of groups, members and clone sessions have: whole and unsigned.
var (
	memberNumber = typed{pipelines.Number, 32}
	rid          = typed{pipelines.Number, 16}
	egress       = typed{pipelines.Port, 9}
	groupNumber  = typed{pipelines.Number, 16}
)

// lengthBytes is what stands before the replicas of a clone session.
const lengthBytes = 2

func decimal(b []byte) *api.Value {
	v := api.Value(new(big.Int).SetBytes(b).String())
	return &v
}

// setMembers is what a group consists of.
func (d *draft) setMembers(words []string) *fault {
	if most := len(d.l.Actions) - 1; len(words) > most {
		return faultf(api.BadEntry, "members", "a group has at most %d members, got %d", most, len(words))
	}
	d.e.Action, d.e.Data = uint16(len(words)), []byte{}
	for _, w := range words {
		b, err := memberNumber.parse(w)
		if err != nil {
			return faultf(api.BadValue, "members", "member: %v", err)
		}
		d.e.Data = append(d.e.Data, b...)
	}
	return nil
}

// members is setMembers back.
func members(e table.Entry) ([]api.Value, error) {
	if len(e.Data) != 4*int(e.Action) {
		return nil, fmt.Errorf("a group of %d members in %d bytes", e.Action, len(e.Data))
	}
	out := []api.Value{}
	for at := 0; at < len(e.Data); at += 4 {
		out = append(out, *decimal(e.Data[at : at+4]))
	}
	return out, nil
}

// setReplicas is what copies a clone session makes.
func (d *draft) setReplicas(words []string) *fault {
	length := ""
	var list []api.Replica
	for _, w := range words {
		if n, ok := strings.CutPrefix(w, "length="); ok {
			if length != "" {
				return faultf(api.BadEntry, "length", "length is given twice")
			}
			length = n
			continue
		}
		list = append(list, splitReplica(w))
	}
	return d.setSession(list, length)
}

// splitReplica is port[:id].
func splitReplica(word string) api.Replica {
	port, id, _ := strings.Cut(word, ":")
	return api.Replica{Port: api.Value(port), RID: api.Value(id)}
}

func (d *draft) setSession(list []api.Replica, length string) *fault {
	most := len(d.l.Actions) - 1
	switch {
	case len(list) == 0:
		return faultf(api.MissingParam, "", "a clone session needs the ports that copies go to, such as 4, or 4:1 for a copy with replication id 1")
	case len(list) > most:
		return faultf(api.BadEntry, "replicas", "a clone session has at most %d replicas, got %d", most, len(list))
	}
	n := uint64(0)
	if length != "" {
		var err error
		if n, err = strconv.ParseUint(length, 10, 16); err != nil {
			return faultf(api.BadValue, "length", "length: expected the bytes that copies are cut to, up to 65535, or 0 for all, got %s", quote(length))
		}
	}
	data, err := packReplicas(list)
	if err != nil {
		return err
	}
	d.e.Action = uint16(len(list))
	d.e.Data = append(binary.BigEndian.AppendUint16(nil, uint16(n)), data...)
	return nil
}

func packReplicas(list []api.Replica) (data []byte, _ *fault) {
	for _, r := range list {
		port, err := egress.parse(string(r.Port))
		if err != nil || binary.BigEndian.Uint16(port) == frame.DropPort {
			return nil, faultf(api.BadValue, "replicas", "a copy goes to a port: 0 to %d, or cpu, got %s", frame.MaxPort, quote(string(r.Port)))
		}
		id := []byte{0, 0}
		if r.RID != "" {
			if id, err = rid.parse(string(r.RID)); err != nil {
				return nil, faultf(api.BadValue, "replicas", "replication id: %v", err)
			}
		}
		data = append(append(data, port...), id...)
	}
	return data, nil
}

func replicasOf(data []byte) (out []api.Replica, ok bool) {
	list, ok := table.Replicas(data)
	for _, r := range list {
		x := api.Replica{Port: api.Value(egress.print(binary.BigEndian.AppendUint16(nil, r.Port)))}
		if r.RID != 0 {
			x.RID = api.Value(strconv.Itoa(int(r.RID)))
		}
		out = append(out, x)
	}
	return out, ok
}

func replicaPorts(data []byte) (ports []int) {
	list, _ := table.Replicas(data)
	for _, r := range list {
		if r.Port <= frame.MaxPort {
			ports = append(ports, int(r.Port))
		}
	}
	return ports
}

func sessionOf(out *api.Entry, e table.Entry) error {
	ok := len(e.Data) >= lengthBytes
	if ok {
		if n := binary.BigEndian.Uint16(e.Data); n > 0 {
			out.Length = decimal(e.Data[:lengthBytes])
		}
		out.Replicas, ok = replicasOf(e.Data[lengthBytes:])
	}
	if !ok || len(out.Replicas) != int(e.Action) {
		return fmt.Errorf("a clone session of %d replicas in %d bytes", e.Action, len(e.Data))
	}
	return nil
}

// multicast reads a step about a multicast group:
//
//	set    = group { port [ ":" id ] }
//	delete = group
func multicast(op api.Op) (table.Op, *fault) {
	out := table.Op{Kind: table.SetGroup}
	var id string
	var list []api.Replica
	switch e := op.Entry; {
	case op.Table != "":
		return out, faultf(api.BadEntry, "table", "multicast groups have numbers, and no table")
	case op.Kind != api.Set && op.Kind != api.Delete:
		return out, faultf(api.BadRequest, "", "a multicast group is set or deleted, not %s", quote(string(op.Kind)))
	case e != nil:
		if err := only(e, "multicast_group", "replicas"); err != nil {
			return out, err
		}
		id, list = string(*e.MulticastGroup), e.Replicas
	case len(op.Words) == 0:
		return out, faultf(api.MissingKey, "", "a multicast group's number is missing")
	default:
		id = op.Words[0]
		for _, w := range op.Words[1:] {
			list = append(list, splitReplica(w))
		}
	}
	key, err := groupNumber.parse(id)
	switch {
	case err != nil || key[0]|key[1] == 0:
		return out, faultf(api.BadValue, "multicast_group", "expected a multicast group's number, 1 to 65535, got %s", quote(id))
	case op.Kind == api.Delete && op.Entry == nil && len(list) > 0:
		return out, faultf(api.BadEntry, "", "delete takes the group's number and nothing else")
	case op.Kind == api.Set && len(list) == 0:
		return out, faultf(api.MissingParam, "", "a multicast group needs the ports that copies go to, such as 4, or 4:1 for a copy with replication id 1")
	}
	out.Entry.Key = key
	if op.Kind == api.Set {
		var bad *fault
		if out.Entry.Data, bad = packReplicas(list); bad != nil {
			return out, bad
		}
		if len(list) > table.MaxReplicas {
			return out, faultf(api.BadEntry, "replicas", "a multicast group has at most %d replicas, got %d", table.MaxReplicas, len(list))
		}
	}
	return out, nil
}

// FormatGroup is a multicast group as people read it.
func FormatGroup(g table.Group) api.Entry {
	out := api.Entry{MulticastGroup: decimal(binary.BigEndian.AppendUint16(nil, g.ID))}
	var data []byte
	for _, r := range g.Replicas {
		data = table.AppendReplica(data, r)
	}
	out.Replicas, _ = replicasOf(data)
	return out
}
