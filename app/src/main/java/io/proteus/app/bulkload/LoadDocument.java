package io.proteus.app.bulkload;

import io.proteus.core.bulkload.LoadPlan;
import io.proteus.core.cluster.RowKey;
import io.proteus.core.cluster.TableId;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.Ratio;
import io.proteus.core.words.Sentence;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A planned load as JSON.
 *
 * @param table what becomes of it: create, recreate or alter
 * @param splits keys, bytes that are no text as {@code \xNN}
 * @param largestShare that one partition gets; left out when not known
 * @param attributes of the table, in the store's own keys
 */
record LoadDocument(
    String schema,
    TableId name,
    String table,
    List<String> families,
    long rows,
    ByteSize recordSize,
    ByteSize data,
    String way,
    String rules,
    String keyDistribution,
    int nodes,
    ByteSize heap,
    List<String> splits,
    @Nullable Ratio largestShare,
    List<Setting> settings,
    Map<String, String> attributes,
    List<Sentence> remarks,
    List<String> commands) {
  static final String SCHEMA = "proteus/bulk-load/1";

  /** A setting that is proposed. */
  record Setting(
      String name, String scope, long amount, String shown, String reason, String source) {}

  static LoadDocument of(PlannedLoad load) {
    LoadPlan plan = load.plan();
    return new LoadDocument(
        SCHEMA,
        plan.request().table(),
        kebab(load.change().name()),
        load.families(),
        plan.request().rows(),
        plan.request().recordSize(),
        plan.request().data(),
        kebab(plan.route().name()),
        plan.rules(),
        plan.distribution(),
        plan.target().nodes(),
        plan.target().heap(),
        plan.splits().keys().stream().map(RowKey::toString).toList(),
        plan.splits().largestShare(),
        plan.proposals().stream()
            .map(
                p ->
                    new Setting(
                        kebab(p.setting().name()),
                        kebab(p.setting().scope().name()),
                        p.amount(),
                        p.shown(),
                        p.reason(),
                        p.source()))
            .toList(),
        load.attributes(),
        load.remarks(),
        load.commands());
  }

  private static String kebab(String constant) {
    return constant.toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
