// PSA as p4c's DPDK back end has it: psa.p4 with meters and counters that take
// the packet's length.

#define _UP4_DPDK_
#include <psa.p4>
