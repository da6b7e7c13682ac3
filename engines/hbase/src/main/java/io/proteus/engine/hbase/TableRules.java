package io.proteus.engine.hbase;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.jspecify.annotations.Nullable;

/** What operators have ruled out for a table, or chosen for it, in its descriptor. */
final class TableRules {
  private static final String COMPACTION_POLICY =
      "hbase.hstore.defaultengine.compactionpolicy.class";

  /** It drops files that are too old and merges none. */
  private static final String MERGES_NOTHING = "FIFOCompactionPolicy";

  /** HBase's own way to say that a table's regions stay as they are. */
  private static final String NEVER_SPLIT = "DisabledRegionSplitPolicy";

  private TableRules() {}

  /** Why HBase ignores an order to compact a region of the table; empty where it does not. */
  static Optional<String> ignoresCompaction(TableDescriptor table) {
    if (table.isReadOnly()) {
      return Optional.of("READONLY is true");
    }
    if (!table.isCompactionEnabled()) {
      return Optional.of("COMPACTION_ENABLED is false");
    }
    if (mergesNothing(table.getValue(COMPACTION_POLICY))) {
      return Optional.of("its compaction policy is " + MERGES_NOTHING);
    }
    return Stream.of(table.getColumnFamilies())
        .filter(family -> mergesNothing(family.getConfigurationValue(COMPACTION_POLICY)))
        .findFirst()
        .map(
            family ->
                "the compaction policy of family %s is %s"
                    .formatted(family.getNameAsString(), MERGES_NOTHING));
  }

  private static boolean mergesNothing(@Nullable String policy) {
    return policy != null && policy.endsWith(MERGES_NOTHING);
  }

  /** Why the table's regions are neither split nor merged; empty where they may be. */
  static Optional<String> keepsItsRegions(TableDescriptor table) {
    String policy = table.getRegionSplitPolicyClassName();
    Map<String, Boolean> rules = new LinkedHashMap<>();
    rules.put("SPLIT_POLICY is " + NEVER_SPLIT, policy != null && policy.endsWith(NEVER_SPLIT));
    rules.put("SPLIT_ENABLED is false", !table.isSplitEnabled());
    rules.put("MERGE_ENABLED is false", !table.isMergeEnabled());
    return rules.entrySet().stream().filter(Map.Entry::getValue).map(Map.Entry::getKey).findFirst();
  }

  /** Settings that somebody has given a value, and that policies leave alone. */
  static Set<String> explicit(TableDescriptor table) {
    Set<String> explicit = new TreeSet<>();
    if (table.getRegionSplitPolicyClassName() != null) {
      explicit.add(TableDescriptorBuilder.SPLIT_POLICY);
    }
    if (Stream.of(table.getColumnFamilies())
        .anyMatch(
            family -> family.getBlocksize() != ColumnFamilyDescriptorBuilder.DEFAULT_BLOCKSIZE)) {
      explicit.add(ColumnFamilyDescriptorBuilder.BLOCKSIZE);
    }
    return explicit;
  }
}
