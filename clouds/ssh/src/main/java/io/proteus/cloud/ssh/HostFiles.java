package io.proteus.cloud.ssh;

import io.proteus.cloud.provisioning.NodeFacts;
import io.proteus.cloud.provisioning.NodeFiles;
import io.proteus.cloud.provisioning.remote.RemoteFiles;
import io.proteus.cloud.provisioning.remote.Ssh;
import io.proteus.core.cluster.SettingsChange;
import io.proteus.core.port.Launch;
import io.proteus.core.port.PortException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** The files of nodes on hosts. */
final class HostFiles {
  /** The places of templates that are filled in here. */
  private static final String HOST = "host";

  private static final String NODE = "node";
  private static final String CLUSTER = "cluster";

  private final SshCloudSettings settings;
  private final RemoteFiles files;

  HostFiles(SshCloudSettings settings, Ssh ssh) {
    this.settings = settings;
    this.files =
        new RemoteFiles(
            ssh,
            "cloud.write",
            (host, file) -> settings.filled(settings.file().write().replace("{file}", file), host));
  }

  /** The templates as they are now: who edits one need not restart Proteus. */
  NodeFiles templates() throws PortException {
    return NodeFiles.read(settings.provisioning(), Set.of(HOST, NODE, CLUSTER));
  }

  /**
   * The files of a new node, by where they are.
   *
   * @throws PortException where a setting of the new node has no place in any
   */
  SortedMap<String, String> made(String host, Launch launch) throws PortException {
    NodeFiles templates = templates();
    Set<String> homeless = templates.without(launch.settings().keySet());
    if (settings.file().settingsFile().isEmpty() && !homeless.isEmpty()) {
      throw new PortException(
          "%s cannot be set to %s: neither does cloud.settingsFile say where its settings are, nor has a template of cloud.files a place for %s."
              .formatted(
                  settings.nodeOn(host), SettingsChange.setting(launch.settings()), homeless));
    }
    NodeFacts facts =
        NodeFacts.of(
            Map.of(HOST, host, NODE, settings.nodeOn(host).value(), CLUSTER, settings.named()),
            launch);
    SortedMap<String, String> files = new TreeMap<>();
    templates.filled(facts).forEach((file, text) -> files.put(settings.filled(file, host), text));
    return files;
  }

  /** Writes a file unless it is so already. */
  void bring(String host, String file, String text) throws PortException {
    files.bring(host, file, text);
  }

  /** The file is read and written anew; a node that is not to be set otherwise keeps it. */
  void configure(String host, SettingsChange change) throws PortException {
    if (change.changesNothing()) {
      return;
    }
    Optional<String> file = settings.file().settingsFile();
    if (file.isEmpty()) {
      throw new PortException(
          "%s cannot be set to %s: cloud.settingsFile does not say where its settings are."
              .formatted(settings.nodeOn(host), change));
    }
    files.change(host, settings.filled(file.get(), host), settings.file().settingsFormat(), change);
  }
}
