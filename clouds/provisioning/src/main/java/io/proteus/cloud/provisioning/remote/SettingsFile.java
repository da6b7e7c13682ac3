package io.proteus.cloud.provisioning.remote;

import io.proteus.core.setting.Key;
import io.proteus.core.units.InvalidValue;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The file on a machine in which its node finds its settings.
 *
 * @param settingsFile where it is; empty: none is written
 * @param settingsFormat how it is written
 * @param write puts what it is given into the file
 */
public record SettingsFile(
    @Key(
            doc = "the file in which a node finds its settings when it starts",
            example = "/etc/hbase/conf/hbase-site.xml")
        Optional<String> settingsFile,
    @Key(doc = "how that file is written", usual = "hadoop-xml") SettingsFormat settingsFormat,
    @Key(
            doc = "puts what it is given into that file",
            usual = "sudo -n install --backup=simple -m 0644 /dev/stdin {file}")
        String write) {
  private static final Pattern FILE = Pattern.compile("/([A-Za-z0-9._/@+-]|\\{host\\})+");

  /**
   * Refuses what is no path, and a command that does not say into which file.
   *
   * @param section of the configuration in which these keys are
   */
  public void check(String section) {
    settingsFile.ifPresent(
        file ->
            need(
                FILE.matcher(file).matches(),
                section,
                "settingsFile: want an absolute path",
                file));
    need(write.contains("{file}"), section, "write: want a command with {file} in it", write);
  }

  private static void need(boolean holds, String section, String wanted, String got) {
    if (!holds) {
      throw new InvalidValue("%s.%s, got %s.".formatted(section, wanted, got));
    }
  }
}
