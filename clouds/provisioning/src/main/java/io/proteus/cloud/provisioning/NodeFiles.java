package io.proteus.cloud.provisioning;

import io.proteus.core.port.PortException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** The templates of a new node's files, read and checked. */
public final class NodeFiles {
  private final SortedMap<String, Template> templates;

  private NodeFiles(SortedMap<String, Template> templates) {
    this.templates = templates;
  }

  /**
   * Reads the templates.
   *
   * @param own the names of places that the cloud fills in by itself
   * @throws PortException for one that cannot be read, or has a place that nobody fills in
   */
  public static NodeFiles read(Provisioning provisioning, Set<String> own) throws PortException {
    Set<String> names = new TreeSet<>(own);
    names.addAll(Set.of(NodeFacts.NODES, NodeFacts.HOSTS));
    SortedMap<String, Template> templates = new TreeMap<>();
    for (Map.Entry<String, String> file : provisioning.files().entrySet()) {
      String template = file.getValue();
      templates.put(file.getKey(), Template.of(template, text(template), names));
    }
    return new NodeFiles(templates);
  }

  private static String text(String file) throws PortException {
    try {
      return Files.readString(Path.of(file));
    } catch (IOException e) {
      throw new PortException("cloud.files: want templates that can be read, got " + file + ".", e);
    }
  }

  /** The settings of running nodes that they name; empty where there are no files. */
  public Optional<Set<String>> neighboursWanted() {
    if (templates.isEmpty()) {
      return Optional.empty();
    }
    Set<String> keys = new TreeSet<>();
    templates.values().forEach(template -> keys.addAll(template.settings()));
    return Optional.of(keys);
  }

  /** The settings that have no place in any file. */
  public Set<String> without(Collection<String> wanted) {
    Set<String> left = new TreeSet<>(wanted);
    if (templates.values().stream().anyMatch(Template::takesAll)) {
      left.clear();
    }
    templates.values().forEach(template -> left.removeAll(template.settings()));
    return left;
  }

  /** The files of one node, by their place on its machine. */
  public SortedMap<String, String> filled(NodeFacts facts) throws PortException {
    SortedMap<String, String> files = new TreeMap<>();
    for (Map.Entry<String, Template> file : templates.entrySet()) {
      files.put(file.getKey(), file.getValue().filled(facts));
    }
    return files;
  }
}
