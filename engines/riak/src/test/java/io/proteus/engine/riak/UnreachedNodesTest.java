package io.proteus.engine.riak;

import static io.proteus.engine.riak.RiakUnderTest.ONE;
import static io.proteus.engine.riak.RiakUnderTest.TWO;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.core.port.PortException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A host that is away takes the command with it, and not the sight of the others. */
class UnreachedNodesTest {
  @TempDir private Path folder;
  private RiakUnderTest cluster;
  private RiakStore store;

  @BeforeEach
  void start() throws Exception {
    cluster = new RiakUnderTest(folder.resolve("cluster"));
  }

  @AfterEach
  void stop() throws Exception {
    if (store != null) {
      store.close();
    }
    cluster.close();
  }

  /** Connects by a command that does this for the first node. */
  private RiakStore connect(String forTheFirst) throws IOException, PortException {
    Path command = folder.resolve("riak-by-ssh");
    Files.writeString(
        command,
        """
        #!/bin/sh
        echo "$@" >> %s
        if [ "$1" = %s ]; then %s; fi
        exec %s "$@"
        """
            .formatted(asked(), ONE, forTheFirst, cluster.riak.command().replace(" {node}", "")));
    Files.setPosixFilePermissions(command, PosixFilePermissions.fromString("rwxr-xr-x"));
    store =
        RiakStore.connect(
            RiakUnderTest.settings(
                folder, List.of(ONE, TWO), cluster.riak.addresses(), command + " {node}", false),
            Set.of());
    return store;
  }

  private Path asked() {
    return folder.resolve("asked");
  }

  @Test
  void theNextOneIsAskedWhereSshReachesNoHost() throws Exception {
    connect("echo 'ssh: connect to host riak1 port 22: No route to host'; exit 255");

    assertThat(store.topology().nodes()).hasSize(3);
  }

  @Test
  void whoeverDidNotAnswerIsAskedLastFromThenOn() throws Exception {
    connect("exit 255");
    Files.delete(asked());

    store.look();

    assertThat(Files.readAllLines(asked())).isNotEmpty().noneMatch(line -> line.startsWith(ONE));
  }

  /** It may have been carried out there. */
  @Test
  void aChangeIsNotRepeatedElsewhere() throws Exception {
    connect("if [ \"$4\" = commit ]; then exit 255; fi");

    assertThatThrownBy(() -> store.order("cluster", "commit"))
        .isInstanceOf(Commands.Unreached.class)
        .hasMessageContaining(ONE);
  }

  @Test
  void whatKeepsTheOutputOfACommandOpenIsNotWaitedFor() throws Exception {
    assertThatThrownBy(() -> connect("sleep 60 & echo something; exit 0"))
        .isInstanceOf(PortException.class);
  }
}
