package io.proteus.core.step;

import io.proteus.core.units.InvalidValue;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;

/** All types of steps: those of core, and those that a {@link StepCatalogue} adds. */
public final class Steps {
  private static final List<StepType> OF_CORE =
      List.of(
          MovePartition.TYPE,
          SplitPartition.TYPE,
          MoveUpperHalf.TYPE,
          MergePartitions.TYPE,
          SetMemorySplit.TYPE,
          ReleaseMemorySplit.TYPE,
          SetNodeSettings.TYPE,
          RestartNode.TYPE,
          SetBlockSize.TYPE,
          SetFamilyBlockSizes.TYPE,
          AlterTable.TYPE,
          AlterTableOnNode.TYPE,
          CompactPartition.TYPE,
          AddNode.TYPE,
          JoinCluster.TYPE,
          LeaveCluster.TYPE,
          MoveToken.TYPE,
          RemoveNode.TYPE,
          EndMachine.TYPE,
          ForgetNode.TYPE);

  private static final List<StepType> ALL = all(OF_CORE, ServiceLoader.load(StepCatalogue.class));

  private Steps() {}

  /** Every type; those of core come first. */
  public static List<StepType> all() {
    return ALL;
  }

  /** Every kind of work, once. */
  public static List<StepKind> kinds() {
    return ALL.stream().flatMap(type -> type.kind().stream()).distinct().toList();
  }

  /** Everything that prices count, once. */
  public static List<Measure> measures() {
    return ALL.stream().flatMap(type -> type.measures().stream()).distinct().toList();
  }

  private static List<StepType> all(List<StepType> ofCore, Iterable<StepCatalogue> catalogues) {
    List<StepType> all = new ArrayList<>(ofCore);
    catalogues.forEach(catalogue -> all.addAll(catalogue.types()));
    Set<String> names = new HashSet<>();
    for (StepType type : all) {
      if (!names.add(type.name())) {
        throw new InvalidValue(
            "steps: %s is the name of two types of steps; give one another name."
                .formatted(type.name()));
      }
    }
    return List.copyOf(all);
  }
}
