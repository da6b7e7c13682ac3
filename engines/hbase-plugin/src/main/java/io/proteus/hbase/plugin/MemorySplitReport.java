package io.proteus.hbase.plugin;

import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The body of an effective znode: what a server's heap is divided into now, and what became of its
 * target.
 *
 * <p>A report counts only while a live server has its {@link #server()} name, start code included:
 * a crashed server's report stays until its ZooKeeper session ends.
 */
public final class MemorySplitReport {

  /** The state of the target. */
  public enum State {
    /** No target is set; the server runs on the split it was started with or last set to. */
    UNPINNED,
    /** The target was handed to HBase and is not in effect yet. */
    PENDING,
    /** The server runs on the target. */
    PINNED,
    /**
     * The target was not taken, {@link MemorySplitReport#reason} says why; the server keeps what it
     * had.
     */
    REFUSED,
    /**
     * HBase does not ask the tuner at present, {@link MemorySplitReport#reason} says why that may
     * be.
     */
    SUSPENDED
  }

  private final String server;
  private final String pluginVersion;
  private final State state;
  private final @Nullable MemorySplit inEffect;
  private final @Nullable Long targetRevision;
  private final @Nullable String reason;
  private final Surroundings surroundings;

  MemorySplitReport(
      String server,
      String pluginVersion,
      State state,
      @Nullable MemorySplit inEffect,
      @Nullable Long targetRevision,
      @Nullable String reason,
      Surroundings surroundings) {
    this.server = server;
    this.pluginVersion = pluginVersion;
    this.state = state;
    this.inEffect = inEffect;
    this.targetRevision = targetRevision;
    this.reason = reason;
    this.surroundings = surroundings;
  }

  /** {@code host,port,startcode} of the server that wrote it. */
  public String server() {
    return server;
  }

  public String pluginVersion() {
    return pluginVersion;
  }

  public State state() {
    return state;
  }

  /** The split in effect; empty until HBase has asked the tuner for the first time. */
  public Optional<MemorySplit> inEffect() {
    return Optional.ofNullable(inEffect);
  }

  /**
   * ZooKeeper's {@code mzxid} of the target that {@link #state} is about; empty without a target.
   */
  public Optional<Long> targetRevision() {
    return Optional.ofNullable(targetRevision);
  }

  /** Why the state is what it is, where that needs to be said. */
  public Optional<String> reason() {
    return Optional.ofNullable(reason);
  }

  /** Largest heap of the server's JVM. */
  public long heapMaxBytes() {
    return surroundings.heapMaxBytes;
  }

  /** How often HBase asks the tuner: a target takes effect within about two periods. */
  public long tunerPeriodMs() {
    return surroundings.tunerPeriodMs;
  }

  /**
   * {@code hbase.bucketcache.ioengine} if the server has a bucket cache: data blocks are then in
   * there.
   */
  public Optional<String> bucketCache() {
    return Optional.ofNullable(surroundings.bucketCache);
  }

  /**
   * Whether memstore data is kept outside of the heap: the memstore share then bounds its index
   * only.
   */
  public boolean memstoreOffHeap() {
    return surroundings.memstoreOffHeap;
  }

  /**
   * Whether memory that memstores give up while the server runs is free then. It is not where their
   * chunks come from a pool: HBase drops them from the pool, and its map keeps them until the
   * server ends. Empty if an older plugin wrote the report.
   */
  public Optional<Boolean> memstoreReleased() {
    return Optional.ofNullable(surroundings.memstoreReleased);
  }

  public byte[] toBytes() {
    KeyValueText text =
        KeyValueText.empty()
            .with("plugin", pluginVersion)
            .with("server", server)
            .with("state", state);
    if (inEffect != null) {
      text.with("cache", inEffect.blockCache()).with("memstore", inEffect.memstore());
    }
    return text.with("targetRevision", targetRevision)
        .with("reason", reason)
        .with("heapMaxBytes", surroundings.heapMaxBytes)
        .with("tunerPeriodMs", surroundings.tunerPeriodMs)
        .with("bucketCache", surroundings.bucketCache)
        .with("memstoreOffHeap", surroundings.memstoreOffHeap)
        .with("memstoreReleased", surroundings.memstoreReleased)
        .toBytes();
  }

  /**
   * @throws IllegalArgumentException if the body is not a report; the message says what is wrong
   */
  public static MemorySplitReport parse(byte[] body) {
    KeyValueText text = KeyValueText.parse(body);
    MemorySplit inEffect =
        text.optional("cache") == null
            ? null
            : new MemorySplit(text.requiredFloat("cache"), text.requiredFloat("memstore"));
    Long revision =
        text.optional("targetRevision") == null ? null : text.requiredLong("targetRevision");
    return new MemorySplitReport(
        text.required("server"),
        text.required("plugin"),
        State.valueOf(text.required("state")),
        inEffect,
        revision,
        text.optional("reason"),
        new Surroundings(
            text.requiredLong("heapMaxBytes"),
            text.requiredLong("tunerPeriodMs"),
            text.optional("bucketCache"),
            Boolean.parseBoolean(text.required("memstoreOffHeap")),
            text.optional("memstoreReleased") == null
                ? null
                : Boolean.valueOf(text.required("memstoreReleased"))));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof MemorySplitReport
        && Arrays.equals(toBytes(), ((MemorySplitReport) other).toBytes());
  }

  @Override
  public int hashCode() {
    return Objects.hash(server, state, inEffect, targetRevision);
  }

  @Override
  public String toString() {
    return server
        + " "
        + state
        + (inEffect == null ? "" : " at " + inEffect)
        + (reason == null ? "" : ": " + reason);
  }

  /** The meaning of shares on this server. */
  static final class Surroundings {
    final long heapMaxBytes;
    final long tunerPeriodMs;
    final @Nullable String bucketCache;
    final boolean memstoreOffHeap;
    final @Nullable Boolean memstoreReleased;

    Surroundings(
        long heapMaxBytes,
        long tunerPeriodMs,
        @Nullable String bucketCache,
        boolean memstoreOffHeap,
        @Nullable Boolean memstoreReleased) {
      this.heapMaxBytes = heapMaxBytes;
      this.tunerPeriodMs = tunerPeriodMs;
      this.bucketCache = bucketCache;
      this.memstoreOffHeap = memstoreOffHeap;
      this.memstoreReleased = memstoreReleased;
    }
  }
}
