/** What the product's command line consists of. Sees every command, and no package sees it. */
@NullMarked
package io.proteus.app.product;

import org.jspecify.annotations.NullMarked;
