package io.proteus.app.rendering;

import io.proteus.app.view.ClusterView;
import io.proteus.app.view.Figures;
import io.proteus.app.view.NodeRow;
import io.proteus.app.view.PartitionRow;
import io.proteus.app.view.Remark;
import io.proteus.core.cluster.Gap;
import io.proteus.core.cluster.KeyRange;
import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.MoneyPerHour;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.NodeLoad;
import io.proteus.core.cluster.RequestRates;
import io.proteus.core.cluster.Topology;
import io.proteus.core.health.Finding;
import io.proteus.core.strategy.Reason;
import io.proteus.core.units.Few;
import io.proteus.core.units.Ratio;
import io.proteus.core.words.Words;
import io.proteus.core.workload.AccessClass;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The screen of {@code watch}.
 *
 * @param words the engine's
 * @param width of the screen, in characters
 * @param top how many partitions are listed, the busiest first
 * @param zone in which times are shown
 */
public record WatchRendering(Words words, int width, int top, ZoneId zone, Paint paint) {
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss");
  private static final int GAPS_SHOWN = 3;

  /** The whole screen, with a line break at its end. */
  public String render(ClusterView view) {
    return render(view, top, view.nodes().size());
  }

  /**
   * The screen with as many partitions as one of so many lines has room for, and where that is not
   * enough as many nodes: those of which something is to be said, and the busiest.
   */
  public String render(ClusterView view, int height) {
    int partitions = Math.min(top, view.partitions().size());
    int nodes = view.nodes().size();
    String text = render(view, partitions, nodes);
    int excess = excess(text, height);
    if (excess > 0 && partitions > 0) {
      partitions = Math.max(1, partitions - excess - 1);
      text = render(view, partitions, nodes);
      excess = excess(text, height);
    }
    return excess > 0 ? render(view, partitions, Math.max(1, nodes - excess - 1)) : text;
  }

  private static int excess(String text, int height) {
    return (int) text.lines().count() + 1 - height;
  }

  private String render(ClusterView view, int partitions, int nodes) {
    List<String> blocks = new ArrayList<>();
    blocks.add(header(view));
    blocks.add(nodes(view, nodes));
    if (!view.partitions().isEmpty() && partitions > 0) {
      blocks.add(partitions(view, partitions));
    }
    String notes = notes(view);
    if (!notes.isEmpty()) {
      blocks.add(notes);
    }
    return String.join("\n\n", blocks) + "\n";
  }

  private String header(ClusterView view) {
    Topology topology = view.observation().topology();
    String span =
        view.observation().span().isZero()
            ? "first sample, rates follow with the second"
            : "over " + Figures.duration(view.observation().span());
    String first =
        "%s cluster %s  %s, %s"
            .formatted(
                words.store(), topology.cluster(), TIME.withZone(zone).format(topology.at()), span);
    List<String> facts = new ArrayList<>();
    facts.add(words.nodes(topology.nodes().size()));
    facts.add(
        words.partitions(topology.partitions().size())
            + " of "
            + words.table().count(topology.tables().size()));
    facts.add(view.requests() == null ? "op/s not known" : Figures.rate(view.requests()) + " op/s");
    if (!topology.prices().perHour().isEmpty()) {
      facts.add(money(topology.costs()));
    }
    facts.add("balancer " + (topology.balancerOn() ? "on" : "off"));
    view.observation().caveats().forEach(caveat -> facts.add(caveat.in(words)));
    if (!topology.inTransition().isEmpty()) {
      facts.add(topology.inTransition().size() + " in transition");
    }
    if (!topology.deadNodes().isEmpty()) {
      facts.add(
          paint.red(
              topology.deadNodes().size()
                  + " dead: "
                  + topology.deadNodes().stream()
                      .map(Object::toString)
                      .collect(Collectors.joining(" "))));
    }
    Set<NodeId> machines = topology.machinesWithoutNode().keySet();
    if (!machines.isEmpty()) {
      facts.add(
          paint.yellow(
              "%s without a %s: %s"
                  .formatted(
                      Figures.count(machines.size(), "machine", "machines"),
                      words.node().one(),
                      Few.of(machines))));
    }
    return paint.bold(first) + "\n" + String.join(", ", facts) + findings(view.findings());
  }

  private static String money(MoneyPerHour costs) {
    String known = costs.known().toPlainString() + " an hour";
    return costs.unknown() == 0
        ? known
        : "%s beside %s of unknown price"
            .formatted(known, Figures.count(costs.unknown(), "machine", "machines"));
  }

