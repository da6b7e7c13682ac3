package io.proteus.lab.papers;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.HorizontalAlign;
import io.proteus.app.Environment;
import io.proteus.app.ExitCode;
import io.proteus.controller.json.CoreJson;
import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.simulator.papers.PaperFigure;
import io.proteus.simulator.papers.PaperFigures;
import io.proteus.simulator.papers.PaperFigures.Simulated;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code proteus experiment papers}. */
@Command(
    name = "papers",
    mixinStandardHelpOptions = true,
    description = {
      "The papers' figures, and those of the real local cluster, beside the simulated ones.",
      "docs/simulator.md says which the model was fitted to, and where it is wrong. Takes minutes."
    })
public final class PapersCommand implements Callable<Integer> {
  private final Environment environment;

  @Option(names = "--json", description = "Print the figures as JSON.")
  private boolean json;

  public PapersCommand(Environment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() throws InvalidConfiguration {
    Simulated simulated = PaperFigures.simulate(line -> environment.screen().progress("  " + line));
    environment.screen().progress("");
    environment.screen().out().println(json ? document(simulated) : table(simulated.figures()));
    return exitCode(simulated, environment.screen().err());
  }

  /** Tells what must not have happened, with which the figures count for nothing. */
  static int exitCode(Simulated simulated, PrintWriter err) {
    simulated.incidents().forEach(err::println);
    return simulated.incidents().isEmpty() ? ExitCode.OK : ExitCode.ERROR;
  }

  static String document(Simulated simulated) {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("schema", "proteus/papers/1");
    document.put("figures", simulated.figures());
    document.put("incidents", simulated.incidents());
    return CoreJson.prettyText(document);
  }

  static String table(List<PaperFigure> figures) {
    return AsciiTable.getTable(
        figures,
        List.of(
            text("id").with(PaperFigure::id),
            text("figure").with(PaperFigure::what),
            figure("paper").with(row -> number(row.paper())),
            figure("simulated").with(row -> number(row.simulated())),
            figure("measured").with(row -> number(row.measured())),
            figure("error").with(row -> percent(row.error())),
            text("").with(row -> row.fitted() ? "fitted" : "predicted")));
  }

  private static Column text(String header) {
    return new Column().header(header).dataAlign(HorizontalAlign.LEFT);
  }

  private static Column figure(String header) {
    return new Column().header(header).dataAlign(HorizontalAlign.RIGHT);
  }

  private static String number(@Nullable Double value) {
    return value == null
        ? "-"
        : String.format(Locale.ROOT, Math.abs(value) < 100 ? "%.2f" : "%,.0f", value);
  }

  private static String percent(@Nullable Double error) {
    return error == null ? "-" : String.format(Locale.ROOT, "%+.0f %%", 100 * error);
  }
}
