package io.proteus.engine.hbase;

import io.proteus.core.cluster.FamilyBlocks;
import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.Table;
import io.proteus.core.cluster.TableId;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.InvalidValue;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.apache.hadoop.hbase.NamespaceDescriptor;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;

/** Translates core's terms into HBase's. */
final class HBaseTranslation {

  static final String BLOCK_CACHE = "hfile.block.cache.size";
  static final String MEMSTORE = "hbase.regionserver.global.memstore.size";

  /** The name that {@link #MEMSTORE} had, which still counts where it is alone. */
  static final String OLDER_MEMSTORE = "hbase.regionserver.global.memstore.upperLimit";

  /** The default share of block cache and of memstores. */
  static final double USUAL_SHARE = 0.4;

  private HBaseTranslation() {}

  /** A RegionServer without its start code: the same node after a restart. */
  static NodeId node(ServerName server) {
    return new NodeId(server.getHostname() + ":" + server.getPort());
  }

  /** The start code: differs after each restart. */
  static String incarnation(ServerName server) {
    return Long.toString(server.getStartcode());
  }

  static String host(NodeId node) {
    return node.value().substring(0, node.value().lastIndexOf(':'));
  }

  static int port(NodeId node) {
    return Integer.parseInt(node.value().substring(node.value().lastIndexOf(':') + 1));
  }

  /**
   * Shortest form: {@code usertable} in the default namespace, {@code namespace:table} elsewhere.
   */
  static TableId table(TableName name) {
    return new TableId(name.getNameAsString());
  }

  /**
   * The table of a name as a person wrote it, {@code default:orders} or {@code orders}.
   *
   * @param key the setting or option that it was written for
   * @throws InvalidValue if HBase takes no such name
   */
  static TableId table(String key, String name) {
    try {
      return table(TableName.valueOf(name.strip()));
    } catch (IllegalArgumentException e) {
      throw new InvalidValue(
          "%s: want a name HBase takes, such as users or shop:users, got '%s': %s."
              .formatted(key, name, e.getMessage()));
    }
  }

  static TableName table(TableId table) {
    return TableName.valueOf(table.value());
  }

  /** HBase's own tables are observed as load on their servers, and never moved. */
  static boolean isManaged(String table) {
    return !table.startsWith(NamespaceDescriptor.SYSTEM_NAMESPACE_NAME_STR + ":");
  }

  /**
   * The encoded name at the end of a region's full name, {@code table,startkey,timestamp.encoded.}
   *
   * @param regionName of a user table; the few of HBase's own that have none give an empty text
   */
  static String encodedName(byte[] regionName) {
    int last = regionName.length - 1;
    if (last < 0 || regionName[last] != '.') {
      return "";
    }
    int start = last;
    while (start > 0 && regionName[start - 1] != '.') {
      start--;
    }
    return new String(regionName, start, last - start, StandardCharsets.ISO_8859_1);
  }

  /** The table at the beginning of a region's full name. */
  static String tableOf(byte[] regionName) {
    int end = 0;
    while (end < regionName.length && regionName[end] != ',') {
      end++;
    }
    return new String(regionName, 0, end, StandardCharsets.UTF_8);
  }

  static PartitionId partition(String encodedName) {
    return new PartitionId(encodedName);
  }

  static Table table(TableDescriptor descriptor) {
    Map<String, ByteSize> sizes = new HashMap<>();
    for (ColumnFamilyDescriptor family : descriptor.getColumnFamilies()) {
      sizes.put(family.getNameAsString(), ByteSize.ofBytes(family.getBlocksize()));
    }
    return Table.of(
        table(descriptor.getTableName()),
        SettingsTranslation.settings(descriptor),
        FamilyBlocks.of(sizes, ByteSize.ofBytes(ColumnFamilyDescriptorBuilder.DEFAULT_BLOCKSIZE)),
        TableRules.explicit(descriptor));
  }

  /** The same table with other block sizes; equal where its column families have them already. */
  static TableDescriptor withBlockSizes(
      TableDescriptor table, Function<String, Optional<ByteSize>> ofFamily) {
    TableDescriptorBuilder changed = TableDescriptorBuilder.newBuilder(table);
    for (ColumnFamilyDescriptor family : table.getColumnFamilies()) {
      ofFamily
          .apply(family.getNameAsString())
          .ifPresent(
              size ->
                  changed.modifyColumnFamily(
                      ColumnFamilyDescriptorBuilder.newBuilder(family)
                          .setBlocksize(Math.toIntExact(size.bytes()))
                          .build()));
    }
    return changed.build();
  }

  /** The settings with which a RegionServer starts on this split. */
  static Map<String, String> settings(MemorySplit split) {
    return Map.of(
        BLOCK_CACHE, Double.toString(split.readCache().value()),
        MEMSTORE, Double.toString(split.writeBuffer().value()));
  }

  static MemorySplit split(io.proteus.hbase.plugin.MemorySplit split) {
    return MemorySplit.of(decimal(split.blockCache()), decimal(split.memstore()));
  }

  static io.proteus.hbase.plugin.MemorySplit split(MemorySplit split) {
    return new io.proteus.hbase.plugin.MemorySplit(
        (float) split.readCache().value(), (float) split.writeBuffer().value());
  }

  /** 0.1f as 0.1 and not as 0.10000000149. */
  private static double decimal(float value) {
    return Double.parseDouble(Float.toString(value));
  }
}
