package io.proteus.engine.hbase;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonStreamContext;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a server's collector left of its heap: for each pool, after the last collection that covered
 * it. The pool of long-lived objects may have been collected some time ago; the fuller the heap,
 * the shorter that is.
 */
final class HeapPools {
  static final String BEAN = "/jmx?qry=java.lang:type=MemoryPool,*";

  private final List<Pool> pools = new ArrayList<>();

  /** A pool as its bean describes it. */
  private static final class Pool {
    boolean ofHeap;

    /** Only pools of long-lived objects can be watched for filling up. */
    boolean lasting;

    long left;
  }

  private HeapPools() {}

  /**
   * Bytes; null while nothing was collected where objects stay, which a JVM says as 0.
   *
   * @param body the answer to {@link #BEAN}
   */
  static @Nullable Long left(byte[] body) throws IOException {
    HeapPools read = new HeapPools();
    Json.read(body, read::field);
    List<Pool> heap = read.pools.stream().filter(pool -> pool.ofHeap).toList();
    boolean collected = heap.stream().anyMatch(pool -> pool.lasting && pool.left > 0);
    return collected ? Long.valueOf(heap.stream().mapToLong(pool -> pool.left).sum()) : null;
  }

  private void field(String name, JsonParser value) throws IOException {
    if (name.equals("name")) { // the servlet begins each bean with it
      pools.add(new Pool());
      return;
    }
    if (pools.isEmpty()) {
      return;
    }
    Pool pool = pools.get(pools.size() - 1);
    switch (name) {
      case "Type" -> pool.ofHeap = value.getText().equals("HEAP");
      case "UsageThresholdSupported" -> pool.lasting = value.currentToken() == JsonToken.VALUE_TRUE;
      case "used" -> {
        if (isIn("CollectionUsage", value) && value.currentToken().isNumeric()) {
          pool.left = value.getLongValue();
        }
      }
      default -> {}
    }
  }

  private static boolean isIn(String object, JsonParser value) {
    JsonStreamContext around = value.getParsingContext().getParent();
    return around != null && object.equals(around.getCurrentName());
  }
}
