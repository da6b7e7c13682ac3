package io.proteus.app.bulkload;

import io.proteus.app.Environment;
import io.proteus.app.ExitCode;
import io.proteus.app.Exits;
import io.proteus.app.Screen;
import io.proteus.app.WrongUsage;
import io.proteus.app.cluster.ClusterConnection;
import io.proteus.app.command.ClusterOptions;
import io.proteus.app.command.Operator;
import io.proteus.controller.Claims;
import io.proteus.controller.configuration.Configuration;
import io.proteus.controller.journal.Journal;
import io.proteus.controller.journal.JournalEvent.LoadPrepared;
import io.proteus.controller.journal.JournalEvent.LoadPrepared.NodeMemory;
import io.proteus.controller.journal.JournalException;
import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.TableId;
import io.proteus.core.port.MemoryShares;
import io.proteus.core.port.PortException;
import io.proteus.core.port.StoredTable;
import io.proteus.core.port.TableStore;
import io.proteus.core.units.InvalidValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code proteus bulk-load prepare}. */
@Command(
    name = "prepare",
    mixinStandardHelpOptions = true,
    description =
        "Set a table up for a load, after a question; `finish` puts back what was before.")
@Exits(also = {ExitCode.CLAIMED, ExitCode.DECLINED})
final class PrepareLoadCommand implements Callable<Integer> {
  private final Environment environment;

  @Mixin private ClusterOptions cluster = new ClusterOptions();
  @Mixin private LoadOptions options = new LoadOptions();

  @Option(names = "--yes", description = "Do not ask.")
  private boolean yes;

  PrepareLoadCommand(Environment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call()
      throws PortException, InvalidConfiguration, JournalException, InterruptedException {
    Screen screen = environment.screen();
    if (!yes && !screen.interactive()) {
      throw new WrongUsage(
          "bulk-load prepare: nobody is there to be asked. --yes sets up without a question.");
    }
    cluster.requireFile("bulk-load prepare");
    Configuration configuration = cluster.configuration(environment);
    try (ClusterConnection connection = environment.connector().connect(configuration);
        Journal journal = connection.journal();
        Claims claims =
            Claims.first(
                connection.ports().claiming(),
                Operator.here().named("proteus bulk-load prepare"))) {
      PlannedLoad load = PlannedLoad.on(connection, options, environment.folder());
      refuseASecondOne(new PreparedLoads(journal), load);
      LoadRendering rendering =
          new LoadRendering(connection.words(), screen.width(), screen.paint());
      screen.out().print(rendering.render(load));
      if (!yes && !screen.confirms("\nSet it up so?")) {
        screen.err().println("Nothing was changed.");
        return ExitCode.DECLINED;
      }
      claims.claim();
      LoadPrepared prepared = prepared(connection.tables(), load);
      journal.append(environment.time().now(), prepared);
      try {
        apply(connection, load, prepared);
      } catch (PortException e) {
        throw new PortException(
            "%s It may be half set up: `proteus bulk-load finish --table %s` puts back what was before."
                .formatted(sentence(e), load.plan().request().table()),
            e);
      }
      screen.out().println("\n" + rendering.prepared(load));
      screen
          .out()
          .println("Load, then: proteus bulk-load finish --table " + load.plan().request().table());
    }
    return ExitCode.OK;
  }

  private static String sentence(PortException e) {
    String message = String.valueOf(e.getMessage());
    return message.endsWith(".") ? message : message + ".";
  }

  /** It would take what the first one has set for what was before. */
  private static void refuseASecondOne(PreparedLoads loads, PlannedLoad load)
      throws JournalException {
    TableId table = load.plan().request().table();
    Optional<PreparedLoads.Unfinished> open = loads.of(table);
    if (open.isPresent()) {
      throw new InvalidValue(
          "--table %s: was prepared for a load at %s already, and what was before it is not put back. First run: proteus bulk-load finish --table %s"
              .formatted(table, open.get().at(), table));
    }
    Optional<PreparedLoads.Unfinished> other =
        load.memory() == null ? Optional.empty() : loads.dividingHeaps();
    if (other.isPresent()) {
      TableId its = other.get().load().table();
      throw new InvalidValue(
          "--table %s: the servers' heaps are divided for the load of %s since %s, and how they were before would be lost. First run: proteus bulk-load finish --table %s. Or leave the heaps as they are: --table-only"
              .formatted(table, its, other.get().at(), its));
    }
  }

  /** What was before, of all that is about to be changed. */
  private static LoadPrepared prepared(TableStore tables, PlannedLoad load) throws PortException {
    TableId table = load.plan().request().table();
    Optional<StoredTable> there = tables.table(table);
    Map<String, String> set = new HashMap<>(load.attributes());
    if (load.change() == TableChange.RECREATE) {
      set.putAll(tables.whileMadeAnew()); // a crash leaves it there, and `finish` takes it off
    }
    Map<String, String> before = new HashMap<>();
    there.ifPresent(stored -> before.putAll(stored.attributes()));
    before.keySet().retainAll(set.keySet());
    List<NodeMemory> memory = new ArrayList<>();
    MemorySplit wanted = load.memory();
    for (Node node : load.nodes()) {
      MemorySplit now = node.memory();
      if (wanted != null && now != null && !now.isAbout(wanted)) {
        memory.add(new NodeMemory(node.id(), now, wanted, node.pinned()));
      }
    }
    return new LoadPrepared(table, there.isPresent(), before, set, memory);
  }

  private void apply(ClusterConnection connection, PlannedLoad load, LoadPrepared prepared)
      throws PortException {
    Screen screen = environment.screen();
    TableId table = prepared.table();
    for (NodeMemory memory : prepared.memory()) {
      screen.progress("  %s: %s".formatted(memory.node(), memory.set()));
      connection.ports().need(MemoryShares.class).setMemorySplit(memory.node(), memory.set());
    }
    screen.progress("  table " + table);
    switch (load.change()) {
      case CREATE ->
          connection
              .tables()
              .create(table, load.families(), load.plan().splits().keys(), load.attributes());
      case RECREATE ->
          connection.tables().recreate(table, load.plan().splits().keys(), load.attributes());
      case ALTER -> connection.tables().alter(table, load.attributes(), Set.of());
    }
    screen.progress("");
  }
}
