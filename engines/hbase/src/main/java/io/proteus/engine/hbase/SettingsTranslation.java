package io.proteus.engine.hbase;

import io.proteus.core.cluster.SettingsChange;
import io.proteus.core.cluster.TableChange;
import io.proteus.core.cluster.TableSettings;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Translates the settings of a table from and to HBase's descriptors. A column family keeps its
 * attributes ({@code BLOCKSIZE}) apart from its own configuration ({@code
 * hbase.hstore.compaction.min}); the keys of the latter have dots.
 */
final class SettingsTranslation {
  private static final String BLOCK_SIZE = ColumnFamilyDescriptorBuilder.BLOCKSIZE;

  private SettingsTranslation() {}

  static TableSettings settings(TableDescriptor table) {
    Map<String, String> values = new HashMap<>();
    table
        .getValues()
        .forEach((key, value) -> values.put(text(key.copyBytes()), text(value.copyBytes())));
    Map<String, Map<String, String>> families = new HashMap<>();
    for (ColumnFamilyDescriptor family : table.getColumnFamilies()) {
      Map<String, String> own = new HashMap<>(family.getConfiguration());
      family
          .getValues()
          .forEach((key, value) -> own.put(text(key.copyBytes()), text(value.copyBytes())));
      families.put(family.getNameAsString(), own);
    }
    return TableSettings.of(values, families);
  }

  /** The same table after the change; equal where nothing changes. */
  static TableDescriptor changed(TableDescriptor table, TableChange change) {
    TableDescriptorBuilder changed = TableDescriptorBuilder.newBuilder(table);
    change.table().removed().forEach(key -> changed.removeValue(Bytes.toBytes(key)));
    change.table().set().forEach(changed::setValue);
    for (ColumnFamilyDescriptor family : table.getColumnFamilies()) {
      SettingsChange own = change.families().get(family.getNameAsString());
      if (own != null) {
        changed.modifyColumnFamily(changed(family, own));
      }
    }
    return changed.build();
  }

  private static ColumnFamilyDescriptor changed(
      ColumnFamilyDescriptor family, SettingsChange change) {
    ColumnFamilyDescriptorBuilder changed = ColumnFamilyDescriptorBuilder.newBuilder(family);
    for (String key : change.removed()) {
      if (isConfiguration(key)) {
        changed.removeConfiguration(key);
      } else {
        changed.setValue(Bytes.toBytes(key), null); // which takes it off
      }
    }
    change
        .set()
        .forEach(
            (key, value) -> {
              if (isConfiguration(key)) {
                changed.setConfiguration(key, value);
              } else {
                changed.setValue(key, value);
              }
            });
    return changed.build();
  }

  private static boolean isConfiguration(String key) {
    return key.indexOf('.') >= 0;
  }

  /**
   * Whether regions have to be opened anew for it. Blocks of another size come with the next files
   * of regions that are opened later: opening all of them at once would stall the table for
   * nothing.
   */
  static boolean needsReopening(TableChange change) {
    return !change.table().changesNothing()
        || change.families().values().stream()
            .anyMatch(
                family ->
                    !family.removed().isEmpty()
                        || family.set().keySet().stream().anyMatch(key -> !key.equals(BLOCK_SIZE)));
  }

  private static String text(byte[] bytes) {
    return Bytes.toString(bytes);
  }
}
