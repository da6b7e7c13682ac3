/** The one file that configures a cluster, and what it means. */
@NullMarked
package io.proteus.controller.configuration;

import org.jspecify.annotations.NullMarked;
