/** Servers of OpenStack: machines that Nova starts and ends (MET-10, MET-15). */
@NullMarked
package io.proteus.cloud.openstack;

import org.jspecify.annotations.NullMarked;
