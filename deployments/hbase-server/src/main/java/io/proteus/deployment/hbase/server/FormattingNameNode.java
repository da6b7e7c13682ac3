package io.proteus.deployment.hbase.server;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;

/**
 * A NameNode that formats its directory when it is new: one JVM less to start than {@code -format}.
 */
public final class FormattingNameNode {
  private FormattingNameNode() {}

  public static void main(String[] arguments) throws Exception {
    Configuration configuration = new HdfsConfiguration();
    if (isNew(configuration)) {
      NameNode.format(configuration);
      // formatting registers metrics under the names that the NameNode itself is about to use
      DefaultMetricsSystem.shutdown();
    }
    NameNode.main(arguments);
  }

  private static boolean isNew(Configuration configuration) throws IOException {
    String directory = configuration.get(DFSConfigKeys.DFS_NAMENODE_NAME_DIR_KEY);
    if (directory == null || directory.contains(",")) {
      throw new IOException(
          DFSConfigKeys.DFS_NAMENODE_NAME_DIR_KEY + ": want one directory, got " + directory);
    }
    return !new File(URI.create(directory).getPath(), "current/VERSION").exists();
  }
}
