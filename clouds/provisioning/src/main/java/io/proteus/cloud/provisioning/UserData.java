package io.proteus.cloud.provisioning;

import io.proteus.core.port.Launch;
import io.proteus.core.port.Neighbours;
import io.proteus.core.port.PortException;
import io.proteus.core.units.InvalidValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * What a machine of a cloud runs when it boots: the operator's own script, or the stages from
 * machine to node (TIR-4).
 *
 * @param cluster that templates name
 * @param own the operator's script; empty: there is none
 * @param provisioning the stages; none beside an own script
 * @param start starts the store; empty: the image does
 */
public record UserData(
    String cluster, Optional<String> own, Provisioning provisioning, Optional<String> start) {
  private static final String PLACE = "{settings}";

  public UserData {
    boolean staged = start.isPresent() || !provisioning.equals(Provisioning.NONE);
    if (staged && own.isPresent()) {
      throw new InvalidValue(
          "cloud.userData: want none beside cloud.files, cloud.monitor, cloud.start and cloud.ready, got %s."
              .formatted(own.get()));
    }
    if (staged && start.isEmpty()) {
      throw new InvalidValue(
          "cloud.start: want the command that starts the store on a new machine, beside cloud.files, cloud.monitor and cloud.ready, got none.");
    }
  }

  /** The settings of running nodes that templates name; empty where there are no templates. */
  public Optional<Set<String>> neighboursWanted() {
    try {
      return templates().neighboursWanted();
    } catch (PortException e) {
      return Optional.of(Set.of()); // the start tells what is wrong
    }
  }

  /**
   * Refuses templates that cannot be read or filled in.
   *
   * @throws PortException with the file and what is wrong
   */
  public void check() throws PortException {
    templates();
  }

  private NodeFiles templates() throws PortException {
    return NodeFiles.read(provisioning, BootScript.NAMES);
  }

  /** The script of one machine; empty where it runs none. */
  public String script(Map<String, String> wanted, Neighbours neighbours) throws PortException {
    return start.isPresent() ? staged(wanted, neighbours, start.get()) : own(wanted);
  }

  private String staged(Map<String, String> wanted, Neighbours neighbours, String starting)
      throws PortException {
    NodeFiles templates = templates();
    Set<String> homeless = templates.without(wanted.keySet());
    if (!homeless.isEmpty()) {
      throw new PortException(
          "A new node cannot be started with %s: no template of cloud.files has a place for %s."
              .formatted(new TreeMap<>(wanted), homeless));
    }
    NodeFacts facts =
        NodeFacts.of(
            BootScript.facts(cluster), new Launch(1, wanted, "boot", "boot").beside(neighbours));
    return BootScript.of(templates.filled(facts), provisioning, starting);
  }

  private String own(Map<String, String> wanted) throws PortException {
    String template = own.isEmpty() ? "" : read(own.get());
    if (!wanted.isEmpty() && !template.contains(PLACE)) {
      throw new PortException(
          "A new node cannot be started with %s: cloud.userData has no %s, where they would stand."
              .formatted(new TreeMap<>(wanted), PLACE));
    }
    return template.replace(PLACE, NodeFacts.lines(wanted));
  }

  private static String read(String file) throws PortException {
    try {
      return Files.readString(Path.of(file));
    } catch (IOException e) {
      throw new PortException("cloud.userData: want a file that can be read, got " + file + ".", e);
    }
  }
}
