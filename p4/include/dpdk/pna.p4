// PNA as p4c's DPDK back end has it: pna.p4 with meters and counters that take
// the packet's length, more hash algorithms and the IPsec accelerator.

#define _UP4_DPDK_
#include <pna.p4>
