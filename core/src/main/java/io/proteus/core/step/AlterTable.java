package io.proteus.core.step;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.SettingsChange;
import io.proteus.core.cluster.Table;
import io.proteus.core.cluster.TableChange;
import io.proteus.core.cluster.TableId;
import io.proteus.core.cluster.TableSettings;
import io.proteus.core.cluster.Topology;
import io.proteus.core.model.CostModel;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Ports;
import io.proteus.core.port.TableChanges;
import io.proteus.core.words.Sentence;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Changes the settings of a table and its column families.
 *
 * @param partitions how many are opened anew for it
 */
public record AlterTable(TableId table, TableChange change, int partitions) implements Step {
  /** Partitions take the settings when they are next opened. */
  public static final StepKind KIND =
      new StepKind("tablesAltered", costs -> costs.changes().tableAltered());

  public static final Measure TABLES =
      Measure.count("tablesAltered", KIND, "tables whose settings change");
  public static final StepType TYPE =
      new StepType("alter-table", AlterTable.class).of(KIND, TABLES);

  @Override
  public StepType type() {
    return TYPE;
  }

  @Override
  public boolean isDone(Topology now) {
    Optional<Table> found = now.table(table);
    return found.isEmpty()
        || (found.map(Table::settings).filter(change::appliesTo).isPresent() && now.isCalm(table));
  }

  @Override
  public Optional<Sentence> blockedBy(Topology now) {
    return now.isCalm(table)
        ? Optional.empty()
        : Optional.of(Sentence.of("{partitions} of %s are in transition", table));
  }

  /** Five minutes, and a second for each partition that is opened anew. */
  @Override
  public Duration timeout(CostModel costs) {
    return Duration.ofMinutes(5).plusSeconds(partitions);
  }

  @Override
  public void issue(Ports ports) throws PortException {
    ports.need(TableChanges.class).alter(table, change);
  }

  @Override
  public Optional<Step> inverse(Topology before) {
    return before
        .table(table)
        .map(Table::settings)
        .map(settings -> new AlterTable(table, change.inverse(settings), partitions));
  }

  @Override
  public void tell(PriorValues prior, Topology before) {
    prior.isSet(table, change.table());
    change.families().forEach((family, own) -> prior.isSet(placeOf(family), own));
    Step.super.tell(prior, before);
  }

  private String placeOf(String family) {
    return "family %s of %s".formatted(family, table);
  }

  @Override
  public Optional<Step> leaving(LaterChanges others) {
    TableSettings is = others.now().table(table).map(Table::settings).orElse(null);
    if (is == null) {
      return Optional.of(this);
    }
    SortedMap<String, SettingsChange> families = new TreeMap<>(change.families());
    families.replaceAll(
        (family, back) -> others.own(placeOf(family), back, is.families().get(family)));
    TableChange own = TableChange.of(others.own(table, change.table(), is.values()), families);
    return own.changesNothing()
        ? Optional.empty()
        : Optional.of(new AlterTable(table, own, partitions));
  }

  /** What it takes off a table has no value that a node could try. */
  @Override
  public Optional<Step> locally(NodeId first, Set<String> keys) {
    TableChange local = change.setting().only(keys::contains);
    return local.changesNothing()
        ? Optional.empty()
        : Optional.of(new AlterTableOnNode(first, table, local));
  }

  @Override
  public void cost(Tally tally) {
    tally.add(TABLES, 1);
  }

  @Override
  public Footprint footprint() {
    return Footprint.ofTable(table);
  }

  @Override
  public void tell(ClientImpact impact) {
    if (partitions > 0) {
      impact.tableIsReopened(table);
    }
  }

  @Override
  public void leaveOut(Omissions out) {
    out.keepsItsSettings(table);
  }

  @Override
  public Sentence sentence() {
    return Sentence.of("alter %s: %s", table, change);
  }

  @Override
  public String toString() {
    return sentence().toString();
  }
}
