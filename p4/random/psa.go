package random

import "strings"

// PSA makes a program for the Portable Switch Architecture.
func PSA(c *Choice) string {
	g := &gen{c: c}
	g.line("#include <core.p4>")
	g.line("#include <psa.p4>")
	g.declareTypes()
	g.line("struct empty_t {}")
	g.line("struct kept_t { bit<16> a; PortId_t p; }")
	g.function()
	g.line("parser InParse(packet_in packet, out headers_t hdr, inout meta_t meta, in psa_ingress_parser_input_metadata_t istd, in kept_t again, in empty_t back) {")
	g.stateOf("istd.packet_path == PSA_PacketPath_t.RESUBMIT ? again.a : 16w0")
	g.line("parser OutParse(packet_in packet, out headers_t hdr, inout meta_t meta, in psa_egress_parser_input_metadata_t istd, in empty_t n, in kept_t i, in empty_t e) {")
	g.stateOf("istd.packet_path == PSA_PacketPath_t.CLONE_I2E ? i.a : 16w0")
	g.psaControl("MyIngress", "psa_ingress")
	g.psaControl("MyEgress", "psa_egress")
	g.open("control InDeparse(packet_out packet, out kept_t c, out kept_t r, out empty_t n, inout headers_t hdr, in meta_t meta, in psa_ingress_output_metadata_t istd) {")
	g.line("Digest<inner_t>() digest;")
	g.open("apply {")
	g.line("c = { ... };")
	g.line("if (psa_resubmit(istd)) { r = { meta.sum, PSA_PORT_CPU }; } else { r = { a = 1, ... }; }")
	g.line("n = {};")
	g.line("if (psa_clone_i2e(istd)) { c.a = meta.sum; }")
	g.line("digest.pack(meta.inner);")
	g.line("packet.emit(hdr);")
	g.close("}")
	g.close("}")
	g.open("control OutDeparse(packet_out packet, out empty_t c, out empty_t r, inout headers_t hdr, in meta_t meta, in psa_egress_output_metadata_t istd, in psa_egress_deparser_input_metadata_t edstd) {")
	g.line("InternetChecksum() sum;")
	g.open("apply {")
	g.line("c = {}; r = {};")
	g.line("sum.clear(); sum.add({ hdr.val, 8w0, %s }); hdr.val.v = sum.get();", g.constant(bits(24)))
	g.line("sum.subtract({ 16w1 });")
	g.line("packet.emit(hdr);")
	g.close("}")
	g.close("}")
	g.line("IngressPipeline(InParse(), MyIngress(), InDeparse()) ingress;")
	g.line("EgressPipeline(OutParse(), MyEgress(), OutDeparse()) egress;")
	g.line("PSA_Switch(ingress, PacketReplicationEngine(), egress, BufferingQueueingEngine()) main;")
	return g.b.String()
}

// stateOf is the states of a parser of PSA, which saves what it was given.
func (g *gen) stateOf(saved string) {
	g.depth++
	g.open("state start {")
	g.line("meta.sum = %s;", saved)
	g.line("packet.extract(hdr.h0);")
	g.vars, g.place, g.headers = append([]variable{}, g.fields...), inParser, true
	g.budget = 4
	g.statements()
	g.open("transition select(meta.sum, istd.packet_path) {")
	g.line("(1 &&& 3, PSA_PacketPath_t.NORMAL): more;")
	g.line("(_, PSA_PacketPath_t.RECIRCULATE): reject;")
	g.line("default: accept;")
	g.close("}")
	g.close("}")
	g.line("state more { packet.extract(hdr.tags.next); transition accept; }")
	g.close("}")
	g.vars, g.headers = nil, false
}

// psaControl declares ingress or egress.
func (g *gen) psaControl(name, kind string) {
	g.control(name, "(inout headers_t hdr, inout meta_t meta, in "+kind+"_input_metadata_t istd, inout "+kind+"_output_metadata_t ostd)", func() {
		g.vars = append(g.vars, g.fields...)
		g.vars = append(g.vars, variable{"ostd.drop", boolean, true}, variable{"ostd.clone", boolean, true},
			variable{"istd.parser_error", named("error"), false})
		if strings.HasSuffix(kind, "ingress") {
			g.vars = append(g.vars, variable{"ostd.resubmit", boolean, true})
		}
		g.psa = true
	})
	g.psa = false
}

// psaObjects declares objects of PSA.
func (g *gen) psaObjects() {
	g.line("Counter<bit<32>, bit<8>>(8, PSA_CounterType_t.PACKETS) cnt;")
	g.line("Meter<port_id_t>(8, PSA_MeterType_t.BYTES) met;")
	g.line("Register<bit<32>, bit<8>>(16) reg;")
	g.line("Register<bit<16>, PortId_t>(16, 7) first;")
	g.line("Hash<bit<16>>(PSA_HashAlgorithm_t.CRC16) sum;")
	g.line("Random<bit<8>>(3, 3) dice;")
}

// psaExtern calls one.
func (g *gen) psaExtern() {
	i := g.expr(bits(8), 1)
	switch g.c.N(9) {
	case 0:
		g.line("cnt.count(%s);", i)
	case 1:
		g.line("if (met.execute(%s) == PSA_MeterColor_t.RED) { ostd.drop = true; }", g.expr(named("port_id_t"), 1))
	case 2:
		g.line("if (met.execute(%s, PSA_MeterColor_t.GREEN) != PSA_MeterColor_t.RED) { ostd.clone = %s; }", g.expr(named("port_id_t"), 1), g.expr(boolean, 1))
	case 3:
		g.line("reg.write(%s, %s);", i, g.expr(bits(32), 1))
	case 4:
		g.line("meta.sum = (bit<16>)reg.read(%s);", i)
	case 5:
		g.line("meta.sum = first.read(PSA_PORT_CPU);")
	case 6:
		g.line("meta.sum = sum.get_hash({ %s, %s });", g.expr(bits(16), 1), g.expr(bits(32), 1))
	case 7:
		g.line("meta.sum = sum.get_hash(%s, { %s, %s }, %s);", g.constant(bits(16)), i, g.expr(bits(32), 1), g.constant(bits(16)))
	default:
		g.line("meta.inner.a = dice.read();")
	}
}
