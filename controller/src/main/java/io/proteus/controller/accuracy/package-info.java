/** What was predicted of plans beside what came of them. */
@NullMarked
package io.proteus.controller.accuracy;

import org.jspecify.annotations.NullMarked;
