package io.proteus.cloud.provisioning.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.core.cluster.SettingsChange;
import io.proteus.core.port.PortException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SettingsFormatTest {
  private static final SettingsChange CHANGE =
      SettingsChange.of(Map.of("a.b", "2 < 3 & 4", "new", "1"), List.of("gone"));

  @Test
  void changesPropertiesOfHadoopAndKeepsTheRest() throws PortException {
    String before =
        """
        <?xml version="1.0"?>
        <!-- ours -->
        <configuration>
          <property><name>a.b</name><value>1</value><description>why</description></property>
          <property><name>kept</name><value>x</value></property>
          <property><name> gone </name><value>y</value></property>
          <property><name>a.b</name><value>twice</value></property>
        </configuration>
        """;

    String after = SettingsFormat.HADOOP_XML.changed(before, CHANGE);

    assertThat(after)
        .contains("<!-- ours -->")
        .contains("<name>a.b</name><value>2 &lt; 3 &amp; 4</value><description>why</description>")
        .contains("<property><name>kept</name><value>x</value></property>")
        .contains("<property><name>new</name><value>1</value></property>")
        .doesNotContain("gone", "twice");
    assertThat(SettingsFormat.HADOOP_XML.changed(after, CHANGE)).isEqualTo(after);
    assertThat(SettingsFormat.HADOOP_XML.changed("", SettingsChange.setting(Map.of("x", "1"))))
        .contains("<configuration>")
        .contains("<name>x</name><value>1</value>");
  }

  @Test
  void refusesAnotherKindOfXml() {
    assertThatThrownBy(() -> SettingsFormat.HADOOP_XML.changed("<settings/>", CHANGE))
        .isInstanceOf(PortException.class)
        .hasMessage("cloud.settingsFile: want <configuration> first, got <settings>.");
    assertThatThrownBy(() -> SettingsFormat.HADOOP_XML.changed("a=1\n", CHANGE))
        .isInstanceOf(PortException.class)
        .hasMessageStartingWith("cloud.settingsFile: want XML as cloud.settingsFormat says");
    assertThatThrownBy(
            () ->
                SettingsFormat.HADOOP_XML.changed(
                    "<!DOCTYPE a [<!ENTITY b SYSTEM \"file:///etc/passwd\">]><configuration/>",
                    CHANGE))
        .isInstanceOf(PortException.class);
  }

  @Test
  void changesLinesAndKeepsTheRest() throws PortException {
    assertThat(
            SettingsFormat.PROPERTIES.changed(
                "# a.b=9\nkept = x\na.b = 1\ngone=2\na.b=3\n", CHANGE))
        .isEqualTo("# a.b=9\nkept = x\na.b=2 < 3 & 4\nnew=1\n");
    assertThat(
            SettingsFormat.WORDS.changed(
                "save 3600 1\nmaxmemory  1gb\n",
                SettingsChange.setting(Map.of("maxmemory", "2gb"))))
        .isEqualTo("save 3600 1\nmaxmemory 2gb\n");
    assertThat(
            SettingsFormat.YAML.changed(
                "name: x\nseeds:\n  - a: 1\nmemtable_heap_space: 1MiB\n",
                SettingsChange.of(Map.of("memtable_heap_space", "2MiB"), List.of("a"))))
        .isEqualTo("name: x\nseeds:\n  - a: 1\nmemtable_heap_space: 2MiB\n");
  }

  /** As Riak has it: a key may begin as another one does, and comments may name it. */
  @Test
  void changesOneKeyOfARiakConf() throws PortException {
    assertThat(
            SettingsFormat.PROPERTIES.changed(
                "## @see leveldb.maximum_memory\nleveldb.maximum_memory.percent = 70\n"
                    + "leveldb.maximum_memory = 128MB\n",
                SettingsChange.setting(
                    Map.of("leveldb.maximum_memory", "268435456", "anti_entropy", "passive"))))
        .isEqualTo(
            "## @see leveldb.maximum_memory\nleveldb.maximum_memory.percent = 70\n"
                + "leveldb.maximum_memory=268435456\nanti_entropy=passive\n");
  }
}