  /** One line that points to the doctor; none where nothing was found. */
  private String findings(List<Finding> findings) {
    return findings.isEmpty()
        ? ""
        : "\n"
            + paint.yellow(
                "`proteus doctor` tells of %s".formatted(DoctorRendering.count(findings)));
  }

  private String nodes(ClusterView view, int most) {
    if (view.nodes().isEmpty()) {
      return "No " + words.node().one() + " is alive.";
    }
    List<NodeRow> shown = mostTelling(view.nodes(), most);
    int more = view.nodes().size() - shown.size();
    return nodes(shown) + (more == 0 ? "" : more(words.nodes(more)));
  }

  private String more(String count) {
    return "\n " + paint.faint("and %s more".formatted(count));
  }

  /** In the order in which they are given, so that a live screen does not jump. */
  private static List<NodeRow> mostTelling(List<NodeRow> nodes, int most) {
    if (nodes.size() <= most) {
      return nodes;
    }
    Set<NodeRow> telling =
        nodes.stream()
            .sorted(
                Comparator.comparing(WatchRendering::isQuiet)
                    .thenComparing(WatchRendering::cpu, Comparator.reverseOrder()))
            .limit(most)
            .collect(Collectors.toSet());
    return nodes.stream().filter(telling::contains).toList();
  }

  /** That the plugin is missing is true of many nodes for good. */
  private static boolean isQuiet(NodeRow row) {
    return row.remarks().stream().allMatch(remark -> remark == Remark.NO_PLUGIN);
  }

  private static double cpu(NodeRow row) {
    return row.load() == null || row.load().host().cpu() == null
        ? -1
        : row.load().host().cpu().value();
  }

  private String nodes(List<NodeRow> shown) {
    return new Grid<NodeRow>()
        .text(words.node().one(), 0, row -> row.id().value())
        .text("profile", 5, row -> row.profile() == null ? Figures.UNKNOWN : row.profile())
        .figure(SplitWords.split(words), 4, row -> split(row.memory()))
        .text("serves", 6, WatchRendering::mix)
        .figure("op/s", 0, row -> Figures.rate(row.requests()))
        .figure("CPU", 1, row -> ofLoad(row, l -> Figures.percent(l.host().cpu())), this::heat)
        .figure("I/O wait", 8, row -> ofLoad(row, l -> Figures.percent(l.host().ioWait())))
        .figure("memory", 10, row -> ofLoad(row, l -> Figures.percent(l.host().memory())))
        .figure("heap", 11, row -> ofLoad(row, WatchRendering::heap))
        .figure(
            SplitWords.cache(words) + " hit",
            3,
            row -> ofLoad(row, l -> Figures.percent(l.cacheHitRatio())))
        .figure("local", 7, row -> ofLoad(row, l -> Figures.percent(l.locality())))
        .figure("queue", 9, row -> ofLoad(row, l -> Figures.whole(l.queued())))
        .figure(words.partition().many(), 2, row -> held(row.partitions()))
        .text("", 0, row -> remarks(row.remarks()), (row, cell) -> alarm(row.remarks(), cell))
        .render(shown, width, paint);
  }

  private static String held(@Nullable Integer partitions) {
    return partitions == null ? Figures.UNKNOWN : partitions.toString();
  }

  private static String split(@Nullable MemorySplit memory) {
    return memory == null
        ? Figures.UNKNOWN
        : Figures.percent(memory.readCache()) + " / " + Figures.percent(memory.writeBuffer());
  }

  private static String heap(NodeLoad load) {
    return load.heapUsed() == null || load.heapMax() == null || load.heapMax().bytes() == 0
        ? Figures.UNKNOWN
        : Figures.percent(Ratio.share(load.heapUsed().bytes(), load.heapMax().bytes()));
  }

  private static String ofLoad(NodeRow row, Function<NodeLoad, String> figure) {
    return row.load() == null ? Figures.UNKNOWN : figure.apply(row.load());
  }

  private String heat(NodeRow row, String cell) {
    return row.remarks().contains(Remark.HOT) ? paint.red(cell) : cell;
  }

