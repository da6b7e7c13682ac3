package io.proteus.core.step;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.SettingsChange;
import io.proteus.core.cluster.Table;
import io.proteus.core.cluster.TableChange;
import io.proteus.core.cluster.TableId;
import io.proteus.core.cluster.TableSettings;
import io.proteus.core.cluster.Topology;
import io.proteus.core.model.CostModel;
import io.proteus.core.port.LocalTableChanges;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Ports;
import io.proteus.core.words.Sentence;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Has one node go by settings of a table that all others do not have yet.
 *
 * @param change what it sets counts on this node alone; for what it removes, the node goes by the
 *     table again
 */
public record AlterTableOnNode(NodeId node, TableId table, TableChange change) implements Step {
  public static final StepType TYPE = new StepType("alter-table-on-node", AlterTableOnNode.class);

  @Override
  public StepType type() {
    return TYPE;
  }

  /** A node that has ended has nothing for itself any more. */
  @Override
  public boolean isDone(Topology now) {
    return now.table(table).map(this::isOn).orElse(true);
  }

  private boolean isOn(Table found) {
    TableSettings own = found.localOn(node);
    TableSettings all = found.settings() == null ? TableSettings.NONE : found.settings();
    return isOn(change.table(), own.values(), all.values())
        && change.families().entrySet().stream()
            .allMatch(
                of -> isOn(of.getValue(), family(own, of.getKey()), family(all, of.getKey())));
  }

  private static boolean isOn(
      SettingsChange change, Map<String, String> own, Map<String, String> all) {
    return change.removed().stream().noneMatch(own::containsKey)
        && change.set().entrySet().stream()
            .allMatch(
                of -> of.getValue().equals(own.getOrDefault(of.getKey(), all.get(of.getKey()))));
  }

  private static SortedMap<String, String> family(TableSettings of, String name) {
    return of.families().getOrDefault(name, new TreeMap<>());
  }

  @Override
  public Optional<Sentence> blockedBy(Topology now) {
    return now.node(node).isPresent()
        ? Optional.empty()
        : Optional.of(Sentence.of("%s is not a live {node}", node));
  }

  @Override
  public Duration timeout(CostModel costs) {
    return Duration.ofMinutes(3);
  }

  @Override
  public void issue(Ports ports) throws PortException {
    ports.need(LocalTableChanges.class).alterOn(node, table, change);
  }

  /** The table's change is what is priced. */
  @Override
  public void cost(Tally tally) {}

  @Override
  public Optional<NodeId> needs() {
    return Optional.of(node);
  }

  @Override
  public Optional<Step> inverse(Topology before) {
    return before
        .table(table)
        .map(found -> found.localOn(node))
        .map(own -> new AlterTableOnNode(node, table, change.inverse(ofAllFamilies(own))));
  }

  private TableSettings ofAllFamilies(TableSettings own) {
    SortedMap<String, SortedMap<String, String>> families = new TreeMap<>();
    change.families().keySet().forEach(name -> families.put(name, family(own, name)));
    return new TableSettings(own.values(), families);
  }

  @Override
  public Footprint footprint() {
    return Footprint.ofNode(node);
  }

  @Override
  public Optional<NodeId> reconfigures() {
    return Optional.of(node);
  }

  @Override
  public CanaryRole canaryRole() {
    return CanaryRole.LOCAL;
  }

  @Override
  public Sentence sentence() {
    return change.setting().changesNothing()
        ? Sentence.of("have %s go by the settings of %s again: %s", node, table, change)
        : Sentence.of("have %s alone go by other settings of %s: %s", node, table, change);
  }

  @Override
  public String toString() {
    return sentence().toString();
  }
}
