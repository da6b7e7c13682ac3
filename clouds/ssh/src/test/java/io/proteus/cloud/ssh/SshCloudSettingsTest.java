package io.proteus.cloud.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.cloud.provisioning.Provisioning;
import io.proteus.cloud.provisioning.remote.SettingsFile;
import io.proteus.cloud.provisioning.remote.SettingsFormat;
import io.proteus.cloud.provisioning.remote.SshAccess;
import io.proteus.core.cluster.HostLoad;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.port.PriceList;
import io.proteus.core.units.InvalidValue;
import io.proteus.core.units.Ratio;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SshCloudSettingsTest {
  private static SshCloudSettings settings(
      List<String> hosts, String node, String file, Map<String, String> options) {
    return settings(hosts, node, file, options, PriceList.NONE, Map.of(), Map.of());
  }

  private static SshCloudSettings settings(
      List<String> hosts,
      String node,
      String file,
      Map<String, String> options,
      PriceList prices,
      Map<String, String> zones,
      Map<String, String> types) {
    return new SshCloudSettings(
        hosts,
        node,
        "hbase-regionserver",
        "pid {service}",
        "start {host} {node}",
        "stop",
        new SettingsFile(Optional.of(file), SettingsFormat.HADOOP_XML, "tee {file}"),
        new SshAccess(Optional.empty(), options, Duration.ofSeconds(5)),
        Optional.empty(),
        ".proteus/{service}.{host}",
        prices,
        zones,
        types,
        Provisioning.NONE,
        Optional.empty());
  }

  @Test
  void fillsCommandsAndNamesNodes() {
    SshCloudSettings settings = settings(List.of("a"), "{host}:16020", "/etc/{host}.xml", Map.of());

    assertThat(settings.nodeOn("a")).isEqualTo(new NodeId("a:16020"));
    assertThat(settings.filled(settings.start(), "a")).isEqualTo("start a a:16020");
    assertThat(settings.filled(settings.pid(), "a")).isEqualTo("pid hbase-regionserver");
    assertThat(settings.filled(settings.file().write(), "a")).isEqualTo("tee /etc/a.xml");
  }

  private static SshCloudSettings priced(
      Map<String, BigDecimal> prices, Map<String, String> zones, Map<String, String> types) {
    return settings(
        List.of("a", "b", "c"), "{host}", "/f", Map.of(), new PriceList(prices), zones, types);
  }

  @Test
  void aHostCostsWhatItsNameOrElseItsTypeDoes() {
    SshCloudSettings settings =
        priced(
            Map.of(
                "a", new BigDecimal("3"), "big", new BigDecimal("2"), "any", new BigDecimal("1")),
            Map.of(),
            Map.of("a", "big", "b", "big"));

    assertThat(settings.priceOf("a")).contains(new BigDecimal("3"));
    assertThat(settings.priceOf("b")).contains(new BigDecimal("2"));
    assertThat(settings.priceOf("c")).contains(new BigDecimal("1"));
  }

  @Test
  void refusesZonesTypesAndPricesOfHostsThatAreNotThere() {
    refused(
        () -> priced(Map.of(), Map.of("d", "hall"), Map.of()),
        "cloud.zones: want hosts of cloud.hosts, got d.");
    refused(
        () -> priced(Map.of(), Map.of("a", "hall", "b", "hall"), Map.of()),
        "cloud.zones: want one for each of cloud.hosts, or none, got c.");
    refused(
        () -> priced(Map.of(), Map.of(), Map.of("d", "big")),
        "cloud.types: want hosts of cloud.hosts, got d.");
    refused(
        () -> priced(Map.of("small", BigDecimal.ONE), Map.of(), Map.of("a", "big")),
        "cloud.prices: want hosts of cloud.hosts, types of cloud.types, or any, got small.");
  }

  @Test
  void refusesWhatCannotBeOrMustNotBe() {
    refused(
        () -> settings(List.of("a", "b", "A"), "{host}", "/f", Map.of()),
        "cloud.hosts: want each host once, got A.");
    refused(
        () -> settings(List.of(), "{host}", "/f", Map.of()),
        "cloud.hosts: want one host or more, got none.");
    refused(
        () -> settings(List.of("-oProxyCommand=x"), "{host}", "/f", Map.of()),
        "cloud.hosts: want names of hosts, got -oProxyCommand=x.");
    refused(
        () -> settings(List.of("a"), "rs", "/f", Map.of()),
        "cloud.node: want a name with {host} in it, got rs.");
    refused(
        () -> settings(List.of("a"), "{host}", "/f; rm -rf /", Map.of()),
        "cloud.settingsFile: want an absolute path, got /f; rm -rf /.");
    refused(
        () -> settings(List.of("a"), "{host}", "/f", Map.of("stricthostkeychecking", "no")),
        "cloud.options: want no option that lets unknown hosts in, or asks, got"
            + " stricthostkeychecking.");
  }

  private static void refused(
      org.assertj.core.api.ThrowableAssert.ThrowingCallable call, String message) {
    assertThatThrownBy(call).isInstanceOf(InvalidValue.class).hasMessage(message);
  }

  @Test
  void readsTheLoadOfAHost() {
    String first =
        """
        cpu  100 0 50 800 50 0 0 0 7 7
        cpu0 100 0 50 800 50 0 0 0 7 7
        intr 1
        MemTotal:       1000 kB
        MemFree:         100 kB
        MemAvailable:    400 kB
        """;
    String second = first.replace("cpu  100 0 50 800 50", "cpu  130 0 70 840 60");
    HostReading before = HostReading.of(first);

    assertThat(before.since(null)).isEqualTo(new HostLoad(null, null, Ratio.of(0.6)));
    assertThat(HostReading.of(second).since(before))
        .isEqualTo(new HostLoad(Ratio.of(0.5), Ratio.of(0.1), Ratio.of(0.6)));
    assertThat(before.since(HostReading.of(second)).cpu()).as("the host was restarted").isNull();
    assertThat(HostReading.of("").since(null)).isEqualTo(HostLoad.UNKNOWN);
  }
}
