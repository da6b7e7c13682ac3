/** What Proteus needs from outside: the store, the cloud, the hosts. */
@NullMarked
package io.proteus.core.port;

import org.jspecify.annotations.NullMarked;
