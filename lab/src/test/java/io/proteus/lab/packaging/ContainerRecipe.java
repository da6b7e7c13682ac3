package io.proteus.lab.packaging;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The instructions of a Dockerfile, which a {@link Machine} carries out in place of a container
 * engine. The machine takes the place of the image that {@code FROM} names.
 */
record ContainerRecipe(List<Instruction> instructions) {

  /** One line of it, continued lines included. */
  record Instruction(String name, String arguments) {}

  static ContainerRecipe read(Path file) throws IOException {
    List<Instruction> instructions = new ArrayList<>();
    StringBuilder open = new StringBuilder();
    for (String line : Files.readAllLines(file)) {
      if (line.startsWith("#") || line.isBlank()) {
        continue;
      }
      open.append(line);
      if (line.endsWith("\\")) {
        open.setLength(open.length() - 1);
        continue;
      }
      String[] parts = open.toString().split(" ", 2);
      instructions.add(new Instruction(parts[0], parts[1].strip()));
      open.setLength(0);
    }
    return new ContainerRecipe(instructions);
  }

  /** A script that does to a machine what the recipe does to an image. */
  String build() {
    return instructions.stream().map(ContainerRecipe::built).collect(Collectors.joining("\n"));
  }

  private static String built(Instruction instruction) {
    String arguments = instruction.arguments();
    return switch (instruction.name()) {
      case "RUN" -> "(cd / && sh -ec %s)".formatted(quoted(arguments));
      case "ADD" -> {
        String[] words = arguments.split(" ");
        yield "for archive in /packages/%s; do tar -xf $archive -C %s; done"
            .formatted(words[0], words[1]);
      }
      case "ENV" -> "export " + arguments;
      case "WORKDIR" -> "cd " + arguments;
      case "VOLUME" ->
          words(arguments).stream()
              .map(
                  "mount -t tmpfs -o $(stat -c mode=%%a,uid=%%u,gid=%%g %1$s) tmpfs %1$s"
                      ::formatted)
              .collect(Collectors.joining("\n", "", "\ncd $PWD"));
      case "FROM", "LABEL", "USER", "EXPOSE", "STOPSIGNAL", "HEALTHCHECK", "ENTRYPOINT", "CMD" ->
          "";
      default -> throw new AssertionError(instruction + ": not known here");
    };
  }

  /** The command that a container of the image runs, with no rights at all. */
  String run() {
    return asUser(words(only("ENTRYPOINT"))) + " " + shell(words(only("CMD")));
  }

  /** The same with other arguments. */
  String run(String arguments) {
    return asUser(words(only("ENTRYPOINT"))) + " " + arguments;
  }

  /** The command that tells whether it is well. */
  String healthCheck() {
    return asUser(words(only("HEALTHCHECK").replaceFirst("^.* CMD ", "")));
  }

  String signal() {
    return only("STOPSIGNAL");
  }

  private String asUser(List<String> command) {
    String[] user = only("USER").split(":");
    return "setpriv --reuid %s --regid %s --clear-groups --no-new-privs --inh-caps=-all --bounding-set=-all %s"
        .formatted(user[0], user[1], shell(command));
  }

  private String only(String name) {
    Optional<String> found = Optional.empty();
    for (Instruction instruction : instructions) {
      if (instruction.name().equals(name)) {
        found = Optional.of(instruction.arguments());
      }
    }
    return found.orElseThrow(() -> new AssertionError(name + ": the recipe has none"));
  }

  private static List<String> words(String json) {
    try {
      return List.of(new JsonMapper().readValue(json, String[].class));
    } catch (JsonProcessingException e) {
      throw new AssertionError(json, e);
    }
  }

  private static String shell(List<String> words) {
    return words.stream().map(ContainerRecipe::quoted).collect(Collectors.joining(" "));
  }

  private static String quoted(String word) {
    return "'" + word.replace("'", "'\\''") + "'";
  }
}