  private String partitions(ClusterView view, int most) {
    List<PartitionRow> shown = view.partitions().stream().limit(most).toList();
    Grid<PartitionRow> grid =
        new Grid<PartitionRow>()
            .text(words.table().one(), 0, row -> row.partition().table().value())
            .text(words.partition().one(), 4, row -> row.partition().id().value());
    if (shown.stream().anyMatch(row -> row.partition().rows() != null)) {
      grid.text("rows", 8, WatchRendering::rows);
    }
    String table =
        grid.text("class", 0, row -> String.valueOf(known(row.accessClass())))
            .figure("reads/s", 5, row -> rate(row, RequestRates::reads))
            .figure("scans/s", 6, row -> rate(row, RequestRates::scans))
            .figure("writes/s", 7, row -> rate(row, RequestRates::writes))
            .figure("op/s", 0, row -> rate(row, RequestRates::total))
            .figure("size", 2, row -> Figures.size(row.partition().size()))
            .figure("local", 3, row -> Figures.percent(row.partition().locality()))
            .text("on", 0, row -> String.valueOf(known(row.partition().node())))
            .text("", 0, this::whereTo, (row, cell) -> alarm(row.remarks(), cell))
            .render(shown, width, paint);
    int more = view.partitions().size() - shown.size();
    return more == 0 ? table : table + more(words.partitions(more));
  }

  private static String rows(PartitionRow row) {
    KeyRange rows = row.partition().rows();
    return rows == null ? Figures.UNKNOWN : rows.saysNothing() ? "all" : rows.shown();
  }

  private static Object known(@Nullable Object value) {
    return value == null ? Figures.UNKNOWN : value;
  }

  private static String rate(PartitionRow row, Function<RequestRates, Double> figure) {
    return Figures.rate(row.rates() == null ? null : figure.apply(row.rates()));
  }

  private String whereTo(PartitionRow row) {
    String to = row.wanted() == null ? "" : "misplaced -> " + row.wanted();
    String others = remarks(row.remarks().stream().filter(r -> r != Remark.MISPLACED).toList());
    return to.isEmpty() || others.isEmpty() ? to + others : to + ", " + others;
  }

  private static String remarks(List<Remark> remarks) {
    return remarks.stream().map(Remark::toString).collect(Collectors.joining(", "));
  }

  private String alarm(List<Remark> remarks, String cell) {
    boolean bad =
        remarks.contains(Remark.HOT)
            || remarks.contains(Remark.UNSERVED)
            || remarks.contains(Remark.UNREADABLE);
    return bad ? paint.red(cell) : paint.yellow(cell);
  }

  private String notes(ClusterView view) {
    List<String> notes = new ArrayList<>();
    if (view.misplaced() + view.misconfigured() > 0) {
      notes.add(
          "%s misplaced, %s misconfigured: `proteus plan` shows how to put that right."
              .formatted(
                  words.partitions((int) view.misplaced()),
                  words.nodes((int) view.misconfigured())));
    }
    long dividable = view.misconfiguredWithoutPlugin();
    SplitWords savings = new SplitWords(words);
    savings.ofDividing(dividable).ifPresent(notes::add);
    long shrinkable = view.misconfiguredWhere(node -> node.memoryOnline() && !node.shrinksOnline());
    savings.ofShrinking(shrinkable).ifPresent(notes::add);
    for (Reason reason : view.reasons()) {
      notes.add(reason.in(words));
    }
    notes.addAll(gaps(view.observation().gaps()));
    return notes.stream().map(note -> " " + note).collect(Collectors.joining("\n"));
  }

  private static String heading(Gap.Kind kind) {
    return switch (kind) {
      case TABLE_LEFT_ALONE -> "Left alone";
      case SPLIT_BY_RESTART_ONLY -> "By restart only";
      default -> "Not known";
    };
  }

  /** A kind a line: a cluster whose hosts cannot be read has as many gaps as nodes. */
  private List<String> gaps(List<Gap> gaps) {
    Map<Gap.Kind, List<Gap>> byKind =
        gaps.stream().collect(Collectors.groupingBy(Gap::kind, TreeMap::new, Collectors.toList()));
    List<String> lines = new ArrayList<>();
    byKind.forEach(
        (kind, of) -> {
          String subjects =
              of.stream().limit(GAPS_SHOWN).map(Gap::subject).collect(Collectors.joining(", "));
          String more =
              of.size() > GAPS_SHOWN ? " and %d more".formatted(of.size() - GAPS_SHOWN) : "";
          lines.add(
              paint.faint(
                  "%s: %s%s: %s"
                      .formatted(heading(kind), subjects, more, of.get(0).sentence().in(words))));
        });
    return lines;
  }

  /** {@code read 80%, scan 15%}: what is under a twentieth is left out. */
  private static String mix(NodeRow row) {
    return row.serves().entrySet().stream()
        .filter(entry -> entry.getValue().value() >= 0.05)
        .sorted(Map.Entry.<AccessClass, Ratio>comparingByValue().reversed())
        .map(entry -> entry.getKey() + " " + Figures.percent(entry.getValue()))
        .reduce((a, b) -> a + ", " + b)
        .orElse(Figures.UNKNOWN);
  }
}
