package io.proteus.lab.cluster;

import static io.proteus.lab.cluster.Kdc.inRealm;
import static io.proteus.lab.cluster.UserOnACluster.INTERVAL;
import static io.proteus.lab.cluster.UserOnACluster.LONG;
import static io.proteus.lab.cluster.UserOnACluster.SHORT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.proteus.app.ExitCode;
import io.proteus.controller.configuration.Configuration;
import io.proteus.engine.hbase.HBaseConnectionSettings;
import io.proteus.lab.cluster.CommandProcess.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * HBase, HDFS and ZooKeeper with Kerberos and with HBase's AccessController, and a KDC: Proteus
 * watches and acts with the settings of docs/hbase.md, and who may not is told why.
 */
class SecuredClusterIT {
  private static final String SERVER = inRealm("hbase/cluster");
  private static final String ZOOKEEPER = "zookeeper/localhost";

  @TempDir private static Path folder;
  private static Kdc kdc;
  private static Path servers;
  private static UserOnACluster operator;
  private static UserOnACluster guest;
  private static String plain;

  @BeforeAll
  static void up() throws Exception {
    kdc = new Kdc(folder.resolve("kdc"));
    String realm = "-Djava.security.krb5.conf=" + kdc.configuration();
    servers = kdc.keytab("hbase/cluster");
    Path zooKeeper = kdc.keytab(ZOOKEEPER);
    List<String> options = new ArrayList<>();
    secured(servers, zooKeeper)
        .forEach((key, value) -> options.add("--property=" + key + "=" + value));
    new UserOnACluster(folder, Map.of("JAVA_TOOL_OPTIONS", realm))
        .up(2, options.toArray(String[]::new));
    plain = Files.readString(folder.resolve("proteus.yaml"));
    Files.writeString(folder.resolve("plain.yaml"), plain);
    operator = as("proteus");
    guest = as("guest");
  }

  @AfterAll
  static void down() throws Exception {
    try {
      new UserOnACluster(folder).down();
    } finally {
      kdc.close();
    }
  }

  private static Map<String, String> secured(Path keytab, Path zooKeeper) {
    Map<String, String> site = new LinkedHashMap<>();
    site.put("hadoop.security.authentication", "kerberos");
    site.put("ignore.secure.ports.for.testing", "true");
    site.put("dfs.block.access.token.enable", "true");
    site.put("dfs.data.transfer.protection", "authentication");
    site.put("hbase.security.authentication", "kerberos");
    site.put("hbase.security.authorization", "true");
    site.put("hbase.superuser", "hbase,proteus");
    String access = "org.apache.hadoop.hbase.security.access.AccessController";
    site.put("hbase.coprocessor.master.classes", access);
    site.put(
        "hbase.coprocessor.region.classes",
        "org.apache.hadoop.hbase.security.token.TokenProvider," + access);
    for (String daemon : List.of("dfs.namenode", "dfs.datanode", "hbase.master")) {
      site.put(daemon + ".keytab.file", keytab.toString());
      site.put(daemon + ".kerberos.principal", SERVER);
    }
    site.put("hbase.regionserver.keytab.file", keytab.toString());
    site.put("hbase.regionserver.kerberos.principal", SERVER);
    String property = "hbase.zookeeper.property.";
    site.put(
        property + "authProvider.1", "org.apache.zookeeper.server.auth.SASLAuthenticationProvider");
    site.put(property + "kerberos.removeHostFromPrincipal", "true");
    site.put(property + "kerberos.removeRealmFromPrincipal", "true");
    site.put("hbase.zookeeper.server.keytab.file", zooKeeper.toString());
    site.put("hbase.zookeeper.server.kerberos.principal", inRealm(ZOOKEEPER));
    site.put("hbase.zookeeper.client.keytab.file", keytab.toString());
    site.put("hbase.zookeeper.client.kerberos.principal", SERVER);
    return site;
  }

  /** Somebody with a keytab of their own, who works in the cluster's folder. */
  private static UserOnACluster as(String user) throws Exception {
    Path keytab = kdc.keytab(user);
    Path jaas =
        Files.writeString(
            folder.resolve(user + ".jaas"),
            """
            Client { com.sun.security.auth.module.Krb5LoginModule required
              useKeyTab=true keyTab="%s" principal="%s" storeKey=true useTicketCache=false; };
            """
                .formatted(keytab, inRealm(user)));
    Files.writeString(
        folder.resolve(user + ".yaml"),
        plain.replaceFirst(
            "  properties:\n",
            """
              properties:
                hbase.security.authentication: kerberos
                hbase.client.keytab.file: %s
                hbase.client.keytab.principal: %s
                hbase.master.kerberos.principal: %s
                hbase.regionserver.kerberos.principal: %s
            """
                .formatted(keytab, inRealm(user), SERVER, SERVER)));
    return new UserOnACluster(
        folder,
        Map.of(
            "JAVA_TOOL_OPTIONS",
            "-Djava.security.krb5.conf=%s -Djava.security.auth.login.config=%s"
                .formatted(kdc.configuration(), jaas)));
  }

