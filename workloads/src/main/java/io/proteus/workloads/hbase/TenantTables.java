package io.proteus.workloads.hbase;

import io.proteus.workloads.tenant.Dataset;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.BloomType;
import org.apache.hadoop.hbase.util.Bytes;

/** The tenants' tables: one each, split beforehand into the partitions of its key space. */
public final class TenantTables {
  /** One letter: HBase stores the family's name with every cell. */
  public static final byte[] FAMILY = Bytes.toBytes("f");

  /** A partition of the experiment must stay one region, however much is written to it. */
  private static final String NEVER_SPLIT =
      "org.apache.hadoop.hbase.regionserver.DisabledRegionSplitPolicy";

  private final Admin admin;

  public TenantTables(Admin admin) {
    this.admin = admin;
  }

  /** Creates the tables anew and empty; what was there under their names is dropped. */
  public void recreate(List<Dataset> datasets, Attributes attributes) throws IOException {
    drop(datasets);
    for (Dataset dataset : datasets) {
      byte[][] splits =
          dataset.keys().splitKeys().stream().map(Bytes::toBytes).toArray(byte[][]::new);
      admin.createTable(describe(dataset, attributes), splits);
    }
  }

  /** Drops the tables, those that exist. */
  public void drop(List<Dataset> datasets) throws IOException {
    for (Dataset dataset : datasets) {
      TableName table = TableName.valueOf(dataset.table());
      if (admin.tableExists(table)) {
        if (admin.isTableEnabled(table)) {
          admin.disableTable(table);
        }
        admin.deleteTable(table);
      }
    }
  }

  static TableDescriptor describe(Dataset dataset, Attributes attributes) {
    ColumnFamilyDescriptor family =
        ColumnFamilyDescriptorBuilder.newBuilder(FAMILY)
            .setMaxVersions(1)
            .setBlocksize(attributes.blockBytes())
            .setBloomFilterType(attributes.bloom() ? BloomType.ROW : BloomType.NONE)
            .build();
    return TableDescriptorBuilder.newBuilder(TableName.valueOf(dataset.table()))
        .setColumnFamily(family)
        .setRegionSplitPolicyClassName(NEVER_SPLIT)
        .build();
  }

  /**
   * Attributes of the column family. Values are random bytes, so there is no compression to choose.
   *
   * @param blockBytes size of a block on disk and in the block cache
   * @param bloom whether store files have a Bloom filter of rows
   */
  public record Attributes(int blockBytes, boolean bloom) {
    /** HBase's own defaults. */
    public static final Attributes DEFAULT = new Attributes(64 * 1024, true);
  }
}
