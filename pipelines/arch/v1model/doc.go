// Package v1model is the way of a packet through the v1model architecture, above any
// back end: parser, checksum verification, ingress, replication, egress, checksum
// update, deparser; with clones, resubmission, recirculation and multicast. It follows
// BMv2's simple_switch where programs rely on it (docs/v1model.md).
//
// A back end runs the blocks (Blocks); the control plane's groups and clone sessions
// come from Control. Nothing here knows either.
package v1model
