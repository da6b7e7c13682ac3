package io.proteus.benchmarks.balancer;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Proteus's placement beside HBase's StochasticLoadBalancer on the same generated clusters: how
 * long the decision takes, how even the load is afterwards, and how many regions move for it.
 *
 * <p>Arguments: servers, with commas (10,100,1000 if there are none), regions a server (100),
 * seconds that HBase's may take (30, as shipped), seed (42), repeats (1), each with a seed of its
 * own. Medians, and in brackets the lowest and the highest where they differ.
 */
public final class BalancerBenchmark {
  private static final float AS_MUCH_AS_COUNTS = 500;

  private BalancerBenchmark() {}

  public static void main(String[] arguments) throws IOException {
    String sizes = arguments.length > 0 ? arguments[0] : "10,100,1000";
    int perServer = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 100;
    @Nullable Double seconds = arguments.length > 2 ? Double.valueOf(arguments[2]) : null;
    long seed = arguments.length > 3 ? Long.parseLong(arguments[3]) : 42;
    int repeats = arguments.length > 4 ? Integer.parseInt(arguments[4]) : 1;
    List<Balancer> balancers =
        List.of(
            new StochasticBalancer(null, seconds),
            new StochasticBalancer(AS_MUCH_AS_COUNTS, seconds),
            ProteusBalancer.spread(0.10),
            ProteusBalancer.spread(0.02),
            ProteusBalancer.spread(0.001),
            ProteusBalancer.met());
    // HBase's is bounded by time, and slow at first like all Java
    new StochasticBalancer(null, 2.0)
        .balance(Regions.generate(10, perServer, Start.BY_CHANCE, seed));
    say(
        "| servers (regions) | start | balancer | s | busiest / mean load | fullest / mean regions"
            + " | moves | |%n");
    say("| --- | --- | --- | ---: | ---: | ---: | ---: | --- |%n");
    for (String size : sizes.split(",", -1)) {
      for (Start start : Start.values()) {
        List<Regions> clusters =
            LongStream.range(seed, seed + repeats)
                .mapToObj(each -> Regions.generate(Integer.parseInt(size), perServer, start, each))
                .toList();
        row(clusters, start, nobody());
        for (Balancer balancer : balancers) {
          row(clusters, start, balancer);
        }
      }
    }
  }

  private static Balancer nobody() {
    return new Balancer() {
      @Override
      public String title() {
        return "nobody";
      }

      @Override
      public Balanced balance(Regions regions) {
        return new Balanced(0, regions.serverOf(), "");
      }
    };
  }

  private static void row(List<Regions> clusters, Start start, Balancer balancer)
      throws IOException {
    double[] seconds = new double[clusters.size()];
    double[] loads = new double[clusters.size()];
    double[] counts = new double[clusters.size()];
    double[] moves = new double[clusters.size()];
    Set<String> notes = new TreeSet<>();
    for (int repeat = 0; repeat < clusters.size(); repeat++) {
      Regions regions = clusters.get(repeat);
      Balanced balanced = balancer.balance(regions);
      Regions.Evenness evenness = regions.evenness(balanced.serverOf());
      seconds[repeat] = balanced.seconds();
      loads[repeat] = evenness.load();
      counts[repeat] = evenness.regions();
      moves[repeat] = balanced.movesFrom(regions.serverOf());
      notes.add(balanced.note());
    }
    say(
        "| %,d (%,d) | %s | %s | %s | %s | %s | %s | %s |%n",
        clusters.get(0).servers(),
        clusters.get(0).count(),
        start,
        balancer.title(),
        spread("%.3f", seconds),
        spread("%.3f", loads),
        spread("%.2f", counts),
        spread("%,.0f", moves),
        String.join("; ", notes));
  }

  private static String spread(String format, double[] figures) {
    double[] sorted = figures.clone();
    Arrays.sort(sorted);
    String median = String.format(Locale.ROOT, format, sorted[sorted.length / 2]);
    String lowest = String.format(Locale.ROOT, format, sorted[0]);
    String highest = String.format(Locale.ROOT, format, sorted[sorted.length - 1]);
    return lowest.equals(highest) ? median : "%s (%s to %s)".formatted(median, lowest, highest);
  }

  private static void say(String format, Object... values) {
    System.out.printf(Locale.ROOT, format, values);
  }
}
