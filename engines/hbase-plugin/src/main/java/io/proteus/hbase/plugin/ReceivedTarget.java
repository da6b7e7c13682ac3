package io.proteus.hbase.plugin;

import org.jspecify.annotations.Nullable;

/** The last content of this server's target znode: a split, an unreadable body, or nothing. */
final class ReceivedTarget {

  /** Nothing is set, or nothing was read yet. */
  static final ReceivedTarget NONE = new ReceivedTarget(null, null, 0);

  final @Nullable MemorySplit split;
  final @Nullable String unreadable;

  /** ZooKeeper's {@code mzxid} of the body. */
  final long revision;

  private ReceivedTarget(@Nullable MemorySplit split, @Nullable String unreadable, long revision) {
    this.split = split;
    this.unreadable = unreadable;
    this.revision = revision;
  }

  static ReceivedTarget read(byte @Nullable [] body, long revision) {
    if (body == null || body.length == 0) {
      return NONE;
    }
    try {
      return new ReceivedTarget(MemorySplitTarget.parse(body), null, revision);
    } catch (IllegalArgumentException e) {
      return new ReceivedTarget(null, String.valueOf(e.getMessage()), revision);
    }
  }
}
