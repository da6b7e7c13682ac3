/**
 * HBase behind core's ports: through its public client, the servlets of its servers, and ZooKeeper.
 *
 * <p>{@link io.proteus.engine.hbase.HBaseTranslation} is the one file that knows both vocabularies.
 */
@NullMarked
package io.proteus.engine.hbase;

import org.jspecify.annotations.NullMarked;
