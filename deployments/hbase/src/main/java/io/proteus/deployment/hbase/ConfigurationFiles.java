package io.proteus.deployment.hbase;

import io.proteus.cloud.local.DurableFile;
import io.proteus.core.port.PortException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Writes what the daemons read when they start. Each file is replaced in one step. */
final class ConfigurationFiles {

  /** Daemons that are not of one RegionServer share one folder. */
  static final String CENTRAL = "central";

  /** Folders that HBase's and Hadoop's web servers want to exist, or they do not start. */
  private static final String[] PAGES = {
    "hbase-webapps/master",
    "hbase-webapps/regionserver",
    "hbase-webapps/static",
    "webapps/hdfs",
    "webapps/datanode"
  };

  private final Layout layout;
  private final Cluster cluster;
  private final SiteSettings settings;

  ConfigurationFiles(Layout layout, Cluster cluster) {
    this.layout = layout;
    this.cluster = cluster;
    this.settings = new SiteSettings(layout, cluster);
  }

  void writeAll() throws PortException {
    for (Path folder : List.of(layout.classes(), layout.temporary())) {
      try {
        Files.createDirectories(folder);
      } catch (IOException e) {
        throw new PortException("%s: cannot be made (%s).".formatted(folder, e), e);
      }
    }
    DurableFile.write(layout.hosts(), hosts());
    for (String page : PAGES) {
      DurableFile.write(layout.web().resolve(page).resolve("WEB-INF/web.xml"), "<web-app/>\n");
    }
    DurableFile.write(layout.logging().resolve("log4j.properties"), resource("log4j.properties"));
    DurableFile.write(layout.logging().resolve("log4j2.properties"), resource("log4j2.properties"));
    write(CENTRAL, Ports.MASTER_ADDRESS, null);
    for (Member member : cluster.members()) {
      write(member);
    }
  }

  /** The files of one RegionServer and its DataNode. */
  void write(Member member) throws PortException {
    write(member.name(), member.address(), member);
  }

  private void write(String daemon, String address, @Nullable Member member) throws PortException {
    Path folder = layout.conf(daemon);
    DurableFile.write(folder.resolve("hbase-site.xml"), xml(settings.hbase(member)));
    DurableFile.write(folder.resolve("core-site.xml"), xml(settings.core(address)));
    DurableFile.write(folder.resolve("hdfs-site.xml"), xml(settings.hdfs(member)));
    // how old a value may be that is read over JMX, in seconds; HBase's default is 10
    DurableFile.write(folder.resolve("hadoop-metrics2-hbase.properties"), "*.period=2\n");
  }

  /**
   * Names for the daemons' JVMs only: each address is its own name, so that none is looked up in
   * the network.
   */
  private String hosts() {
    StringBuilder hosts = new StringBuilder("127.0.0.1 localhost\n");
    try {
      hosts.append("127.0.0.1 %s\n".formatted(InetAddress.getLocalHost().getHostName()));
    } catch (UnknownHostException machineWithoutName) {
      // then no daemon will ask for it
    }
    for (Member member : cluster.members()) {
      hosts.append("%s %s\n".formatted(member.address(), member.address()));
    }
    return hosts.toString();
  }

  /** A Hadoop configuration file. */
  static String xml(Map<String, String> properties) {
    StringBuilder xml = new StringBuilder("<?xml version=\"1.0\"?>\n<configuration>\n");
    new TreeMap<>(properties)
        .forEach(
            (name, value) ->
                xml.append(
                    "  <property><name>%s</name><value>%s</value></property>\n"
                        .formatted(escape(name), escape(value))));
    return xml.append("</configuration>\n").toString();
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  private static String resource(String name) throws PortException {
    try (var stream = ConfigurationFiles.class.getResourceAsStream(name)) {
      if (stream == null) {
        throw new PortException("resource %s: missing from Proteus's own jar.".formatted(name));
      }
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new PortException("resource %s: cannot be read.".formatted(name), e);
    }
  }
}
