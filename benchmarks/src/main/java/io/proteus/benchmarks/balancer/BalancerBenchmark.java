package io.proteus.benchmarks.balancer;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Proteus's placement beside HBase's StochasticLoadBalancer on the same generated clusters: how
 * long the decision takes, how even the load is afterwards, and how many regions move for it.
 *
 * <p>Arguments: servers, with commas (10,100,1000 if there are none), regions a server (100),
 * seconds that HBase's may take (30, as shipped), seed (42).
 */
public final class BalancerBenchmark {
  private static final float AS_MUCH_AS_COUNTS = 500;

  private BalancerBenchmark() {}

  public static void main(String[] arguments) throws IOException {
    String sizes = arguments.length > 0 ? arguments[0] : "10,100,1000";
    int perServer = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 100;
    @Nullable Double seconds = arguments.length > 2 ? Double.valueOf(arguments[2]) : null;
    long seed = arguments.length > 3 ? Long.parseLong(arguments[3]) : 42;
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
        Regions regions = Regions.generate(Integer.parseInt(size), perServer, start, seed);
        row(regions, start, "nobody", new Balanced(0, regions.serverOf(), ""));
        for (Balancer balancer : balancers) {
          row(regions, start, balancer.title(), balancer.balance(regions));
        }
      }
    }
  }

  private static void row(Regions regions, Start start, String title, Balanced balanced) {
    Regions.Evenness evenness = regions.evenness(balanced.serverOf());
    say(
        "| %,d (%,d) | %s | %s | %.3f | %.3f | %.2f | %,d | %s |%n",
        regions.servers(),
        regions.count(),
        start,
        title,
        balanced.seconds(),
        evenness.load(),
        evenness.regions(),
        balanced.movesFrom(regions.serverOf()),
        balanced.note());
  }

  private static void say(String format, Object... values) {
    System.out.printf(Locale.ROOT, format, values);
  }
}
