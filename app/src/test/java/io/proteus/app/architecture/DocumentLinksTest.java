package io.proteus.app.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every relative link of the project's texts leads to a file, and to a heading that is in it. */
final class DocumentLinksTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern LINK = Pattern.compile("]\\(([^)#\\s]*)(?:#([^)\\s]*))?\\)");

  @Test
  void linksLeadSomewhere() throws IOException {
    List<Path> texts = texts();
    List<String> broken = new ArrayList<>();
    for (Path text : texts) {
      Matcher link = LINK.matcher(Files.readString(text));
      while (link.find()) {
        if (!link.group(1).contains("://") && !leads(text, link.group(1), link.group(2))) {
          broken.add("%s: %s".formatted(ROOT.relativize(text), link.group()));
        }
      }
    }

    assertThat(texts).hasSizeGreaterThan(10);
    assertThat(broken).isEmpty();
  }

  private static List<Path> texts() throws IOException {
    try (Stream<Path> files = Files.walk(ROOT)) {
      return files
          .filter(file -> file.toString().endsWith(".md"))
          .filter(file -> !ROOT.relativize(file).toString().matches("(.*/)?(target|\\.git)/.*"))
          .toList();
    }
  }

  private static boolean leads(Path text, String file, String heading) throws IOException {
    Path target = file.isEmpty() ? text : text.resolveSibling(file).normalize();
    if (!Files.exists(target)) {
      return false;
    }
    return heading == null
        || !target.toString().endsWith(".md")
        || headings(target).contains(heading);
  }

  /** Headings as they are linked to: small letters, no punctuation, spaces as hyphens. */
  private static List<String> headings(Path text) throws IOException {
    return Files.readAllLines(text).stream()
        .filter(line -> line.startsWith("#"))
        .map(line -> line.replaceFirst("^#+ ", "").toLowerCase(Locale.ROOT))
        .map(line -> line.replaceAll("[^\\w\\- ]", "").strip().replace(' ', '-'))
        .toList();
  }
}
