package io.proteus.app.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.app.command.FixedSettings;
import io.proteus.app.rendering.Vocabulary;
import io.proteus.controller.configuration.Configuration;
import io.proteus.controller.execution.StopSignal;
import io.proteus.controller.execution.Time;
import io.proteus.controller.journal.Journal;
import io.proteus.controller.journal.JournalException;
import io.proteus.controller.parameter.CatalogueFile;
import io.proteus.core.parameter.ParameterCatalogue;
import io.proteus.engine.hbase.HBaseEngine;
import io.proteus.testkit.InMemoryCluster;
import io.proteus.testkit.InMemoryTables;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ControlsTest {
  @TempDir private Path folder;

  @Test
  void whatCannotBeOverseenIsLetGoWithItsJournal() throws Exception {
    InMemoryCluster cluster = InMemoryCluster.cluster().node("rs1").build();
    List<Journal> opened = new ArrayList<>();
    Controls.Overseer unwilling =
        journal -> {
          opened.add(journal);
          throw new JournalException("what operators asked for cannot be read");
        };

    assertThatThrownBy(() -> take(cluster, unwilling))
        .isInstanceOf(JournalException.class)
        .hasMessageStartingWith("what operators asked for");

    assertThat(opened).hasSize(1);
    assertThatThrownBy(() -> opened.get(0).last(1)).isInstanceOf(JournalException.class);
    assertThat(cluster.holder()).as("who holds the claim").isEmpty();
  }

  private Controls take(InMemoryCluster cluster, Controls.Overseer overseer) throws Exception {
    Configuration configuration =
        Configuration.parse(
            "the test",
            """
            cluster: {name: test}
            engine: {zookeeper: "localhost:2181"}
            journal: {file: journal.db}
            """,
            folder);
    ParameterCatalogue catalogue = CatalogueFile.shipped(HBaseEngine.catalogue());
    ClusterConnection connection =
        new ClusterConnection(
            configuration,
            Vocabulary.HBASE,
            cluster,
            cluster.cloud(),
            cluster.hosts(),
            new StoreParameters(catalogue, new FixedSettings()),
            Duration.ZERO,
            new InMemoryTables());
    return Controls.take(
        connection,
        "the test",
        configuration.monitor(),
        Time.ofTheDay(),
        new StopSignal(),
        overseer);
  }
}
