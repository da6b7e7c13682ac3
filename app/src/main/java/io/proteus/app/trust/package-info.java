/** Commands by which people check Proteus before they trust it, and afterwards. */
@NullMarked
package io.proteus.app.trust;

import org.jspecify.annotations.NullMarked;
