package io.proteus.workloads.hbase;

import io.proteus.core.units.Causes;
import io.proteus.workloads.tenant.Dataset;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/** The tenants' tables: one each, split beforehand into the partitions of its key space. */
public final class TenantTables {
  /** One letter, because HBase stores the family's name with every cell. */
  public static final byte[] FAMILY = Bytes.toBytes("f");

  /** Keeps a partition of the experiment one region, however much is written to it. */
  private static final String NEVER_SPLIT =
      "org.apache.hadoop.hbase.regionserver.DisabledRegionSplitPolicy";

  /** Creating a table takes seconds; this is for a cluster that is very busy. */
  private static final Duration MAX_CHANGE = Duration.ofMinutes(3);

  private final Admin admin;

  public TenantTables(Admin admin) {
    this.admin = admin;
  }

  /** Creates the tables anew and empty; what was there under their names is dropped. */
  public void recreate(List<Dataset> datasets, Attributes attributes)
      throws IOException, InterruptedException {
    drop(datasets);
    forAll(
        "create",
        datasets,
        dataset -> admin.createTableAsync(describe(dataset, attributes), splits(dataset)));
  }

  /** Gives the tables these attributes and no others; their regions are opened anew. */
  public void alter(List<Dataset> datasets, Attributes attributes)
      throws IOException, InterruptedException {
    forAll("alter", datasets, dataset -> admin.modifyTableAsync(describe(dataset, attributes)));
  }

  /** Drops the tables, those that exist. */
  public void drop(List<Dataset> datasets) throws IOException, InterruptedException {
    var there = new ArrayList<Dataset>();
    var enabled = new ArrayList<Dataset>();
    for (Dataset dataset : datasets) {
      TableName table = TableName.valueOf(dataset.table());
      if (admin.tableExists(table)) {
        there.add(dataset);
        if (admin.isTableEnabled(table)) {
          enabled.add(dataset);
        }
      }
    }
    forAll(
        "disable", enabled, dataset -> admin.disableTableAsync(TableName.valueOf(dataset.table())));
    forAll("delete", there, dataset -> admin.deleteTableAsync(TableName.valueOf(dataset.table())));
  }

  /** Starts all of them before it waits for the first: the master works on several at once. */
  private static void forAll(String verb, List<Dataset> datasets, Change change)
      throws IOException, InterruptedException {
    Map<Dataset, Future<Void>> changes = new LinkedHashMap<>();
    for (Dataset dataset : datasets) {
      changes.put(dataset, change.start(dataset));
    }
    for (Map.Entry<Dataset, Future<Void>> entry : changes.entrySet()) {
      try {
        entry.getValue().get(MAX_CHANGE.toSeconds(), TimeUnit.SECONDS);
      } catch (ExecutionException e) {
        throw new IOException(
            "cannot %s table %s: %s".formatted(verb, entry.getKey().table(), Causes.of(e)),
            e.getCause());
      } catch (TimeoutException e) {
        throw new IOException(
            "cannot %s table %s within %d s, see the master's page."
                .formatted(verb, entry.getKey().table(), MAX_CHANGE.toSeconds()),
            e);
      }
    }
  }

  private static byte[][] splits(Dataset dataset) {
    return dataset.keys().splitKeys().stream().map(Bytes::toBytes).toArray(byte[][]::new);
  }

  private interface Change {
    Future<Void> start(Dataset dataset) throws IOException;
  }

  static TableDescriptor describe(Dataset dataset, Attributes attributes) {
    return describe(dataset.table(), attributes);
  }

  /** A table of one family that is never split. */
  static TableDescriptor describe(String name, Attributes attributes) {
    ColumnFamilyDescriptorBuilder family =
        ColumnFamilyDescriptorBuilder.newBuilder(FAMILY).setMaxVersions(1);
    attributes.ofFamily().forEach(family::setValue);
    TableDescriptorBuilder table =
        TableDescriptorBuilder.newBuilder(TableName.valueOf(name))
            .setColumnFamily(family.build())
            .setRegionSplitPolicyClassName(NEVER_SPLIT);
    attributes.ofTable().forEach(table::setValue);
    return table.build();
  }

  /**
   * The settings that differ from HBase's defaults, in its own keys. Values are random bytes, which
   * compression would not make smaller.
   *
   * @param ofTable set on the table
   * @param ofFamily set on its column family
   */
  public record Attributes(Map<String, String> ofTable, Map<String, String> ofFamily) {
    /** HBase's own defaults. */
    public static final Attributes DEFAULT = new Attributes(Map.of(), Map.of());

    public Attributes {
      ofTable = Map.copyOf(ofTable);
      ofFamily = Map.copyOf(ofFamily);
    }
  }
}
