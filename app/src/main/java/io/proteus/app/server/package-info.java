/** The daemon's REST interface: answers from what is known, and never waits for the cluster. */
@NullMarked
package io.proteus.app.server;

import org.jspecify.annotations.NullMarked;
