package io.proteus.deployment.hbase;

import io.proteus.cloud.local.ProcessSpec;
import io.proteus.core.units.ByteSize;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The command line of every daemon. */
final class Daemons {
  static final String ZOOKEEPER = "zookeeper";
  static final String NAME_NODE = "namenode";
  static final String MASTER = "master";
  static final String CLASS_ARCHIVE = "class-archive";

  /** Daemons that belong to no RegionServer are never capped. */
  private static final String CENTRAL_GROUP = "central";

  /** The options that HBase's own start script gives a JVM of Java 17. */
  private static final List<String> OPENED_PACKAGES =
      List.of(
          "--add-modules=jdk.unsupported",
          "--add-opens=java.base/java.nio=ALL-UNNAMED",
          "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
          "--add-opens=java.base/java.lang=ALL-UNNAMED",
          "--add-opens=java.base/jdk.internal.ref=ALL-UNNAMED",
          "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
          "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED",
          "--add-exports=java.security.jgss/sun.security.krb5=ALL-UNNAMED",
          "--add-opens=java.base/jdk.internal.util.random=ALL-UNNAMED",
          "-Dorg.apache.hbase.thirdparty.io.netty.tryReflectionSetAccessible=true");

  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin", "java").toString();

  private static final List<String> SAME_FOR_ALL =
      List.of(
          "-XX:+UseSerialGC",
          "-XX:+ExitOnOutOfMemoryError",
          // released jars need no checking of every class: a seventh less CPU time to start
          "-XX:+UnlockDiagnosticVMOptions",
          "-XX:-BytecodeVerificationRemote");

  /** The least that compiles: these daemons start faster and do little afterwards. */
  private static final String QUICK_COMPILER = "-XX:TieredStopAtLevel=1";

  private final Layout layout;
  private final ClusterSpec spec;
  private final ClassArchive archive;

  Daemons(Layout layout, ClusterSpec spec) {
    this.layout = layout;
    this.spec = spec;
    this.archive = new ClassArchive(layout, spec.jars());
  }

  /** The process that makes the class archive of these daemons. */
  ProcessSpec classArchive() {
    List<String> command = new ArrayList<>(List.of(JAVA));
    command.addAll(SAME_FOR_ALL);
    command.addAll(archive.dumpOptions());
    command.add(temporary());
    command.addAll(List.of("-cp", String.join(":", spec.jars().jars())));
    return new ProcessSpec(
        CLASS_ARCHIVE,
        command,
        Map.of(),
        layout.root(),
        layout.output(CLASS_ARCHIVE),
        CENTRAL_GROUP);
  }

  ProcessSpec zooKeeper() {
    return central(
        ZOOKEEPER,
        List.of("-Xmx128m", QUICK_COMPILER),
        "org.apache.hadoop.hbase.zookeeper.HQuorumPeer");
  }

  ProcessSpec nameNode() {
    return central(
        NAME_NODE,
        List.of("-Xmx256m", QUICK_COMPILER),
        "io.proteus.deployment.hbase.server.FormattingNameNode");
  }

  ProcessSpec master() {
    return central(
        MASTER,
        List.of("-Xmx384m", QUICK_COMPILER),
        "org.apache.hadoop.hbase.master.HMaster",
        "start");
  }

  ProcessSpec dataNode(Member member) {
    return process(
        member.dataNodeName(),
        layout.conf(member.name()),
        member.name(),
        List.of("-Xmx128m", QUICK_COMPILER),
        List.of("org.apache.hadoop.hdfs.server.datanode.DataNode"));
  }

  ProcessSpec regionServer(Member member) {
    return regionServer(member, layout.conf(member.name()));
  }

  /**
   * @param conf folder of its settings
   */
  ProcessSpec regionServer(Member member, Path conf) {
    return process(
        member.name(),
        conf,
        member.name(),
        regionServerMemory(spec.heap()),
        List.of("org.apache.hadoop.hbase.regionserver.HRegionServer", "start"));
  }

  /** A fixed heap; its young part small, because cache and memstores live in the old one. */
  private static List<String> regionServerMemory(ByteSize heap) {
    long megabytes = heap.bytes() >> 20;
    return List.of(
        "-Xms" + megabytes + "m",
        "-Xmx" + megabytes + "m",
        "-Xmn" + Math.max(32, megabytes / 8) + "m",
        "-XX:MaxDirectMemorySize=128m");
  }

  private ProcessSpec central(String name, List<String> jvm, String... main) {
    return process(
        name, layout.conf(ConfigurationFiles.CENTRAL), CENTRAL_GROUP, jvm, List.of(main));
  }

  private ProcessSpec process(
      String name, Path conf, String group, List<String> jvm, List<String> main) {
    List<String> command = new ArrayList<>(List.of(JAVA));
    command.addAll(OPENED_PACKAGES);
    command.addAll(SAME_FOR_ALL);
    command.addAll(archive.options(name));
    command.addAll(
        List.of(
            temporary(),
            "-Djava.net.preferIPv4Stack=true",
            "-Djdk.net.hosts.file=" + layout.hosts(),
            "-Dproteus.log=" + layout.log(name),
            "-Dlog4j.configuration=file:" + layout.logging().resolve("log4j.properties"),
            "-Dlog4j2.configurationFile=" + layout.logging().resolve("log4j2.properties")));
    command.addAll(jvm);
    command.add("-cp");
    command.add(classPath(conf));
    command.addAll(main);
    return new ProcessSpec(name, command, Map.of(), layout.root(), layout.output(name), group);
  }

  /**
   * A folder for temporary files; without it each start leaves a folder of its web server in the
   * machine's /tmp.
   */
  private String temporary() {
    return "-Djava.io.tmpdir=" + layout.temporary();
  }

  /** Jars first: a class archive is of the path that a class path begins with. */
  private String classPath(Path conf) {
    List<String> entries = new ArrayList<>(spec.jars().jars());
    spec.plugin().forEach(path -> entries.add(path.toString()));
    entries.add(conf.toString());
    entries.addAll(spec.jars().folders());
    // last: an installed HBase brings its own pages
    entries.add(layout.web().toString());
    return String.join(":", entries);
  }
}
