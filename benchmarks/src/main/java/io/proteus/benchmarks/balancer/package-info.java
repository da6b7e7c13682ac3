/** Proteus's placement beside the balancer that HBase ships with. */
@NullMarked
package io.proteus.benchmarks.balancer;

import org.jspecify.annotations.NullMarked;
