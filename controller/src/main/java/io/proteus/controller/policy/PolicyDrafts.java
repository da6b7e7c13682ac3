package io.proteus.controller.policy;

import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.controller.settings.NearestWord;
import io.proteus.core.parameter.ParameterCatalogue;
import io.proteus.core.units.InvalidValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The policies that Proteus proposes, each a file that counts for nothing until an operator accepts
 * it (PCM-7). They lie in a folder of their own below the administrator's policies, where nobody
 * looks for policies that take part.
 *
 * @param policies the folder of the administrator's own
 */
public record PolicyDrafts(Path policies) {
  private static final String FOLDER = "drafts";

  /** What a policy is called that another one has replaced; such files are not read. */
  private static final String FORMER = ".former";

  /** What a file is called while it is written. */
  private static final String PARTIAL = ".partial";

  private Path folder() {
    return policies.resolve(FOLDER);
  }

  private Path file(String name) {
    return folder().resolve(name + ".yaml");
  }

  /** Writes one; a former draft of the same name is replaced, as the newest measurement counts. */
  void write(String name, String text) throws IOException {
    Files.createDirectories(folder());
    Path partial = folder().resolve(name + PARTIAL);
    Files.writeString(partial, text);
    Files.move(partial, file(name), StandardCopyOption.REPLACE_EXISTING);
  }

  /**
   * All of them, by name.
   *
   * @throws InvalidConfiguration naming all that is wrong in all of them
   */
  public List<Policy> all(ParameterCatalogue catalogue) throws InvalidConfiguration {
    try {
      return Files.isDirectory(folder()) ? PolicyLibrary.of(folder(), catalogue) : List.of();
    } catch (IOException e) {
      throw unusable("drafts", e);
    }
  }

  /**
   * What is in each of them, by its name, whether it is a policy or not.
   *
   * @throws InvalidValue where they cannot be read
   */
  public SortedMap<String, String> texts() {
    SortedMap<String, String> texts = new TreeMap<>();
    try {
      for (String name : names()) {
        texts.put(name, Files.readString(file(name)));
      }
    } catch (IOException e) {
      throw unusable("drafts", e);
    }
    return texts;
  }

  /**
   * Makes a draft one of the administrator's own. One of these of the same name keeps its file,
   * with {@value #FORMER} behind its name.
   *
   * @param accepted by whom, when and why; kept in the file, ahead of all else
   * @return the file that it is in from now on
   * @throws InvalidValue where there is no such draft, or its place is taken
   * @throws InvalidConfiguration with all that is wrong with it or with one's own
   */
  public Path accept(String name, String accepted, ParameterCatalogue catalogue)
      throws InvalidConfiguration {
    try {
      return accepted(name, accepted, catalogue);
    } catch (IOException e) {
      throw unusable("accept", e);
    }
  }

  private Path accepted(String name, String accepted, ParameterCatalogue catalogue)
      throws InvalidConfiguration, IOException {
    Path draft = existing(name, "accept");
    String text = Files.readString(draft);
    Policy policy = PolicyFile.parse(FOLDER + "/" + draft.getFileName(), text, catalogue);
    if (!policy.name().equals(name)) {
      throw new InvalidValue(
          "accept: want the policy %s in %s, got %s. Maybe the file was renamed."
              .formatted(name, draft, policy.name()));
    }
    Optional<Path> former =
        PolicyLibrary.of(policies, catalogue).stream()
            .filter(own -> own.name().equals(policy.name()))
            .map(own -> policies.resolve(own.file()))
            .findFirst();
    Path file = policies.resolve(policy.name() + ".yaml");
    if (Files.exists(file) && !former.filter(file::equals).isPresent()) {
      throw new InvalidValue(
          "accept: want the name %s free for the draft, got a file with another policy in it. Rename it."
              .formatted(file));
    }
    if (former.isPresent()) {
      Path own = former.get();
      Files.copy(
          own, own.resolveSibling(own.getFileName() + FORMER), StandardCopyOption.REPLACE_EXISTING);
    }
    Path partial = folder().resolve(name + PARTIAL);
    Files.writeString(partial, "# " + accepted + "\n" + text);
    Files.move(partial, file, StandardCopyOption.REPLACE_EXISTING);
    // until then there may be two of one name, which leaves the policies of a loop as they are
    if (former.isPresent() && !former.get().equals(file)) {
      Files.delete(former.get());
    }
    Files.delete(draft);
    return file;
  }

  /**
   * Removes a draft.
   *
   * @throws InvalidValue where there is none of this name
   */
  public void reject(String name) {
    try {
      Files.delete(existing(name, "reject"));
    } catch (IOException e) {
      throw unusable("reject", e);
    }
  }

  private InvalidValue unusable(String asked, IOException e) {
    return new InvalidValue(
        "%s: want a folder that can be read and written, got %s: %s."
            .formatted(asked, folder(), e));
  }

  private Path existing(String name, String asked) throws IOException {
    List<String> names = names();
    if (!names.contains(name)) {
      throw new InvalidValue(
          "%s: want the name of a draft, got '%s'%s. %s"
              .formatted(
                  asked,
                  name,
                  NearestWord.to(name, names)
                      .map(near -> ", maybe '%s'".formatted(near))
                      .orElse(""),
                  names.isEmpty()
                      ? "There are none in %s.".formatted(folder())
                      : "There are: %s.".formatted(String.join(", ", names))));
    }
    return file(name);
  }

  private List<String> names() throws IOException {
    if (!Files.isDirectory(folder())) {
      return List.of();
    }
    try (var files = Files.list(folder())) {
      return files
          .map(file -> String.valueOf(file.getFileName()))
          .filter(file -> file.endsWith(".yaml"))
          .map(file -> file.substring(0, file.length() - ".yaml".length()))
          .sorted()
          .toList();
    }
  }
}
