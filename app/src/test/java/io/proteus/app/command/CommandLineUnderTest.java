package io.proteus.app.command;

import io.proteus.app.Environment;
import io.proteus.app.Proteus;
import io.proteus.app.Screen;
import io.proteus.app.cluster.ClusterConnection;
import io.proteus.app.cluster.Connector;
import io.proteus.app.cluster.StoreParameters;
import io.proteus.app.rendering.Paint;
import io.proteus.controller.execution.Time;
import io.proteus.controller.parameter.CatalogueFile;
import io.proteus.core.parameter.ParameterCatalogue;
import io.proteus.core.port.PortException;
import io.proteus.core.port.StoreSettings;
import io.proteus.core.port.TableStore;
import io.proteus.engine.hbase.HBaseEngine;
import io.proteus.engine.hbase.HBaseWords;
import io.proteus.testkit.InMemoryCluster;
import io.proteus.testkit.InMemoryTables;
import io.proteus.testkit.ManualClock;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/** The command line on a cluster in memory, with a clock that moves when a command pauses. */
public final class CommandLineUnderTest {
  /** What came of a command. */
  public record Outcome(int exitCode, String out, String err) {}

  private static final ParameterCatalogue CATALOGUE =
      CatalogueFile.shipped(HBaseEngine.catalogue());

  final ManualClock clock;
  final Path folder;
  private Connector connector =
      configuration -> {
        throw new PortException("no test cluster was set");
      };
  private StoreParameters parameters = new StoreParameters(CATALOGUE, new FixedSettings());
  private String answers = "";
  private Duration thinks = Duration.ZERO;
  private boolean interactive;
  private Consumer<String> meanwhile = said -> {};
  private @Nullable Instant end;
  private boolean realTime;

  public CommandLineUnderTest(Path folder, ManualClock clock) {
    this.folder = folder;
    this.clock = clock;
  }

  public CommandLineUnderTest on(InMemoryCluster cluster) {
    return on(cluster, new InMemoryTables());
  }

  public CommandLineUnderTest on(InMemoryCluster cluster, TableStore tables) {
    connector =
        configuration ->
            new ClusterConnection(
                configuration,
                HBaseWords.WORDS,
                cluster.ports(),
                cluster.hosts(),
                parameters,
                Duration.ZERO,
                tables);
    return this;
  }

  /** What the cluster says it is set to. */
  public CommandLineUnderTest set(StoreSettings settings) {
    parameters = new StoreParameters(parameters.catalogue(), settings);
    return this;
  }

  public CommandLineUnderTest reachedBy(Connector other) {
    connector = other;
    return this;
  }

  /** Time passes by itself, as for a cluster that has a clock of its own. */
  public CommandLineUnderTest onRealTime() {
    realTime = true;
    return this;
  }

  /** Somebody sits before the screen and answers so. */
  public CommandLineUnderTest answering(String text) {
    interactive = true;
    answers = text;
    return this;
  }

  /** Whoever answers takes so long. */
  public CommandLineUnderTest after(Duration length) {
    thinks = length;
    return this;
  }

  /** Somebody presses Ctrl-C then. */
  public CommandLineUnderTest interruptedAfter(Duration length) {
    end = clock.instant().plus(length);
    return this;
  }

  /** Somebody looks at what was said so far whenever time has passed. */
  public CommandLineUnderTest meanwhile(Consumer<String> looks) {
    meanwhile = looks;
    return this;
  }

  /** Writes the smallest proteus.yaml that groups by use, with more lines. */
  public CommandLineUnderTest configured(String more) {
    return file(
        "proteus.yaml",
        (more.contains("strategy:") ? "" : "strategy: met\n")
            + "cluster:\n  name: test\nengine:\n  zookeeper: localhost:2181\n"
            + more);
  }

  public CommandLineUnderTest file(String name, String text) {
    try {
      Files.writeString(folder.resolve(name), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return this;
  }

  public Outcome run(String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int exitCode = Proteus.run(environment(out, err), args);
    return new Outcome(exitCode, out.toString(), err.toString());
  }

  /** The command line itself, to be looked at. */
  public CommandLine commandLine() {
    return Proteus.commandLine(environment());
  }

  /** What surrounds a command, to call what is behind it. */
  public Environment environment() {
    return environment(new StringWriter(), new StringWriter());
  }

  private Environment environment(StringWriter out, StringWriter err) {
    Screen screen =
        new Screen(
            new PrintWriter(out, true),
            new PrintWriter(err, true),
            new BufferedReader(answered()),
            interactive,
            Paint.NONE);
    return new Environment(
        screen, folder, folder, connector, realTime ? Time.ofTheDay() : time(out::toString));
  }

  private StringReader answered() {
    return new StringReader(answers) {
      @Override
      public int read(char[] into, int from, int most) throws IOException {
        clock.advance(thinks);
        thinks = Duration.ZERO;
        return super.read(into, from, most);
      }
    };
  }

  private Time time(Supplier<String> said) {
    return new Time() {
      @Override
      public Instant now() {
        return clock.instant();
      }

      @Override
      public void sleep(Duration duration) throws InterruptedException {
        clock.advance(duration);
        meanwhile.accept(said.get());
        if (end != null && clock.instant().isAfter(end)) {
          throw new InterruptedException("the test's time is over");
        }
      }
    };
  }
}
