package io.proteus.hbase.plugin;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.hbase.plugin.MemorySplitReport.State;
import io.proteus.hbase.plugin.MemorySplitReport.Surroundings;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ServerName;
import org.junit.jupiter.api.Test;

class ZnodeBodiesTest {

  @Test
  void aTargetIsReadableText() {
    assertThat(new String(MemorySplitTarget.toBytes(new MemorySplit(0.55f, 0.1f)), UTF_8))
        .isEqualTo("version=1\ncache=0.55\nmemstore=0.1\n");
  }

  @Test
  void aTargetIsReadAsItWasWritten() {
    MemorySplit split = new MemorySplit(0.45f, 0.2f);

    assertThat(MemorySplitTarget.parse(MemorySplitTarget.toBytes(split))).isEqualTo(split);
  }

  @Test
  void aNewerWritersExtraKeysDoNoHarm() {
    assertThat(parse("version=1\ncache=0.3\nmemstore=0.2\nnote=a=b\n\n"))
        .isEqualTo(new MemorySplit(0.3f, 0.2f));
  }

  @Test
  void whatIsNoTargetIsNamed() {
    assertThatThrownBy(() -> parse("version=2\ncache=0.3\nmemstore=0.2"))
        .hasMessage("version 2: this plugin reads version 1 only");
    assertThatThrownBy(() -> parse("cache=0.3")).hasMessageContaining("key 'version' is missing");
    assertThatThrownBy(() -> parse("version=1\ncache=0.3"))
        .hasMessageContaining("key 'memstore' is missing");
    assertThatThrownBy(() -> parse("{\"cache\": 0.3}")).hasMessageContaining("want key=value");
    assertThatThrownBy(() -> parse("version=1\ncache=NaN\nmemstore=0.2"))
        .hasMessageContaining("above 0 and below 1, got NaN");
    assertThatThrownBy(() -> parse("version=1\ncache=55\nmemstore=10"))
        .hasMessageContaining("above 0 and below 1, got 55.0");
    assertThatThrownBy(() -> parse("x".repeat(5000))).hasMessageContaining("5000 bytes");
  }

  @Test
  void aReportIsReadAsItWasWritten() {
    MemorySplitReport refused =
        new MemorySplitReport(
            "rs1,16020,99",
            "0.1.0",
            State.REFUSED,
            new MemorySplit(0.4f, 0.4f),
            4_294_967_299L,
            "too\nmuch",
            new Surroundings(805_306_368L, 1000, "offheap", true, true));

    MemorySplitReport read = MemorySplitReport.parse(refused.toBytes());

    assertThat(read.server()).isEqualTo("rs1,16020,99");
    assertThat(read.state()).isEqualTo(State.REFUSED);
    assertThat(read.inEffect()).contains(new MemorySplit(0.4f, 0.4f));
    assertThat(read.targetRevision()).contains(4_294_967_299L);
    assertThat(read.reason()).contains("too much");
    assertThat(read.heapMaxBytes()).isEqualTo(805_306_368L);
    assertThat(read.bucketCache()).contains("offheap");
    assertThat(read.memstoreReleased()).contains(true);
    assertThat(read.memstoreOffHeap()).isTrue();
    assertThat(read).isEqualTo(refused).hasSameHashCodeAs(refused);
  }

  @Test
  void beforeHBaseFirstAsksAReportHasNoSplit() {
    MemorySplitReport first =
        new MemorySplitReport(
            "rs1,16020,99",
            "0.1.0",
            State.UNPINNED,
            null,
            null,
            null,
            new Surroundings(1, 1, null, false, null));

    MemorySplitReport read = MemorySplitReport.parse(first.toBytes());

    assertThat(read.inEffect()).isEmpty();
    assertThat(read.targetRevision()).isEmpty();
    assertThat(read.bucketCache()).isEmpty();
    assertThat(read.memstoreReleased()).as("of an older plugin").isEmpty();
  }

  @Test
  void aServersZnodesOutliveItsStartCode() {
    MemorySplitZnodes znodes = new MemorySplitZnodes("/hbase");

    assertThat(znodes.target("rs1", 16020))
        .isEqualTo("/hbase/proteus/memory-split/target/rs1,16020");
    assertThat(znodes.report("rs1", 16020))
        .isEqualTo("/hbase/proteus/memory-split/effective/rs1,16020");
  }

  @Test
  void theServersNameIsTheOneThatHBaseNoted() {
    Configuration configuration = new Configuration(false);
    assertThat(ServerAddress.of(configuration)).isEmpty();

    configuration.set(ServerAddress.KEY, "attempt_1_2_m_3");
    assertThat(ServerAddress.of(configuration)).isEmpty();

    configuration.set(ServerAddress.KEY, "hb_rs_rs1.example.org,16020,1700000000000");
    assertThat(ServerAddress.of(configuration))
        .contains(ServerName.valueOf("rs1.example.org", 16020, 1_700_000_000_000L));
  }

  private static MemorySplit parse(String body) {
    return MemorySplitTarget.parse(body.getBytes(UTF_8));
  }
}
