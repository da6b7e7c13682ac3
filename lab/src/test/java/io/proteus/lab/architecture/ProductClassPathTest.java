package io.proteus.lab.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;

/** A product's class path is app's own: no laboratory, no YCSB, no test daemons, no test jars. */
class ProductClassPathTest {
  private static final Path ROOT = Path.of("..");
  private static final List<String> UNWANTED =
      List.of(
          "proteus-lab",
          "proteus-workloads",
          "proteus-testkit",
          "proteus-deployment-hbase-server",
          "hbase-server",
          "hbase-testing-util",
          "hadoop-minicluster",
          "kerb-simplekdc",
          "junit");

  /** A dependency as a pom declares it. */
  private record Dependency(String group, String artifact, String scope, String type) {
    boolean isOfTheProduct() {
      return !scope.equals("test") && !scope.equals("provided");
    }
  }

  /** The dependencies that app and the modules of ours behind it declare. */
  @Test
  void noModuleOfTheProductDeclaresWhatOnlyExperimentsNeed() throws Exception {
    Map<String, List<Dependency>> modules = modules();
    Set<String> reached = new TreeSet<>();
    Deque<String> open = new ArrayDeque<>(List.of("proteus-app"));
    List<Dependency> declared = new ArrayList<>();
    while (!open.isEmpty()) {
      String module = open.pop();
      if (reached.add(module)) {
        for (Dependency dependency : modules.get(module)) {
          if (dependency.isOfTheProduct()) {
            declared.add(dependency);
            if (dependency.group().equals("io.proteus")) {
              open.push(dependency.artifact());
            }
          }
        }
      }
    }

    assertThat(reached).contains("proteus-core", "proteus-controller", "proteus-engine-hbase");
    assertThat(declared).extracting(Dependency::group).doesNotContain("site.ycsb");
    assertThat(declared).extracting(Dependency::artifact).doesNotContainAnyElementsOf(UNWANTED);
    assertThat(declared).extracting(Dependency::type).containsOnly("");
  }

  /** The jars that were copied for the product, where it has been packaged. */
  @Test
  void noJarOfTheProductIsOneOfThese() throws IOException {
    Path lib = ROOT.resolve("app/target/lib");
    assumeThat(lib).isDirectory();
    List<String> jars;
    try (Stream<Path> files = Files.list(lib)) {
      jars = files.map(file -> file.getFileName().toString()).toList();
    }

    assertThat(jars).anyMatch(jar -> jar.startsWith("proteus-core-"));
    assertThat(jars)
        .noneMatch(jar -> jar.endsWith("-tests.jar") || jar.startsWith("core-0.17"))
        .noneMatch(jar -> UNWANTED.stream().anyMatch(name -> jar.matches(name + "-[0-9].*")));
  }

  /** What each module of ours declares, or inherits from one of ours. */
  private static Map<String, List<Dependency>> modules() throws Exception {
    Map<String, List<Dependency>> modules = new HashMap<>();
    Map<String, String> parents = new HashMap<>();
    Deque<Path> open = new ArrayDeque<>(List.of(ROOT));
    while (!open.isEmpty()) {
      Path folder = open.pop();
      Element project = pom(folder.resolve("pom.xml"));
      for (Element list : children(project, "modules")) {
        for (Element module : children(list, "module")) {
          open.push(folder.resolve(module.getTextContent()));
        }
      }
      String name = text(project, "artifactId");
      modules.put(name, declared(project));
      children(project, "parent").forEach(parent -> parents.put(name, text(parent, "artifactId")));
    }
    Map<String, List<Dependency>> all = new HashMap<>();
    modules.forEach(
        (name, own) -> {
          List<Dependency> inherited = new ArrayList<>(own);
          inherited.addAll(modules.getOrDefault(parents.getOrDefault(name, ""), List.of()));
          all.put(name, inherited);
        });
    return all;
  }

  private static List<Dependency> declared(Element project) {
    List<Dependency> declared = new ArrayList<>();
    for (Element list : children(project, "dependencies")) {
      for (Element one : children(list, "dependency")) {
        declared.add(
            new Dependency(
                text(one, "groupId"),
                text(one, "artifactId"),
                text(one, "scope"),
                text(one, "type")));
      }
    }
    return declared;
  }

  private static Element pom(Path file) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(file.toFile())
        .getDocumentElement();
  }

  private static String text(Element of, String name) {
    return children(of, name).stream().map(Element::getTextContent).findFirst().orElse("");
  }

  private static List<Element> children(Element of, String name) {
    List<Element> found = new ArrayList<>();
    for (int i = 0; i < of.getChildNodes().getLength(); i++) {
      if (of.getChildNodes().item(i) instanceof Element child && child.getTagName().equals(name)) {
        found.add(child);
      }
    }
    return found;
  }
}
