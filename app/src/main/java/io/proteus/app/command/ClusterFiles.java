package io.proteus.app.command;

import io.proteus.app.Environment;
import io.proteus.controller.configuration.Configuration;
import io.proteus.controller.configuration.ServerSettings;
import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.core.units.InvalidValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The clusters that one command looks after, each with a file of its own. */
final class ClusterFiles {
  @Option(
      names = {"-c", "--config"},
      paramLabel = "FILE",
      description = {
        "A cluster's configuration, or a folder with those of several, *.yaml (default:"
            + " proteus.yaml).",
        "May be given several times; the first one's `server` section counts."
      })
  private @Nullable List<Path> given;

  /** The configurations, in the order in which they were given; those of a folder by name. */
  List<Configuration> configurations(Environment environment) throws InvalidConfiguration {
    List<Path> named = given == null ? List.of() : given;
    if (named.isEmpty()) {
      return List.of(new ClusterOptions().configuration(environment));
    }
    Map<Path, Configuration> read = new LinkedHashMap<>();
    for (Path one : named) {
      for (Path file : files(environment.folder().resolve(one).normalize())) {
        if (read.containsKey(file)) {
          throw new InvalidValue("--config: %s is given twice.".formatted(file));
        }
        read.put(file, Configuration.read(file));
      }
    }
    refuseTwice(read, "cluster.name", Configuration::clusterName);
    refuseTwice(read, "journal.file", cluster -> cluster.journal().file().toString());
    refuseTwice(read, "engine", cluster -> cluster.extensions().engine().address());
    refuseOtherServers(read);
    return List.copyOf(read.values());
  }

  private static List<Path> files(Path path) {
    if (!Files.isDirectory(path)) {
      return List.of(path);
    }
    try (Stream<Path> inside = Files.list(path)) {
      List<Path> files = inside.filter(file -> file.toString().endsWith(".yaml")).sorted().toList();
      if (files.isEmpty()) {
        throw new InvalidValue(
            "--config: the folder %s has no file that ends with .yaml.".formatted(path));
      }
      return files;
    } catch (IOException e) {
      throw new InvalidValue("--config: the folder %s cannot be read: %s".formatted(path, e));
    }
  }

  private static void refuseTwice(
      Map<Path, Configuration> read, String key, Function<Configuration, String> valueOf) {
    Map<String, Path> before = new TreeMap<>();
    read.forEach(
        (file, cluster) -> {
          String value = valueOf.apply(cluster);
          Path other = before.put(value, file);
          if (other != null) {
            throw new InvalidValue(
                "%s: want another one in each file, got %s in %s and in %s."
                    .formatted(key, value, other, file));
          }
        });
  }

  /** It listens once: a second file may repeat how, or leave it out, but not say otherwise. */
  private static void refuseOtherServers(Map<Path, Configuration> read) {
    List<Path> files = new ArrayList<>(read.keySet());
    List<Configuration> clusters = new ArrayList<>(read.values());
    ServerSettings first = clusters.get(0).server();
    for (int i = 1; i < clusters.size(); i++) {
      ServerSettings other = clusters.get(i).server();
      if (!other.isLike(first) && !other.isLike(ServerSettings.usual(other.tokens()))) {
        throw new InvalidValue(
            "server: %s says otherwise than %s, and one daemon listens once. Say it in the first file only."
                .formatted(files.get(i), files.get(0)));
      }
      refuseOtherTokens(files.get(i), clusters.get(i), files.get(0), first.tokens());
    }
  }

  /** Whoever has a token there would be refused, and nobody would know why. */
  private static void refuseOtherTokens(
      Path file, Configuration cluster, Path firstFile, Path first) {
    Path tokens = cluster.server().tokens();
    Path folder = Objects.requireNonNullElse(file.toAbsolutePath().getParent(), file);
    Path unsaid = ServerSettings.usualTokens(folder, cluster.clusterName());
    if (!tokens.equals(first) && !tokens.equals(unsaid)) {
      throw new InvalidValue(
          "server.tokens: want %s as in %s, got %s in %s: one daemon has one file of tokens. Say it in the first file only."
              .formatted(first, firstFile, tokens, file));
    }
  }
}
