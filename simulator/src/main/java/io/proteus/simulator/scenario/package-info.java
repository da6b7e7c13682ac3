/** What is simulated: cluster, tenants, loads and faults. */
@NullMarked
package io.proteus.simulator.scenario;

import org.jspecify.annotations.NullMarked;
