package io.proteus.benchmarks.placement;

import io.proteus.benchmarks.placement.Cluster.Case;
import io.proteus.benchmarks.placement.LeastBytes.Band;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.strategy.NodeTarget;
import io.proteus.core.strategy.placement.Load;
import io.proteus.core.strategy.placement.Placement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;

/**
 * How many bytes placement moves, over the fewest that reach the same balance. Arguments: cases
 * (200), the first seed (1), seconds for each proof (10).
 */
public final class PlacementBenchmark {
  private PlacementBenchmark() {}

  /**
   * What came of a case.
   *
   * @param ratio moved bytes over the fewest; 1 where none move
   * @param proved whether fewer are known not to do
   */
  private record Moved(Start start, int moves, double ratio, boolean proved) {}

  /** Prints a line a case, and a table of all. */
  public static void main(String[] args) {
    int cases = args.length > 0 ? Integer.parseInt(args[0]) : 200;
    long first = args.length > 1 ? Long.parseLong(args[1]) : 1;
    double seconds = args.length > 2 ? Double.parseDouble(args[2]) : 10;
    List<Moved> all = new ArrayList<>();
    for (long seed = first; seed < first + cases; seed++) {
      Start start = Start.values()[(int) Math.floorMod(seed - 1, (long) Start.values().length)];
      all.add(moved(seed, Cluster.of(start, new Random(seed)), seconds));
    }
    System.out.println("\n| start | cases | without moves | moves | over the fewest | worst |");
    System.out.println("| --- | ---: | ---: | ---: | ---: | ---: |");
    for (Start start : Start.values()) {
      print(start.toString(), all.stream().filter(moved -> moved.start == start).toList());
    }
    print("all", all);
  }

  private static Moved moved(long seed, Case asked, double seconds) {
    Placement placed = asked.placed();
    Map<PartitionId, NodeId> places = Cluster.places(placed);
    double megabytes = 0;
    int moves = 0;
    for (Load load : asked.cluster().loads()) {
      if (!Objects.equals(places.get(load.partition()), load.node())) {
        megabytes += LeastBytes.megabytes(load);
        moves++;
      }
    }
    LeastBytes least =
        moves == 0
            ? new LeastBytes(0, 0)
            : LeastBytes.of(asked.cluster().loads(), bands(asked, placed), places, seconds);
    Moved came =
        new Moved(
            asked.start(), moves, moves == 0 ? 1 : megabytes / least.megabytes(), least.isProved());
    System.out.printf(
        "%d, %s: %d nodes, %d partitions, %d moves, %.0f MB, fewest %.0f MB%s: %.3f%n",
        seed,
        asked.start(),
        asked.wanted(),
        asked.cluster().loads().size(),
        moves,
        megabytes,
        least.megabytes(),
        came.proved ? "" : " (not proved)",
        came.ratio);
    return came;
  }

  private static void print(String start, List<Moved> cases) {
    if (cases.isEmpty()) {
      return;
    }
    double[] ratios = cases.stream().mapToDouble(Moved::ratio).sorted().toArray();
    int[] moves = cases.stream().mapToInt(Moved::moves).sorted().toArray();
    long unproved = cases.stream().filter(moved -> !moved.proved).count();
    System.out.printf(
        "| %s | %d | %d | %d | %.3f | %.3f |%s%n",
        start,
        cases.size(),
        cases.stream().filter(moved -> moved.moves == 0).count(),
        moves[moves.length / 2],
        ratios[ratios.length / 2],
        ratios[ratios.length - 1],
        unproved == 0 ? "" : " %d not proved".formatted(unproved));
  }

  /** As far from the fair share as the plan leaves nodes, and the tolerance where that is more. */
  private static Map<NodeId, Band> bands(Case asked, Placement placed) {
    Map<PartitionId, Double> weights = new HashMap<>();
    asked.cluster().loads().forEach(load -> weights.put(load.partition(), load.cost()));
    double fair =
        weights.values().stream().mapToDouble(Double::doubleValue).sum() / placed.nodes().size();
    double highest = fair * (1 + Cluster.PLACEMENT.tolerance().value());
    double lowest = fair * (1 - Cluster.PLACEMENT.tolerance().value());
    for (NodeTarget target : placed.nodes()) {
      double held = target.partitions().stream().mapToDouble(weights::get).sum();
      highest = Math.max(highest, held);
      lowest = Math.min(lowest, held);
    }
    Map<NodeId, Band> bands = new LinkedHashMap<>();
    for (NodeTarget target : placed.nodes()) {
      bands.put(target.node(), new Band(lowest, highest));
    }
    return bands;
  }
}
