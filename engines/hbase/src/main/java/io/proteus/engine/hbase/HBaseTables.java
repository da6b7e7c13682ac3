package io.proteus.engine.hbase;

import io.proteus.core.bulkload.LoadRequest;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.RowKey;
import io.proteus.core.cluster.TableId;
import io.proteus.core.port.PortException;
import io.proteus.core.port.StoredTable;
import io.proteus.core.port.TableStore;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.InvalidValue;
import io.proteus.engine.hbase.bulkload.FileLoad;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.ClusterMetrics;
import org.apache.hadoop.hbase.Size;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.CompactionState;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;
import org.apache.hadoop.hbase.util.Bytes;

/** HBase's tables, through its client. */
final class HBaseTables implements TableStore {
  /** The time to create, alter or drop a table of many regions on a busy cluster. */
  private static final Duration CHANGE_LIMIT = Duration.ofMinutes(5);

  /**
   * On a table that Proteus has made read-only, to drop it: another that is read-only is so by its
   * owner's will.
   */
  static final String SHUT = "PROTEUS_MAKES_ANEW";

  private static final Bytes SHUT_KEY = new Bytes(Bytes.toBytes(SHUT));
  private static final Bytes READ_ONLY = new Bytes(Bytes.toBytes(TableDescriptorBuilder.READONLY));

  private final ClusterConnection connection;

  HBaseTables(ClusterConnection connection) {
    this.connection = connection;
  }

  @Override
  public TableId named(String key, String name) {
    return HBaseTranslation.table(key, name);
  }

  @Override
  public Optional<StoredTable> table(TableId id) throws PortException {
    TableName table = name(id);
    if (!connection.ask("look for table " + id, connection.admin().tableExists(table))) {
      return Optional.empty();
    }
    TableDescriptor descriptor = descriptor(id);
    boolean enabled =
        connection.ask("read the state of " + id, connection.admin().isTableEnabled(table));
    Set<RowKey> splits = new TreeSet<>();
    for (RegionInfo region :
        connection.ask("list the regions of " + id, connection.admin().getRegions(table))) {
      if (region.getStartKey().length > 0) {
        splits.add(RowKey.of(region.getStartKey()));
      }
    }
    Map<String, String> attributes = new TreeMap<>();
    descriptor
        .getValues()
        .forEach(
            (key, value) ->
                attributes.put(Bytes.toString(key.copyBytes()), Bytes.toString(value.copyBytes())));
    return Optional.of(
        new StoredTable(
            id,
            enabled,
            enabled && isEmpty(id),
            List.copyOf(splits),
            Stream.of(descriptor.getColumnFamilies())
                .map(ColumnFamilyDescriptor::getNameAsString)
                .toList(),
            attributes,
            ofFamilies(descriptor)));
  }

  static Map<String, Map<String, String>> ofFamilies(TableDescriptor table) {
    Map<String, Map<String, String>> own = new TreeMap<>();
    for (ColumnFamilyDescriptor family : table.getColumnFamilies()) {
      if (!family.getConfiguration().isEmpty()) {
        own.put(family.getNameAsString(), family.getConfiguration());
      }
    }
    return own;
  }

  private boolean isEmpty(TableId id) throws PortException {
    Scan oneRow = new Scan().setLimit(1).setCacheBlocks(false).setFilter(new KeyOnlyFilter());
    return connection
        .ask(
            "look for a row of " + id,
            connection.hbase().getTable(name(id)).scanAll(oneRow),
            CHANGE_LIMIT)
        .isEmpty();
  }

  @Override
  public Map<NodeId, ByteSize> heaps() throws PortException {
    Map<NodeId, ByteSize> heaps = new TreeMap<>();
    connection
        .ask(
            "read the servers' heaps",
            connection.admin().getClusterMetrics(EnumSet.of(ClusterMetrics.Option.LIVE_SERVERS)))
        .getLiveServerMetrics()
        .forEach(
            (server, metrics) ->
                heaps.put(
                    HBaseTranslation.node(server),
                    ByteSize.ofBytes((long) metrics.getMaxHeapSize().get(Size.Unit.BYTE))));
    return heaps;
  }

  @Override
  public void create(
      TableId table, List<String> families, List<RowKey> splits, Map<String, String> attributes)
      throws PortException {
    TableDescriptorBuilder described = TableDescriptorBuilder.newBuilder(name(table));
    families.forEach(family -> described.setColumnFamily(ColumnFamilyDescriptorBuilder.of(family)));
    attributes.forEach(described::setValue);
    create(described.build(), splits);
  }

