/**
 * The rules by which HBase is set up for a bulk load (HConfig, PCM-BL), and the tools that hand
 * over finished files.
 */
@NullMarked
package io.proteus.engine.hbase.bulkload;

import org.jspecify.annotations.NullMarked;
