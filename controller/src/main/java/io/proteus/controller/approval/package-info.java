/** Whether a decision is acted on: by itself, after a person's approval, or not at all. */
@NullMarked
package io.proteus.controller.approval;

import org.jspecify.annotations.NullMarked;
