package io.proteus.cloud.provisioning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.port.Neighbours;
import io.proteus.core.port.PortException;
import io.proteus.core.units.InvalidValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script of a machine that boots is run here, by the shell that is there. */
class UserDataTest {
  private static final Neighbours ONE =
      Neighbours.of(List.of(new NodeId("db1:1")), List.of(Map.of("heap", "4g")));

  @TempDir private Path folder;
  private Path template;

  @BeforeEach
  void writeTemplate() throws IOException {
    template =
        Files.writeString(
            folder.resolve("t.conf"), "{{cluster}} {{host}} {{nodes}} {{settings.heap}} é\n");
  }

  private UserData staged(String target, String monitor, String check, String start, String ready) {
    return new UserData(
        "orders",
        Optional.empty(),
        new Provisioning(
            Map.of(target, template.toString()),
            Optional.of(monitor),
            Optional.of(check),
            Optional.of(ready)),
        Optional.of(start));
  }

  private record Boot(int exit, String said) {}

  private Boot booted(UserData data) throws Exception {
    Path script = Files.writeString(folder.resolve("boot.sh"), data.script(Map.of(), ONE));
    Process process =
        new ProcessBuilder("sh", script.toString())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("said").toFile())
            .start();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return new Boot(process.exitValue(), Files.readString(folder.resolve("said")));
  }

  @Test
  void aMachineThatBootsGoesThroughTheStages() throws Exception {
    Path made = folder.resolve("new/a.conf");
    UserData data =
        staged(
            made.toString(),
            "echo up >" + folder + "/monitor",
            "grep -q up " + folder + "/monitor",
            "cp %s %s/store; echo \"store of {host}\"".formatted(made, folder),
            "test -s " + folder + "/store");

    Boot boot = booted(data);

    assertThat(boot.exit()).as(boot.said()).isZero();
    assertThat(boot.said().lines())
        .satisfiesExactly(
            line -> assertThat(line).matches("proteus: \\S+ has its files"),
            line -> assertThat(line).matches("proteus: the monitor answers on \\S+"),
            line -> assertThat(line).matches("store of \\S+"),
            line -> assertThat(line).matches("proteus: the store runs on \\S+"));
    assertThat(Files.readString(made)).matches("orders [^@ ]+ db1:1 4g é\n");
    assertThat(folder.resolve("store")).hasSameTextualContentAs(made);
  }

  /** As in `bash -c 'exec 3<>/dev/tcp/{ip}/16020'`, where no shell but the last one sees it. */
  @Test
  void aCommandWithinACommandKnowsItsMachineToo() throws Exception {
    String check = "sh -c 'test -n \"{host}\" && echo \"on {host}\"'";

    Boot boot = booted(staged(folder + "/a.conf", "true", "true", "true", check));

    assertThat(boot.exit()).as(boot.said()).isZero();
    assertThat(boot.said()).containsPattern("\non \\S+\n");
  }

  @Test
  void aStageThatFailsIsTheLast() throws Exception {
    Path store = folder.resolve("store");

    Boot unwritten =
        booted(staged("/proc/nowhere/a.conf", "true", "true", "touch " + store, "true"));
    Boot dead = booted(staged(folder + "/a.conf", "false", "true", "touch " + store, "true"));

    assertThat(unwritten.exit()).isEqualTo(1);
    assertThat(unwritten.said())
        .endsWith("proteus: failed: /proc/nowhere/a.conf cannot be written\n");
    assertThat(dead.said()).endsWith("proteus: failed: its monitor does not start\n");
    assertThat(store).doesNotExist();
  }

  @Test
  void anOwnScriptHasTheSettingsInIt() throws Exception {
    Path own = Files.writeString(folder.resolve("own.sh"), "#!/bin/sh\n{settings}\n");
    UserData data =
        new UserData("orders", Optional.of(own.toString()), Provisioning.NONE, Optional.empty());

    assertThat(data.script(Map.of("b", "2", "a", "1"), ONE)).isEqualTo("#!/bin/sh\na=1\nb=2\n");
    assertThat(data.neighboursWanted()).isEmpty();
  }

  @Test
  void aSettingWithoutAPlaceIsRefused() {
    UserData data = staged("/etc/a.conf", "true", "true", "true", "true");

    assertThatThrownBy(() -> data.script(Map.of("disks", "2"), ONE))
        .isInstanceOf(PortException.class)
        .hasMessage(
            "A new node cannot be started with {disks=2}: no template of cloud.files has a place for [disks].");
  }

  @Test
  void twoWaysAtOnceAreRefused() {
    assertThatThrownBy(
            () ->
                new UserData(
                    "orders", Optional.of("/own.sh"), Provisioning.NONE, Optional.of("start")))
        .isInstanceOf(InvalidValue.class)
        .hasMessage(
            "cloud.userData: want none beside cloud.files, cloud.monitor, cloud.start and cloud.ready, got /own.sh.");
    Provisioning ready =
        new Provisioning(Map.of(), Optional.empty(), Optional.empty(), Optional.of("true"));
    assertThatThrownBy(() -> new UserData("orders", Optional.empty(), ready, Optional.empty()))
        .isInstanceOf(InvalidValue.class)
        .hasMessageStartingWith("cloud.start: want the command that starts the store");
  }
}
