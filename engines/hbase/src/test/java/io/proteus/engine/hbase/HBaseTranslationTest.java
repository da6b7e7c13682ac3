package io.proteus.engine.hbase;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.TableId;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.InvalidValue;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.junit.jupiter.api.Test;

class HBaseTranslationTest {

  @Test
  void aServerIsTheSameNodeAfterItsRestart() {
    ServerName before = ServerName.valueOf("rs1.example.org,16020,1700000000000");
    ServerName after = ServerName.valueOf("rs1.example.org,16020,1700000009999");

    assertThat(HBaseTranslation.node(before)).isEqualTo(HBaseTranslation.node(after));
    assertThat(HBaseTranslation.incarnation(before))
        .isNotEqualTo(HBaseTranslation.incarnation(after));
  }

  @Test
  void aNodesNameGivesHostAndPortBack() {
    NodeId node = HBaseTranslation.node(ServerName.valueOf("rs1,16020,1"));

    assertThat(HBaseTranslation.host(node)).isEqualTo("rs1");
    assertThat(HBaseTranslation.port(node)).isEqualTo(16020);
  }

  @Test
  void aRegionsNameHoldsItsTableAndItsEncodedName() {
    byte[] region = "ns:t,a.b,c,1700000000000.0123456789abcdef0123456789abcdef.".getBytes(UTF_8);

    assertThat(HBaseTranslation.tableOf(region)).isEqualTo("ns:t");
    assertThat(HBaseTranslation.encodedName(region)).isEqualTo("0123456789abcdef0123456789abcdef");
    assertThat(HBaseTranslation.encodedName("hbase:meta,,1".getBytes(UTF_8))).isEmpty();
  }

  @Test
  void hBasesOwnTablesAreNotManaged() {
    assertThat(HBaseTranslation.isManaged("hbase:namespace")).isFalse();
    assertThat(HBaseTranslation.isManaged("hbase_like")).isTrue();
    assertThat(HBaseTranslation.isManaged("ns:hbase")).isTrue();
  }

  @Test
  void aTablesBlockSizeIsKnownWhenItsFamiliesAgree() {
    assertThat(HBaseTranslation.table(table(32, 32)).blockSize())
        .isEqualTo(ByteSize.ofKilobytes(32));
    assertThat(HBaseTranslation.table(table(32, 64)).blockSize()).isNull();
  }

  @Test
  void aBlockSizeIsSetInEveryFamilyAndChangesNothingElse() {
    TableDescriptor changed =
        HBaseTranslation.withBlockSizes(
            table(32, 64), family -> Optional.of(ByteSize.ofKilobytes(128)));

    assertThat(HBaseTranslation.table(changed).blockSize()).isEqualTo(ByteSize.ofKilobytes(128));
    assertThat(
            HBaseTranslation.withBlockSizes(changed, f -> Optional.of(ByteSize.ofKilobytes(128))))
        .isEqualTo(changed);
    assertThat(changed.getColumnFamily("f1".getBytes(UTF_8)).getMaxVersions()).isEqualTo(3);
  }

  @Test
  void aSplitIsTwoSettings() {
    assertThat(HBaseTranslation.settings(MemorySplit.of(0.55, 0.10)))
        .isEqualTo(
            Map.of(
                "hfile.block.cache.size", "0.55",
                "hbase.regionserver.global.memstore.size", "0.1"));
  }

  @Test
  void aSplitComesBackFromThePluginAsItWasSet() {
    MemorySplit read = MemorySplit.of(0.55, 0.10);

    assertThat(HBaseTranslation.split(HBaseTranslation.split(read))).isEqualTo(read);
  }

  @Test
  void anAddressIsCompletedAndChecked() {
    assertThat(HBaseAddress.of("zk1, zk2:2182").zooKeeper()).isEqualTo("zk1:2181,zk2:2182");
    assertThatThrownBy(() -> HBaseAddress.of("zk1;zk2"))
        .isInstanceOf(InvalidValue.class)
        .hasMessageContaining("want host[:port] separated by commas, got 'zk1;zk2'");
    assertThatThrownBy(() -> new HBaseAddress("zk1", "hbase", Map.of()))
        .hasMessageContaining("want a path such as /hbase, got 'hbase'");
  }

  private static TableDescriptor table(int... blockKilobytes) {
    TableDescriptorBuilder table = TableDescriptorBuilder.newBuilder(TableName.valueOf("ns", "t"));
    for (int i = 0; i < blockKilobytes.length; i++) {
      table.setColumnFamily(
          ColumnFamilyDescriptorBuilder.newBuilder(("f" + i).getBytes(UTF_8))
              .setMaxVersions(3)
              .setBlocksize(blockKilobytes[i] << 10)
              .build());
    }
    return table.build();
  }

  @Test
  void aTableHasOneNameHoweverItIsWritten() {
    assertThat(HBaseEngine.tableId("--table", "default:orders")).isEqualTo(new TableId("orders"));
    assertThat(HBaseEngine.tableId("--table", "orders")).isEqualTo(new TableId("orders"));
    assertThat(HBaseEngine.tableId("--table", "shop:orders")).isEqualTo(new TableId("shop:orders"));
    assertThatThrownBy(() -> HBaseEngine.tableId("--table", "a/b"))
        .isInstanceOf(InvalidValue.class)
        .hasMessageStartingWith("--table: want a name HBase takes")
        .hasMessageContaining("'a/b'");
  }
}
