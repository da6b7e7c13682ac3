package io.proteus.hbase.plugin;

import io.proteus.hbase.plugin.MemorySplitReport.State;
import io.proteus.hbase.plugin.MemorySplitReport.Surroundings;
import java.lang.management.ManagementFactory;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.regionserver.HeapMemoryManager.TunerContext;
import org.apache.hadoop.hbase.regionserver.HeapMemoryManager.TunerResult;
import org.apache.hadoop.hbase.regionserver.HeapMemoryTuner;
import org.apache.hadoop.util.ReflectionUtils;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds a RegionServer's block cache and memstore at the shares that were set for it in ZooKeeper,
 * without a restart; without a target it changes nothing.
 *
 * <p>HBase makes one when the server starts ({@code hbase.regionserver.heapmemory.tuner.class}) and
 * asks it every {@code hbase.regionserver.heapmemory.tuner.period} on a chore thread that it shares
 * with others: so {@link #tune} neither waits nor throws.
 */
public final class PinnedHeapMemoryTuner implements HeapMemoryTuner {

  private static final Logger LOG = LoggerFactory.getLogger(PinnedHeapMemoryTuner.class);

  /**
   * Class of the tuner that works where no target is set, as it would without this plugin, such as
   * HBase's {@code org.apache.hadoop.hbase.regionserver.DefaultHeapMemoryTuner}; unset: none does.
   */
  static final String UNPINNED_KEY = "io.proteus.hbase.plugin.unpinned.tuner.class";

  /** HeapMemoryManager's default. */
  private static final int DEFAULT_PERIOD_MS = 60_000;

  /** HBase is taken to have stopped asking after three periods and this. */
  private static final long PATIENCE_MS = 10_000;

  private @Nullable Configuration configuration;
  private @Nullable ServerName server;
  private volatile @Nullable ZooKeeperLink link;
  private @Nullable HeapMemoryTuner unpinned;

  /** Whether the server was started with a memstore pool that stays. */
  private boolean memstoreReleased;

  // guarded by this
  private long lastAskedNanos = System.nanoTime();
  private @Nullable MemorySplit current;
  private @Nullable MemorySplitLimits limits;
  private State state = State.UNPINNED;
  private @Nullable String reason;
  private long decidedRevision;
  private int offersMade;

  @Override
  public void setConf(Configuration configuration) {
    this.configuration = configuration;
    memstoreReleased = releasesMemstore(configuration);
    unpinned = unpinned(configuration);
    try {
      start(configuration);
    } catch (RuntimeException e) {
      LOG.error("Memory splits cannot be set on this server until it is restarted", e);
    }
  }

  /**
   * Whether memstores have no pool of chunks on the heap, from which HBase leaks when it shrinks.
   */
  static boolean releasesMemstore(Configuration configuration) {
    return configuration.getFloat("hbase.hregion.memstore.chunkpool.maxsize", 1) <= 0
        || !configuration.getBoolean("hbase.hregion.memstore.mslab.enabled", true)
        || configuration.getLong("hbase.regionserver.offheap.global.memstore.size", 0) > 0;
  }

  private static @Nullable HeapMemoryTuner unpinned(Configuration configuration) {
    try {
      Class<? extends HeapMemoryTuner> tuner =
          configuration.getClass(UNPINNED_KEY, null, HeapMemoryTuner.class);
      return tuner == null ? null : ReflectionUtils.newInstance(tuner, configuration);
    } catch (RuntimeException e) {
      LOG.error(
          "{}: want the name of a heap tuner, got '{}'. Servers without a target keep their split.",
          UNPINNED_KEY,
          configuration.get(UNPINNED_KEY),
          e);
      return null;
    }
  }

  private void start(Configuration configuration) {
    Optional<ServerName> name = ServerAddress.of(configuration);
    if (!name.isPresent()) {
      LOG.error(
          "Memory splits cannot be set on this server: want its name in {}, where RegionServers put"
              + " it, got '{}'. Maybe a configuration file sets that key; remove it there.",
          ServerAddress.KEY,
          configuration.get(ServerAddress.KEY));
      return;
    }
    server = name.get();
    ZooKeeperLink opened = new ZooKeeperLink(configuration, name.get(), this::report);
    link = opened;
    opened.start();
  }

  @Override
  public @Nullable Configuration getConf() {
    return configuration;
  }

  @Override
  public TunerResult tune(TunerContext context) {
    try {
      return answer(context);
    } catch (RuntimeException e) {
      LOG.error("The memory split stays as it is", e);
      return new TunerResult(false);
    }
  }

  private TunerResult answer(TunerContext context) {
    MemorySplit running =
        new MemorySplit(context.getCurBlockCacheSize(), context.getCurMemStoreSize());
    ZooKeeperLink zooKeeper = link;
    if (zooKeeper == null) {
      return new TunerResult(false);
    }
    SplitDecision decision = decide(running, zooKeeper.received());
    zooKeeper.reportChanged();
    HeapMemoryTuner own = unpinned;
    if (decision.state == State.UNPINNED && own != null) {
      return own.tune(context);
    }
    MemorySplit change = decision.change;
    TunerResult result = new TunerResult(change != null);
    result.setBlockCacheSize(change == null ? running.blockCache() : change.blockCache());
    result.setMemStoreSize(change == null ? running.memstore() : change.memstore());
    return result;
  }

  private synchronized SplitDecision decide(MemorySplit running, ReceivedTarget target) {
    lastAskedNanos = System.nanoTime();
    current = running;
    if (limits == null) {
      limits = limits(running);
    }
    if (target.revision != decidedRevision) {
      decidedRevision = target.revision;
      offersMade = 0;
    }
    SplitDecision decision = SplitDecision.decide(running, target, limits, offersMade);
    if (decision.state != state || !Objects.equals(decision.reason, reason)) {
      LOG.info(
          "Memory split {}: {}, target {}{}",
          decision.state,
          running,
          target.split,
          decision.reason == null ? "" : ", " + decision.reason);
    }
    if (decision.change != null) {
      offersMade++;
    }
    state = decision.state;
    reason = decision.reason;
    return decision;
  }

  /**
   * The limits as HeapMemoryManager reads them: without a range, only the start value is allowed.
   */
  private MemorySplitLimits limits(MemorySplit started) {
    return new MemorySplitLimits(
        range("hfile.block.cache.size", started.blockCache()),
        range("hbase.regionserver.global.memstore.size", started.memstore()));
  }

  private MemorySplitLimits.Range range(String key, float started) {
    Configuration settings = settings();
    return new MemorySplitLimits.Range(
        settings.getFloat(key + ".min.range", started),
        settings.getFloat(key + ".max.range", started));
  }

  private synchronized MemorySplitReport report() {
    long silentMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - lastAskedNanos);
    boolean suspended = silentMs > 3L * periodMs() + PATIENCE_MS;
    return new MemorySplitReport(
        String.valueOf(server),
        version(),
        suspended ? State.SUSPENDED : state,
        current,
        decidedRevision == 0 ? null : decidedRevision,
        suspended ? whySuspended() : reason,
        surroundings());
  }

  private static String whySuspended() {
    return "HBase has stopped asking its heap tuner, or never did: the heap is fuller than"
        + " hbase.heap.occupancy.low_water_mark, or "
        + MemorySplitLimits.MEMSTORE_RANGE
        + " and "
        + MemorySplitLimits.CACHE_RANGE
        + " leave no room";
  }

  private Surroundings surroundings() {
    Configuration settings = settings();
    return new Surroundings(
        ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getMax(),
        periodMs(),
        settings.get("hbase.bucketcache.ioengine"),
        settings.getLong("hbase.regionserver.offheap.global.memstore.size", 0) > 0,
        memstoreReleased);
  }

  private int periodMs() {
    return settings().getInt("hbase.regionserver.heapmemory.tuner.period", DEFAULT_PERIOD_MS);
  }

  private Configuration settings() {
    Configuration settings = configuration;
    if (settings == null) {
      throw new IllegalStateException("HBase has not called setConf");
    }
    return settings;
  }

  private static String version() {
    String version = PinnedHeapMemoryTuner.class.getPackage().getImplementationVersion();
    return version == null ? "unpackaged" : version;
  }
}
