package io.proteus.cloud.provisioning.remote;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.SettingsChange;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Restarts;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Restarts nodes on machines of a cloud, whose agents cannot do that, over SSH (MET-11). */
public final class RestartsOverSsh implements Restarts {
  private final RestartSettings settings;
  private final Directory directory;
  private final Ssh ssh;
  private final Consumer<String> progress;

  /** Where nodes are. */
  @FunctionalInterface
  public interface Directory {
    /**
     * The machine under a node.
     *
     * @throws PortException if it is none of the cluster's, or cannot be found
     */
    Place placeOf(NodeId node) throws PortException;
  }

  /**
   * A machine.
   *
   * @param id the cloud's own, which no other machine ever has
   * @param address by which it is reached; empty where it has none yet
   */
  public record Place(String id, String address) {}

  /**
   * @param directory knows the machines
   * @param progress told what is restarted
   */
  public RestartsOverSsh(RestartSettings settings, Directory directory, Consumer<String> progress) {
    this.settings = settings;
    this.directory = directory;
    this.ssh = new Ssh(settings.access(), RestartSettings.SECTION);
    this.progress = progress;
  }

  @Override
  public void restart(NodeId node, SettingsChange change) throws PortException {
    Place place = directory.placeOf(node);
    String host = place.address();
    if (host.isBlank()) {
      throw new PortException(
          "%s cannot be restarted: its machine %s has no address.".formatted(node, place.id()));
    }
    Ssh there =
        settings.hostKeys() == RestartSettings.HostKeys.KNOWN
            ? ssh
            : ssh.with(Map.of("StrictHostKeyChecking", "accept-new", "HostKeyAlias", place.id()));
    configure(there, node, host, change);
    progress.accept("%s: restarting %s on it".formatted(place.id(), node));
    there.runInTurn(host, List.of(filled(settings.stop(), host), filled(settings.start(), host)));
  }

  private void configure(Ssh there, NodeId node, String host, SettingsChange change)
      throws PortException {
    if (change.changesNothing()) {
      return;
    }
    SettingsFile file = settings.file();
    String at =
        file.settingsFile()
            .orElseThrow(
                () ->
                    new PortException(
                        "%s cannot be set to %s: cloud.restart.settingsFile does not say where its settings are."
                            .formatted(node, change)));
    new RemoteFiles(
            there,
            RestartSettings.SECTION + ".write",
            (to, name) -> filled(file.write().replace("{file}", name), to))
        .change(host, filled(at, host), file.settingsFormat(), change);
  }

  private static String filled(String command, String host) {
    return command.replace("{host}", host);
  }
}
