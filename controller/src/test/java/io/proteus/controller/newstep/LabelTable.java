package io.proteus.controller.newstep;

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
import io.proteus.core.step.Concurrency;
import io.proteus.core.step.Footprint;
import io.proteus.core.step.Measure;
import io.proteus.core.step.Step;
import io.proteus.core.step.StepCatalogue;
import io.proteus.core.step.StepKind;
import io.proteus.core.step.StepType;
import io.proteus.core.step.Tally;
import io.proteus.core.words.Sentence;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A step that core does not know: it gives a table a label. */
public record LabelTable(TableId table, String label) implements Step {
  static final StepKind KIND = new StepKind("labels", costs -> Duration.ofSeconds(7));
  static final Measure LABELS = Measure.count("tablesLabelled", KIND, "tables that get a label");
  static final StepType TYPE =
      new StepType("label-table", LabelTable.class).of(KIND, LABELS).atOnce(Concurrency.of(2));

  private static final String KEY = "label";

  /** Brings the step as an engine would. */
  public static final class Catalogue implements StepCatalogue {
    @Override
    public List<StepType> types() {
      return List.of(TYPE);
    }
  }

  @Override
  public StepType type() {
    return TYPE;
  }

  @Override
  public boolean isDone(Topology now) {
    return label.equals(labelIn(now).orElse(""));
  }

  private Optional<String> labelIn(Topology now) {
    return now.table(table)
        .map(Table::settings)
        .map(TableSettings::values)
        .map(values -> values.get(KEY));
  }

  @Override
  public Optional<Sentence> blockedBy(Topology now) {
    return Optional.empty();
  }

  @Override
  public Duration timeout(CostModel costs) {
    return Duration.ofMinutes(1);
  }

  @Override
  public void issue(Ports ports) throws PortException {
    ports
        .need(TableChanges.class)
        .alter(table, TableChange.of(SettingsChange.setting(Map.of(KEY, label)), Map.of()));
  }

  @Override
  public void cost(Tally tally) {
    tally.add(LABELS, 1);
  }

  @Override
  public Footprint footprint() {
    return Footprint.ofTable(table);
  }

  @Override
  public Optional<Step> inverse(Topology before) {
    return labelIn(before).map(was -> new LabelTable(table, was));
  }

  @Override
  public Sentence sentence() {
    return Sentence.of("label %s %s", table, label);
  }

  @Override
  public String toString() {
    return sentence().toString();
  }
}
