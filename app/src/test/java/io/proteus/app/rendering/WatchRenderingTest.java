package io.proteus.app.rendering;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.app.view.ClusterView;
import io.proteus.core.cluster.Gap;
import io.proteus.core.cluster.MachinePrices;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Observation;
import io.proteus.core.cluster.RequestRates;
import io.proteus.core.port.PortException;
import io.proteus.core.words.Sentence;
import io.proteus.engine.hbase.HBaseWords;
import io.proteus.testkit.ClusterBuilder;
import io.proteus.testkit.InMemoryCluster;
import io.proteus.testkit.ManualClock;
import java.math.BigDecimal;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class WatchRenderingTest {
  private final ManualClock clock = ManualClock.start();

  @Test
  void showsServersAndRegionsWithWhatIsWrongAboutThem() throws PortException {
    Observation seen = Scenes.observe(Scenes.mixed(clock).build(), clock);

    Golden.assertMatches("watch.txt", rendering(160, 20).render(Scenes.view(seen, Scenes.plan())));
  }

  @Test
  void givesUpTheLeastImportantColumnsOnANarrowScreen() throws PortException {
    Observation seen = Scenes.observe(Scenes.mixed(clock).build(), clock);

    String screen = rendering(70, 1).render(Scenes.view(seen, Scenes.plan()));

    Golden.assertMatches("watch-narrow.txt", screen);
  }

  @Test
  void whatIsNotKnownIsADashAndNeverAZero() throws PortException {
    InMemoryCluster cluster = Scenes.mixed(clock).build();
    cluster.readable(new NodeId("rs2:16020"), false);

    Observation seen = Scenes.observe(cluster, clock);

    Golden.assertMatches(
        "watch-half-readable.txt",
        rendering(160, 20).render(Scenes.appraisal().view(seen, null, List.of())));
  }

  @Test
  void aClusterWithoutServersIsSaidToBeOne() throws PortException {
    Observation seen = Scenes.observe(InMemoryCluster.cluster().clock(clock).build(), clock);

    assertThat(rendering(100, 20).render(Scenes.appraisal().view(seen, null, List.of())))
        .contains("0 RegionServers, 0 regions of 0 tables, op/s not known")
        .contains("No RegionServer is alive.");
  }

  @Test
  void whatTheMachinesCostIsSaidWhereAPriceIsKnown() throws PortException {
    Observation seen = Scenes.observe(Scenes.mixed(clock).build(), clock);
    SortedMap<NodeId, BigDecimal> prices = new TreeMap<>();
    seen.topology().nodes().forEach(node -> prices.put(node.id(), new BigDecimal("0.25")));
    int all = prices.size();

    assertThat(shown(seen, prices)).contains("%s an hour, ".formatted(0.25 * all));
    prices.remove(prices.firstKey());
    assertThat(shown(seen, prices))
        .contains("%s an hour beside 1 machine of unknown price".formatted(0.25 * (all - 1)));
    prices.clear();
    assertThat(shown(seen, prices)).doesNotContain("an hour");
  }

  private String shown(Observation seen, SortedMap<NodeId, BigDecimal> prices) {
    Observation priced = seen.with(seen.topology().with(new MachinePrices(prices, null)));
    return rendering(160, 20).render(Scenes.appraisal().view(priced, null, List.of()));
  }

  @Test
  void aMachineOfWhichNoServerCameIsNamed() throws PortException {
    Observation seen = Scenes.observe(Scenes.mixed(clock).build(), clock);
    Observation paidForInVain =
        new Observation(
            seen.number(),
            seen.topology()
                .withMachines(
                    Map.of(new NodeId("rs1:16020"), seen.at(), new NodeId("rs9:16020"), seen.at())),
            seen.span(),
            seen.rates(),
            seen.loads(),
            seen.capabilities(),
            seen.gaps());

    assertThat(rendering(160, 20).render(Scenes.appraisal().view(paidForInVain, null, List.of())))
        .contains("balancer on, 1 machine without a RegionServer: rs9:16020");
  }

  @Test
  void coloursAreEscapeSequencesAroundTheSameText() throws PortException {
    Observation seen = Scenes.observe(Scenes.mixed(clock).build(), clock);
    ClusterView view = Scenes.view(seen, Scenes.plan());

    String coloured =
        new WatchRendering(HBaseWords.WORDS, 160, 20, ZoneOffset.UTC, new Paint(true)).render(view);

    assertThat(coloured).contains("\u001B[31m");
    assertThat(coloured.replaceAll("\u001B\\[[0-9;]*m", ""))
        .isEqualToIgnoringWhitespace(rendering(160, 20).render(view));
  }

  @Test
  void wherePluginsRunTheSettingThatIsMissingIsNamedAndNotThePlugin() throws PortException {
    Observation seen = Scenes.withoutShrinking(Scenes.observe(Scenes.mixed(clock).build(), clock));

    assertThat(rendering(160, 20).render(Scenes.view(seen, Scenes.plan())))
        .contains(
            "With hbase.hregion.memstore.chunkpool.maxsize: 0 in their configuration, 2"
                + " RegionServers")
        .doesNotContain("plugin");
  }

  @Test
  void whatIsLeftAloneIsNotCalledUnknown() throws PortException {
    Observation seen = Scenes.observe(Scenes.mixed(clock).build(), clock);
    Observation withCopies =
        Scenes.withGap(
            seen,
            new Gap(
                Gap.Kind.TABLE_LEFT_ALONE,
                "orders",
                Sentence.verbatim("table orders has 2 replicas of each")));

    assertThat(rendering(160, 20).render(Scenes.appraisal().view(withCopies, null, List.of())))
        .contains("Left alone: orders: table orders has 2 replicas of each")
        .doesNotContain("Not known:");
  }

  /** As where no cloud is set: servers keep their split, for want of the plugin alone. */
  @Test
  void whatThePluginWouldDoIsSaidWhereNothingCanBeRestartedToo() throws PortException {
    Observation seen = Scenes.observe(Scenes.mixed(clock).build(), clock);

    assertThat(rendering(160, 20).render(Scenes.view(seen, Scenes.planWithoutRestarts())))
        .contains(
            "With Proteus's plugin on their class path, 1 RegionServer could be set without a"
                + " restart.");
  }

  @Test
  void aServerWhosePluginIsSuspendedIsToldWhyAndNotThatItIsMissing() throws PortException {
    Observation seen =
        Scenes.withGap(
            Scenes.observe(Scenes.mixed(clock).build(), clock),
            new Gap(
                Gap.Kind.SPLIT_BY_RESTART_ONLY,
                "rs2:16020",
                Sentence.verbatim("Proteus' plugin can set nothing at present: the heap is full")));

    assertThat(rendering(160, 20).render(Scenes.view(seen, Scenes.plan())))
        .contains(
            "By restart only: rs2:16020: Proteus' plugin can set nothing at present: the heap is"
                + " full")
        .doesNotContain("plugin missing")
        .doesNotContain("Proteus's plugin on their class path");
  }

  @Test
  void aScreenWithFewerLinesThanServersShowsThoseThatMatterMost() throws PortException {
    ClusterBuilder many = InMemoryCluster.cluster().clock(clock);
    for (int i = 0; i < 60; i++) {
      many.node("rs%02d:16020".formatted(i))
          .cpu(i == 41 ? 0.95 : 0.1 + i / 1000.0)
          .holding("users", 2, new RequestRates(10, 0, 0));
    }
    InMemoryCluster cluster = many.build();
    cluster.readable(new NodeId("rs07:16020"), false);
    ClusterView view = Scenes.appraisal().view(Scenes.observe(cluster, clock), null, List.of());

    String screen = rendering(160, 20).render(view, 24);

    assertThat(screen.lines().count()).isLessThan(24).isGreaterThan(18);
    assertThat(
            screen.lines().filter(line -> line.startsWith(" rs")).map(line -> line.split(" ")[1]))
        .startsWith("rs07:16020", "rs41:16020")
        .endsWith("rs58:16020", "rs59:16020");
    assertThat(screen).containsPattern("and \\d+ RegionServers more").contains("regions more");
    assertThat(rendering(160, 0).render(view, 24)).doesNotContain("regions more");
  }

  @Test
  void aScreenWithRoomForAllServersShowsThemAll() throws PortException {
    Observation seen = Scenes.observe(Scenes.mixed(clock).build(), clock);
    ClusterView view = Scenes.view(seen, Scenes.plan());

    assertThat(rendering(160, 20).render(view, 200)).isEqualTo(rendering(160, 20).render(view));
    assertThat(rendering(160, 20).render(view, 15))
        .contains("rs1:16020", "rs2:16020")
        .contains("regions more")
        .doesNotContain("RegionServers more");
  }

  private static WatchRendering rendering(int width, int top) {
    return new WatchRendering(HBaseWords.WORDS, width, top, ZoneOffset.UTC, Paint.NONE);
  }
}
