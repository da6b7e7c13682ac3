package io.proteus.controller.policy;

import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.core.units.Few;
import io.proteus.core.units.InvalidValue;
import io.proteus.core.words.Sentence;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * The policies that take part, as they were last read. The folder of the administrator's own is
 * read again while the loop runs, so that a policy counts once somebody has put it there (PCM-7).
 * What is wrong there leaves the policies as they are.
 */
public final class PolicyFolder implements Supplier<PolicyReviewer> {
  private final PolicySettings settings;
  private final Set<String> readOfNodes;
  private volatile PolicyReviewer reviewer;
  private String problem = "";

  /** What was in the folder when it was last read; checking the policies takes longer than that. */
  private String files;

  /**
   * Reads and checks the policies.
   *
   * @throws InvalidConfiguration with file, line and key of all that is wrong with them
   * @throws InvalidValue for an engine that comes with none, or a setting that names none
   */
  public PolicyFolder(PolicySettings settings) throws InvalidConfiguration {
    this.settings = settings;
    this.files = files(settings.selection());
    this.reviewer = settings.reviewer();
    this.readOfNodes = reviewer.shelf().startKeys();
  }

  /** The policies as they were last read. */
  @Override
  public PolicyReviewer get() {
    return reviewer;
  }

  /** Which policies take part, and where the administrator's own are. */
  public PolicyShelf.Selection selection() {
    return settings.selection();
  }

  /**
   * Reads them again.
   *
   * @return what changed, or what is wrong; empty where that was said before or all is as it was
   */
  public synchronized Optional<Sentence> lookAgain() {
    String present = files(selection());
    if (present.equals(files)) {
      return Optional.empty();
    }
    files = present;
    PolicyReviewer found;
    try {
      found = settings.reviewer();
    } catch (InvalidConfiguration e) {
      return kept(String.join(" ", e.problems()));
    } catch (InvalidValue e) {
      return kept(String.valueOf(e.getMessage()));
    }
    Set<String> unread = new TreeSet<>(found.shelf().startKeys());
    unread.removeAll(readOfNodes);
    if (found.restarts() && !unread.isEmpty()) {
      return kept(
          "they set %s, which nodes are asked for from the next start of Proteus on."
              .formatted(Few.of(List.copyOf(unread))));
    }
    problem = "";
    Set<String> changed = changed(reviewer.shelf(), found.shelf());
    if (changed.isEmpty()) {
      return Optional.empty();
    }
    reviewer = found;
    return Optional.of(
        Sentence.of("policies are read anew; changed: %s", Few.of(List.copyOf(changed))));
  }

  /** The names and texts of the administrator's own; the error where they cannot be read. */
  private static String files(PolicyShelf.Selection selection) {
    Optional<Path> folder = selection.directory();
    if (folder.isEmpty()) {
      return "";
    }
    try {
      StringBuilder texts = new StringBuilder();
      for (Path file : PolicyLibrary.files(folder.get())) {
        texts.append(file).append('\n');
        texts.append(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
      }
      return texts.toString();
    } catch (IOException e) {
      return e.toString();
    }
  }

  private Optional<Sentence> kept(String why) {
    if (why.equals(problem)) {
      return Optional.empty();
    }
    problem = why;
    return Optional.of(Sentence.of("policies stay as they were last read: %s", why));
  }

  /** Policies that are new, gone, or otherwise than before. */
  private static Set<String> changed(PolicyShelf before, PolicyShelf now) {
    Map<String, Policy> was = byName(before);
    Map<String, Policy> is = byName(now);
    Set<String> changed = new TreeSet<>(was.keySet());
    changed.addAll(is.keySet());
    changed.removeIf(
        name ->
            was.containsKey(name) && is.containsKey(name) && is.get(name).equals(was.get(name)));
    return changed;
  }

  private static Map<String, Policy> byName(PolicyShelf shelf) {
    Map<String, Policy> byName = new TreeMap<>();
    shelf.policies().forEach(policy -> byName.put(policy.name(), policy));
    return byName;
  }
}
