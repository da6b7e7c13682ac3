package io.proteus.engine.hbase;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.junit.jupiter.api.Test;

/** A table that is about to be dropped takes no rows, and one that is kept is as it was. */
class HBaseTablesTest {
  private static TableDescriptorBuilder table() {
    return TableDescriptorBuilder.newBuilder(TableName.valueOf("t"))
        .setColumnFamily(ColumnFamilyDescriptorBuilder.of("f".getBytes(UTF_8)))
        .setMemStoreFlushSize(32L << 20);
  }

  @Test
  void aTableThatProteusHasShutIsReopenedAsItWas() {
    TableDescriptor own = table().build();
    TableDescriptor shut = HBaseTables.shut(own);

    assertThat(shut.isReadOnly()).isTrue();
    assertThat(shut.getValue(HBaseTables.SHUT)).isEqualTo("true");
    assertThat(HBaseTables.shut(shut)).isEqualTo(shut);
    assertThat(TableDescriptor.COMPARATOR.compare(HBaseTables.reopened(shut), own)).isZero();
  }

  @Test
  void aTableThatIsReadOnlyByItsOwnersWillStaysSo() {
    TableDescriptor own = table().setReadOnly(true).build();

    assertThat(HBaseTables.shut(own)).isEqualTo(own);
    assertThat(HBaseTables.reopened(own).isReadOnly()).isTrue();
  }
}
