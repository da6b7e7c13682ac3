package io.proteus.hbase.plugin;

/**
 * The body of a target znode: the split that a server is to run on.
 *
 * <pre>
 * version=1
 * cache=0.55
 * memstore=0.1
 * </pre>
 *
 * <p>An empty body is no target: the server keeps what it runs on.
 */
public final class MemorySplitTarget {

  private MemorySplitTarget() {}

  public static byte[] toBytes(MemorySplit split) {
    return KeyValueText.empty()
        .with("cache", split.blockCache())
        .with("memstore", split.memstore())
        .toBytes();
  }

  /**
   * @throws IllegalArgumentException if the body is not of this form; the message says what is
   *     wrong
   */
  public static MemorySplit parse(byte[] body) {
    KeyValueText text = KeyValueText.parse(body);
    return new MemorySplit(text.requiredFloat("cache"), text.requiredFloat("memstore"));
  }
}
