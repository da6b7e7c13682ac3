package io.proteus.app.command;

import io.proteus.app.Environment;
import io.proteus.app.ExitCode;
import io.proteus.app.Screen;
import io.proteus.app.WrongUsage;
import io.proteus.app.cluster.ClusterConnection;
import io.proteus.app.rendering.ParametersRendering;
import io.proteus.controller.configuration.Configuration;
import io.proteus.controller.json.CoreJson;
import io.proteus.controller.parameter.Finding;
import io.proteus.controller.parameter.ParameterRow;
import io.proteus.controller.parameter.ParametersDocument;
import io.proteus.controller.parameter.SettingsReview;
import io.proteus.controller.policy.Policy;
import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.controller.settings.NearestWord;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.TableId;
import io.proteus.core.port.PortException;
import io.proteus.core.units.Few;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code proteus parameters}. */
@Command(
    name = "parameters",
    mixinStandardHelpOptions = true,
    description = {
      "Show what servers and tables are set to, beside the defaults and what is recommended.",
      "Also where each value comes from, and what contradicts. Reads only: nothing is changed."
    },
    footer = {
      "",
      "A value is read from the server's own configuration (its /conf servlet) and from the"
          + " tables'",
      "descriptors. What a server does not tell is shown as -. After update_all_config a server"
          + " shows",
      "what it has read anew, also of settings that only a restart brings into effect.",
      "",
      "Examples:",
      "  proteus parameters --changed            what is not at its default",
      "  proteus parameters --table usertable    what counts for a table's column families",
      "  proteus parameters --policy pcm-wo      beside what it would set",
      "  proteus parameters --server rs1:16020 --json"
    })
public final class ParametersCommand implements Callable<Integer> {
  private final Environment environment;

  @Mixin private ClusterOptions cluster = new ClusterOptions();

  @Option(
      names = "--table",
      paramLabel = "NAME",
      description = "What counts for this table, instead of for servers.")
  private @Nullable String table;

  @Option(
      names = "--server",
      paramLabel = "HOST:PORT",
      description = "This server alone, as `proteus watch` names it.")
  private @Nullable String server;

  @Option(
      names = "--policy",
      paramLabel = "NAME",
      description = {
        "What this policy would set is recommended, besides what does not depend on the workload",
        "(proteus policies list)."
      })
  private @Nullable String policy;

  @Mixin private OwnPolicies policies = new OwnPolicies();

  @Option(
      names = "--changed",
      description = "Only what is not at its default or not as recommended.")
  private boolean changed;

  @Option(names = "--json", description = "Print it as JSON (docs/schema).")
  private boolean json;

  public ParametersCommand(Environment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() throws PortException, InvalidConfiguration {
    Configuration configuration = cluster.configuration(environment);
    Policy advising =
        policy == null
            ? null
            : policies.named(policy, "--policy", cluster.file(environment), environment);
    try (ClusterConnection connection = environment.connector().connect(configuration)) {
      SettingsReview review = chosen(connection.parameters().review(), connection);
      show(
          advising == null
              ? review
              : review.advisedBy(advising.advice(connection.parameters().catalogue())),
          connection);
    }
    return ExitCode.OK;
  }

  private SettingsReview chosen(SettingsReview whole, ClusterConnection connection) {
    SettingsReview chosen = whole;
    if (server != null) {
      NodeId node = new NodeId(server);
      if (!whole.nodes().containsKey(node)) {
        throw unknown("--server", connection.words().node().one(), server, whole.nodes().keySet());
      }
      chosen =
          new SettingsReview(
              chosen.catalogue(),
              Map.of(node, whole.nodes().get(node)),
              Map.copyOf(chosen.tables()));
    }
    if (table != null) {
      TableId id = named(table, connection);
      if (!whole.tables().containsKey(id)) {
        throw unknown("--table", "table", table, whole.tables().keySet());
      }
      chosen =
          new SettingsReview(
              chosen.catalogue(), Map.copyOf(chosen.nodes()), Map.of(id, whole.tables().get(id)));
    }
    return chosen;
  }

  private static WrongUsage unknown(
      String option, String what, String given, Collection<?> present) {
    List<String> names = present.stream().map(Object::toString).toList();
    return new WrongUsage(
        "%s: there is no %s '%s'%s. %s"
            .formatted(
                option,
                what,
                given,
                NearestWord.to(given, names).map(near -> ", maybe '%s'".formatted(near)).orElse(""),
                names.isEmpty() ? "There is none at all." : "There are: " + Few.of(names) + "."));
  }

  private void show(SettingsReview review, ClusterConnection connection) {
    Screen screen = environment.screen();
    List<ParameterRow> rows = rows(review, connection);
    List<Finding> findings =
        review.findings().stream()
            .filter(finding -> table == null || !finding.subject().isEmpty())
            .toList();
    if (json) {
      screen.out().println(CoreJson.prettyText(ParametersDocument.of(review, rows, findings)));
      return;
    }
    screen
        .out()
        .println(
            new ParametersRendering(connection.words(), screen.width(), screen.paint())
                .render(rows, findings, review.gaps(), review.nodes().size()));
  }

  private static TableId named(String table, ClusterConnection connection) {
    return connection.tables().named("--table", table);
  }

  private List<ParameterRow> rows(SettingsReview review, ClusterConnection connection) {
    List<ParameterRow> rows = new ArrayList<>();
    if (table == null) {
      rows.addAll(review.ofNodes());
      rows.addAll(review.changedOnTables());
    } else {
      rows.addAll(review.ofTable(named(table, connection)));
    }
    return changed
        ? rows.stream().filter(row -> row.isChanged() || row.isUnlikeRecommended()).toList()
        : rows;
  }
}
