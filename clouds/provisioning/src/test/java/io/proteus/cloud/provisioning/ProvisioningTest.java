package io.proteus.cloud.provisioning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.port.Launch;
import io.proteus.core.port.Neighbours;
import io.proteus.core.port.PortException;
import io.proteus.core.units.InvalidValue;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProvisioningTest {
  private static final Neighbours TWO =
      Neighbours.of(
          List.of(new NodeId("db2:1"), new NodeId("db1:1")),
          List.of(Map.of("heap", "4g", "disks", "2"), Map.of("heap", "4g", "disks", "3")));

  @TempDir private Path folder;

  private static Provisioning of(Map<String, String> files, String monitor, String check) {
    return new Provisioning(
        files, Optional.ofNullable(monitor), Optional.ofNullable(check), Optional.empty());
  }

  private NodeFiles files(String name, String text) throws Exception {
    Path template = Files.writeString(folder.resolve(name), text);
    return NodeFiles.read(
        of(Map.of("/etc/" + name, template.toString()), null, null), Set.of("host"));
  }

  private static String made(NodeFiles files, Map<String, String> wanted) throws PortException {
    NodeFacts facts =
        NodeFacts.of(Map.of("host", "db3"), new Launch(3, wanted, "t", "p").beside(TWO));
    return files.filled(facts).values().iterator().next();
  }

  @Test
  void aTemplateIsFilledWithItsNodeAndTheRunningOnes() throws Exception {
    NodeFiles files =
        files("a.conf", "{{host}} {{ nodes }} {{hosts}} {{settings.heap}} {{settings.new}} {x}\n");

    assertThat(made(files, Map.of("new", "$1\\")))
        .isEqualTo("db3 db1:1,db2:1 db1,db2 4g $1\\ {x}\n");
    assertThat(files.neighboursWanted()).contains(Set.of("heap", "new"));
    assertThat(files.without(Set.of("new", "other"))).containsExactly("other");
  }

  @Test
  void whatProteusSetsGoesBeforeWhatTheOthersAreSetTo() throws Exception {
    assertThat(made(files("a.conf", "{{settings.disks}}"), Map.of("disks", "9"))).isEqualTo("9");
    assertThat(made(files("b.conf", "{{settings}}"), Map.of("b", "2", "a", "1")))
        .isEqualTo("a=1\nb=2");
    assertThat(files("c.conf", "{{settings}}").without(Set.of("a"))).isEmpty();
  }

  @Test
  void valuesAreEscapedInXml() throws Exception {
    assertThat(made(files("a.xml", "<v>{{settings.q}}</v>"), Map.of("q", "a<b&c")))
        .isEqualTo("<v>a&lt;b&amp;c</v>");
  }

  @Test
  void valuesInWhichNodesDifferAreNotGuessed() throws Exception {
    NodeFiles differing = files("a.conf", "{{settings.disks}}");
    NodeFiles untold = files("b.conf", "{{settings.racks}}");

    assertThatThrownBy(() -> made(differing, Map.of()))
        .isInstanceOf(PortException.class)
        .hasMessage(
            "cloud.files: %s: {{settings.disks}}: running nodes differ in disks: [2, 3]."
                .formatted(folder.resolve("a.conf")));
    assertThatThrownBy(() -> made(untold, Map.of()))
        .isInstanceOf(PortException.class)
        .hasMessageEndingWith("{{settings.racks}}: no running node tells its racks.");
  }

  @ParameterizedTest
  @CsvSource({"{{hots}}, hots", "{{settings.}}, settings.", "{{}}, ''"})
  void aPlaceThatNobodyFillsInIsRefused(String text, String place) {
    assertThatThrownBy(() -> files("a.conf", text))
        .isInstanceOf(PortException.class)
        .hasMessage(
            "cloud.files: %s: want places among {{host}}, {{hosts}}, {{nodes}}, {{settings}} and {{settings.KEY}}, got {{%s}}."
                .formatted(folder.resolve("a.conf"), place));
  }

  @Test
  void refusesWhatCannotBe() {
    refused(
        () -> of(Map.of("etc/a", "/t"), null, null),
        "cloud.files: want absolute paths on the machine, got etc/a.");
    refused(
        () -> of(Map.of("/etc/../a", "/t"), null, null),
        "cloud.files: want absolute paths on the machine, got /etc/../a.");
    refused(
        () -> of(Map.of("/etc/a; rm -rf /", "/t"), null, null),
        "cloud.files: want absolute paths on the machine, got /etc/a; rm -rf /.");
    refused(
        () -> of(Map.of("/etc/a", "t"), null, null),
        "cloud.files: /etc/a: want the absolute path of a template here, got t.");
    refused(
        () -> of(Map.of(), "start", null),
        "cloud.monitorReady: want a command that checks what cloud.monitor starts, got none.");
    refused(
        () -> of(Map.of(), null, "check"),
        "cloud.monitorReady: want it beside cloud.monitor, got check.");
  }

  private static void refused(
      org.assertj.core.api.ThrowableAssert.ThrowingCallable call, String message) {
    assertThatThrownBy(call).isInstanceOf(InvalidValue.class).hasMessage(message);
  }
}
