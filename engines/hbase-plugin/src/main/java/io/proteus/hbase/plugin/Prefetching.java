package io.proteus.hbase.plugin;

import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether this server reads the files of a region into its block cache as soon as it has opened it.
 *
 * <p>HBase looks at {@code hbase.rs.prefetchblocksonopen} (CacheConfig) in the server's own
 * configuration whenever it opens a region's store, and keeps what it found there until it closes
 * it; so what is set here counts from the next region on, and for the files that compactions make
 * of one that was opened so.
 */
final class Prefetching {

  static final String KEY = "hbase.rs.prefetchblocksonopen";

  private static final Logger LOG = LoggerFactory.getLogger(Prefetching.class);

  private final Configuration configuration;
  private final @Nullable String configured;
  private boolean asked;

  /**
   * @param configuration the server's own, not a copy
   */
  Prefetching(Configuration configuration) {
    this.configuration = configuration;
    this.configured = configuration.get(KEY);
  }

  /** Sets it as asked for, or back to what the server was started with. */
  synchronized void ask(boolean wanted) {
    if (wanted == asked) {
      return;
    }
    if (wanted) {
      configuration.setBoolean(KEY, true);
    } else if (configured == null) {
      configuration.unset(KEY);
    } else {
      configuration.set(KEY, configured);
    }
    asked = wanted;
    LOG.info(
        "Regions that are opened from now on are {}",
        wanted ? "read into the block cache" : "cached as this server is configured");
  }
}