  @Test
  void proteusWatchesAndActsAndWhoMayNotIsToldWhy() throws Exception {
    Process load = load();
    try {
      Path told = folder.resolve("load.out");
      await("the table to be loaded")
          .atMost(SHORT)
          .until(() -> Files.readString(told).contains("loaded") || !load.isAlive());
      assertThat(Files.readString(told)).contains("loaded");
      withoutKerberosItIsSaidWhatIsMissing();
      whoIsNobodyChangesNothing();
      theDoctorNamesTheRightThatIsMissing();
      act();
      load.getOutputStream().write('\n');
      load.getOutputStream().flush();
      assertThat(load.waitFor(SHORT.toSeconds(), TimeUnit.SECONDS)).isTrue();
      assertThat(Files.readString(told)).contains("lost 0");
    } finally {
      load.destroyForcibly();
    }
  }

  private static void withoutKerberosItIsSaidWhatIsMissing() throws Exception {
    Outcome refused = new UserOnACluster(folder).run(SHORT, "watch", "--once", "-c", "plain.yaml");
    assertThat(refused.exitCode()).isEqualTo(ExitCode.ERROR);
    assertThat(refused.err())
        .contains("engine.properties")
        .contains("hbase.security.authentication");
  }

  private static void whoIsNobodyChangesNothing() throws Exception {
    JsonNode before = observation();
    Outcome refused =
        guest.run(LONG, acting("apply", "guest.yaml", "--regardless-of-load", "--yes"));
    assertThat(refused.exitCode()).isEqualTo(ExitCode.ERROR);
    assertThat(refused.err()).contains("hbase.superuser");
    JsonNode after = observation();
    assertThat(after.path("nodes").findValues("memory"))
        .isEqualTo(before.path("nodes").findValues("memory"));
    assertThat(after.path("balancerOn").asBoolean()).isTrue();
  }

  /** A guest may not even read all of it, so the doctor ends with what ZooKeeper and HBase tell. */
  private static void theDoctorNamesTheRightThatIsMissing() throws Exception {
    Outcome refused = guest.run(LONG, acting("doctor", "guest.yaml"));
    assertThat(refused.exitCode()).isEqualTo(ExitCode.ERROR);
    assertThat(refused.err())
        .contains("missing-rights", "guest lacks HBase's right ADMIN", "grant 'guest', 'A'")
        .contains("missing-lease-right", "ZooKeeper lets guest make nothing below");

    JsonNode sound =
        operator.json(LONG, acting("doctor", "proteus.yaml", "--json", "--fail-on", "never"));
    assertThat(sound.path("findings").findValuesAsText("check"))
        .doesNotContain("missing-rights", "missing-lease-right");
  }

  private static void act() throws Exception {
    operator
        .run(LONG, acting("apply", "proteus.yaml", "--regardless-of-load", "--yes"))
        .succeeded();
    JsonNode seen = observation();
    assertThat(seen.path("gaps")).isEmpty();
    assertThat(seen.path("nodes"))
        .hasSize(2)
        .allMatch(node -> node.path("memory").path("readCache").asDouble() == 0.55);
    assertThat(seen.path("partitions")).hasSize(4).allMatch(one -> one.hasNonNull("node"));
    assertThat(seen.path("balancerOn").asBoolean()).isTrue();
  }

  private static JsonNode observation() throws Exception {
    return operator.json(
        SHORT, "watch", "--once", "--json", "--interval", INTERVAL, "-c", "proteus.yaml");
  }

  private static String[] acting(String command, String file, String... options) {
    List<String> all = new ArrayList<>(List.of(command, "-c", file));
    all.addAll(List.of("--samples", "1", "--interval", INTERVAL));
    all.addAll(List.of(options));
    return all.toArray(String[]::new);
  }

  private static Process load() throws Exception {
    var address =
        Configuration.read(folder.resolve("proteus.yaml"))
            .extensions()
            .engine()
            .settings(HBaseConnectionSettings.class)
            .zookeeper()
            .get(0);
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Djava.security.krb5.conf=" + kdc.configuration());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(SecuredLoad.class.getName());
    command.add(address.host() + ":" + address.port());
    command.addAll(List.of(SERVER, SERVER, servers.toString()));
    return new ProcessBuilder(command)
        .directory(folder.toFile())
        .redirectOutput(folder.resolve("load.out").toFile())
        .redirectError(folder.resolve("load.err").toFile())
        .start();
  }
}
