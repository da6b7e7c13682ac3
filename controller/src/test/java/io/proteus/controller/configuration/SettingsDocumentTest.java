package io.proteus.controller.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class SettingsDocumentTest {
  @Test
  void theTableInTheDocumentationIsTheOneInTheCode() throws IOException {
    List<String> documented =
        Files.readAllLines(Path.of("..", "docs", "operations.md")).stream()
            .dropWhile(line -> !line.equals("### Settings"))
            .skip(1)
            .takeWhile(line -> !line.startsWith("#"))
            .filter(line -> line.startsWith("| `"))
            .toList();

    assertThat(documented)
        .containsExactlyElementsOf(Settings.all().stream().map(SettingsDocumentTest::row).toList());
  }

  private static String row(Setting<?> setting) {
    String usual =
        setting.required()
            ? "required"
            : setting.usual() == null ? "" : "`" + setting.usual() + "`";
    return "| `%s` | %s | %s | %s |"
        .formatted(setting.key(), usual, setting.kind().name(), setting.about());
  }
}