  private void create(TableDescriptor table, List<RowKey> splits) throws PortException {
    byte[][] keys = splits.stream().map(RowKey::bytes).toArray(byte[][]::new);
    connection.ask(
        "create table " + table.getTableName(),
        keys.length == 0
            ? connection.admin().createTable(table)
            : connection.admin().createTable(table, keys),
        CHANGE_LIMIT);
  }

  @Override
  public Map<String, String> whileMadeAnew() {
    return Map.of(SHUT, "true");
  }

  /** Rows that come between a look and the end of disabling would be dropped, though confirmed. */
  @Override
  public void recreate(TableId table, List<RowKey> splits, Map<String, String> attributes)
      throws PortException {
    TableDescriptor found = descriptor(table);
    TableDescriptor own = reopened(found);
    TableDescriptorBuilder described = TableDescriptorBuilder.newBuilder(own);
    attributes.forEach(described::setValue);
    TableDescriptor wanted = described.build();
    if (isEmpty(table) && !own.isReadOnly()) {
      // asked for again where a run before has: its regions may not have it yet
      found = shut(own);
      modify(table, found);
    }
    if (!isEmpty(table)) {
      modify(table, found, own);
      throw new PortException(
          "table %s: holds rows by now, so it is not made anew. It is as it was.".formatted(table));
    }
    connection.ask(
        "disable table " + table, connection.admin().disableTable(name(table)), CHANGE_LIMIT);
    connection.ask(
        "drop table " + table, connection.admin().deleteTable(name(table)), CHANGE_LIMIT);
    try {
      create(wanted, splits);
    } catch (PortException e) {
      throw new PortException(
          "table %s, which was empty, is dropped and could not be made anew (%s). It was: %s"
              .formatted(table, e.getMessage(), wanted),
          e);
    }
  }

  @Override
  public void alter(TableId table, Map<String, String> set, Set<String> removed)
      throws PortException {
    TableDescriptor now = descriptor(table);
    TableDescriptorBuilder changed =
        TableDescriptorBuilder.newBuilder(removed.contains(SHUT) ? reopened(now) : now);
    removed.forEach(key -> changed.removeValue(Bytes.toBytes(key)));
    set.forEach(changed::setValue);
    modify(table, now, changed.build());
  }

  private void modify(TableId table, TableDescriptor now, TableDescriptor wanted)
      throws PortException {
    if (TableDescriptor.COMPARATOR.compare(now, wanted) != 0) {
      modify(table, wanted);
    }
  }

  /** Returns once every region has it. */
  private void modify(TableId table, TableDescriptor wanted) throws PortException {
    connection.ask("alter table " + table, connection.admin().modifyTable(wanted), CHANGE_LIMIT);
  }

  /** The same table, to which nobody can write. */
  static TableDescriptor shut(TableDescriptor table) {
    return table.isReadOnly()
        ? table
        : TableDescriptorBuilder.newBuilder(table).setReadOnly(true).setValue(SHUT, "true").build();
  }

  /** The same table as it was before Proteus shut it. */
  static TableDescriptor reopened(TableDescriptor table) {
    return table.getValue(SHUT_KEY) == null
        ? table
        : TableDescriptorBuilder.newBuilder(table)
            .removeValue(SHUT_KEY)
            .removeValue(READ_ONLY)
            .build();
  }

  @Override
  public void compact(TableId table) throws PortException {
    connection.ask(
        "compact table " + table, connection.admin().majorCompact(name(table)), CHANGE_LIMIT);
  }

  @Override
  public boolean isCompacting(TableId table) throws PortException {
    return connection.ask(
            "read whether table %s is being compacted".formatted(table),
            connection.admin().getCompactionState(name(table)))
        != CompactionState.NONE;
  }

  @Override
  public List<String> fileLoadCommands(LoadRequest request, List<String> families, int splits) {
    return FileLoad.commands(request, families, splits);
  }

  private TableDescriptor descriptor(TableId table) throws PortException {
    return connection.ask("read table " + table, connection.admin().getDescriptor(name(table)));
  }

  private static TableName name(TableId table) {
    if (!HBaseTranslation.isManaged(table.value())) {
      throw new InvalidValue(
          "--table: want a table of yours, got %s, which is HBase's own.".formatted(table));
    }
    return HBaseTranslation.table(HBaseTranslation.table("--table", table.value()));
  }
}
