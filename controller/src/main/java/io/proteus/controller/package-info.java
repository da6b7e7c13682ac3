/** The shell around the decisions: watches, decides, acts, again and again. */
@NullMarked
package io.proteus.controller;

import org.jspecify.annotations.NullMarked;
