/** How owners declare their settings: records whose components are keys. */
@NullMarked
package io.proteus.core.setting;

import org.jspecify.annotations.NullMarked;
