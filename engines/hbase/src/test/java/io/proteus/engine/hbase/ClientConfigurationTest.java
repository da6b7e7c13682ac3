package io.proteus.engine.hbase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.core.units.InvalidValue;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What follows from the settings of a secured cluster; nobody logs in anywhere here. */
class ClientConfigurationTest {
  private static final String REALM = "java.security.krb5.conf";
  private static final String OF_HADOOP = "hadoop.security.authentication";

  @TempDir private Path folder;

  @AfterEach
  void forget() {
    System.clearProperty(REALM);
    UserGroupInformation.reset();
  }

  private static Configuration of(Map<String, String> client) {
    return ClientConfiguration.of(new HBaseAddress("zk", "/hbase", client));
  }

  private Map<String, String> kerberos() {
    Map<String, String> client = new HashMap<>();
    client.put("hbase.security.authentication", "kerberos");
    client.put("hbase.client.keytab.file", folder.resolve("proteus.keytab").toString());
    client.put("hbase.client.keytab.principal", "proteus@EXAMPLE.COM");
    client.put("hbase.master.kerberos.principal", "hbase/_HOST@EXAMPLE.COM");
    client.put("hbase.regionserver.kerberos.principal", "hbase/_HOST@EXAMPLE.COM");
    return client;
  }

  @Test
  void theUsersSettingsWinOverTheBounds() {
    assertThat(of(Map.of()).getInt("hbase.rpc.timeout", 0)).isEqualTo(10_000);
    assertThat(of(Map.of("hbase.rpc.timeout", "7")).getInt("hbase.rpc.timeout", 0)).isEqualTo(7);
  }

  @Test
  void withoutKerberosNothingIsPrepared() throws Exception {
    Configuration configuration = of(Map.of());

    ClientConfiguration.prepareLogin(configuration);

    assertThat(ClientConfiguration.isKerberos(configuration)).isFalse();
    assertThat(configuration.get(OF_HADOOP)).isEqualTo("simple");
    assertThat(UserGroupInformation.isSecurityEnabled()).isFalse();
  }

  /** HBase's client logs in from the keytab only where both think that there is security. */
  @Test
  void withKerberosHadoopKnowsOfItToo() throws Exception {
    Files.writeString(folder.resolve("proteus.keytab"), "not a real one");
    System.setProperty(
        REALM,
        Files.writeString(
                folder.resolve("krb5.conf"), "[libdefaults]\ndefault_realm = EXAMPLE.COM\n")
            .toString());
    Configuration configuration = of(kerberos());

    ClientConfiguration.prepareLogin(configuration);

    assertThat(configuration.get(OF_HADOOP)).isEqualTo("kerberos");
    assertThat(UserGroupInformation.isSecurityEnabled()).isTrue();
    assertThat(User.isHBaseSecurityEnabled(configuration)).isTrue();
    assertThat(User.shouldLoginFromKeytab(configuration)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "hbase.client.keytab.file",
        "hbase.client.keytab.principal",
        "hbase.master.kerberos.principal",
        "hbase.regionserver.kerberos.principal"
      })
  void whatKerberosTakesAndIsMissingIsNamed(String key) {
    Map<String, String> client = kerberos();
    client.remove(key);

    assertThatThrownBy(() -> of(client))
        .isInstanceOf(InvalidValue.class)
        .hasMessageContaining(key + ": want a value, as hbase.security.authentication is kerberos");
  }

  @Test
  void aContradictionIsToldAndNotOverridden() {
    Map<String, String> client = kerberos();
    client.put(OF_HADOOP, "simple");

    assertThatThrownBy(() -> of(client))
        .isInstanceOf(InvalidValue.class)
        .hasMessageContaining(OF_HADOOP + ": want kerberos")
        .hasMessageContaining("got 'simple'");
  }

  @Test
  void aKeytabThatCannotBeReadIsNamed() {
    assertThatThrownBy(() -> ClientConfiguration.prepareLogin(of(kerberos())))
        .isInstanceOf(InvalidValue.class)
        .hasMessageContaining("hbase.client.keytab.file")
        .hasMessageContaining("proteus.keytab");
  }

  @Test
  void pagesAreEncryptedWhereHBaseSaysSo() {
    InfoServers.Endpoint server = new InfoServers.Endpoint("rs1", 16030);

    assertThat(ClientConfiguration.pages(of(Map.of())).uri(server, "/jmx"))
        .hasToString("http://rs1:16030/jmx");
    assertThat(
            ClientConfiguration.pages(of(Map.of("hbase.ssl.enabled", "true"))).uri(server, "/jmx"))
        .hasToString("https://rs1:16030/jmx");
  }
}
