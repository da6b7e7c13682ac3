package io.proteus.engine.hbase;

import org.jspecify.annotations.Nullable;

/**
 * A region as {@code hbase:meta} has it.
 *
 * @param name its full name, the row key
 * @param server {@code host:port} that last opened it; null if none did
 * @param startCode of that server
 * @param state HBase's own word: OPEN, OPENING, CLOSING, CLOSED, SPLITTING ...
 */
record MetaRegion(byte[] name, @Nullable String server, long startCode, String state) {
  /** The state of one that was split and only waits to be cleaned up. */
  static final String SPLIT = "SPLIT";

  boolean isOpen() {
    return state.equals("OPEN") && server != null;
  }

  /** Whether it is not being served for good, as all regions of a disabled table are. */
  boolean isClosed() {
    return state.equals("CLOSED") || state.equals("OFFLINE");
  }

  /** Whether it only waits to be cleaned up after a split or a merge. */
  boolean isReplaced() {
    return state.equals(SPLIT) || state.equals("MERGED");
  }
}
