package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.apache.hadoop.hbase.regionserver.HeapMemoryManager.HeapMemoryTuneObserver;
import org.junit.jupiter.api.Test;

/**
 * Why a memstore share is not made smaller online where HBase pools chunks: it shows that of the
 * HBase that we are built against. In HBase's own package, as the pool is not public.
 */
class ChunkPoolTest {
  private static final int CHUNK_BYTES = 64 * 1024;
  private static final int CHUNKS = 8;
  private static final long LARGE = (long) CHUNKS * CHUNK_BYTES;
  private static final long SMALL = LARGE / 4;

  @Test
  void chunksThatAPoolDropsWhenMemstoresShrinkStayInTheMap() {
    ChunkCreator creator = creator(1);
    flush(creator, fill(creator));
    assertThat(creator.getPoolSize()).isEqualTo(CHUNKS);

    ((HeapMemoryTuneObserver) creator.getDataChunksPool()).onHeapMemoryTune(SMALL, 0);

    assertThat(creator.getPoolSize()).as("chunks for the next memstore").isEqualTo(CHUNKS / 4);
    assertThat(creator.numberOfMappedChunks()).as("chunks that stay on the heap").isEqualTo(CHUNKS);
  }

  @Test
  void withoutAPoolEveryChunkIsFreeOnceItsMemstoreIsFlushed() {
    ChunkCreator creator = creator(0);
    Set<Integer> filled = fill(creator);
    assertThat(creator.numberOfMappedChunks()).isEqualTo(CHUNKS);

    flush(creator, filled);

    assertThat(creator.numberOfMappedChunks()).isZero();
  }

  private static ChunkCreator creator(float pooledShare) {
    ChunkCreator.clearDisableFlag();
    return new ChunkCreator(CHUNK_BYTES, false, LARGE, pooledShare, 0, null, 0);
  }

  private static Set<Integer> fill(ChunkCreator creator) {
    Set<Integer> chunks = new HashSet<>();
    for (int chunk = 0; chunk < CHUNKS; chunk++) {
      chunks.add(creator.getChunk().getId());
    }
    return chunks;
  }

  private static void flush(ChunkCreator creator, Set<Integer> chunks) {
    creator.putbackChunks(chunks);
  }
}
