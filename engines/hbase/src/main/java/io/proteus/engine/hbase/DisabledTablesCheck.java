package io.proteus.engine.hbase;

import io.proteus.core.cluster.Topology;
import io.proteus.core.health.Finding;
import io.proteus.core.health.Severity;
import io.proteus.core.port.PortException;
import io.proteus.core.port.StoreCheck;
import io.proteus.core.words.Sentence;
import java.util.List;
import org.apache.hadoop.hbase.TableName;

/** Tables that are disabled, often since somebody altered them and forgot. */
record DisabledTablesCheck(ClusterConnection connection) implements StoreCheck {
  private static final String NAME = "disabled-tables";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<Finding> findings(Topology now) throws PortException {
    return ofTables(
        connection
            .ask("list the disabled tables", connection.admin().listTableNamesByState(false))
            .stream()
            .map(TableName::getNameAsString)
            .filter(HBaseTranslation::isManaged)
            .sorted()
            .toList());
  }

  static List<Finding> ofTables(List<String> disabled) {
    return disabled.stream()
        .map(
            table ->
                Finding.of(
                    NAME,
                    Severity.NOTE,
                    List.of(table),
                    Sentence.of("{table} %s is disabled", table),
                    Sentence.of("every request to it fails, and Proteus leaves it alone"),
                    Sentence.of("enable it, unless that is meant so"),
                    "echo \"enable '%s'\" | hbase shell -n".formatted(table)))
        .toList();
  }
}
