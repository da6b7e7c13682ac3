package io.proteus.cloud.provisioning.remote;

import io.proteus.core.setting.Inline;
import io.proteus.core.setting.Key;
import io.proteus.core.units.InvalidValue;

/**
 * How the node on a machine of a cloud is restarted with other settings.
 *
 * @param stop ends the node on its machine, and with 0 where none runs
 * @param start starts it
 * @param file with its settings
 * @param hostKeys which machines are let in
 * @param access how they are reached
 */
public record RestartSettings(
    @Key(
            doc = "ends the node on its machine, and with 0 where none runs",
            example = "sudo -n systemctl stop hbase-regionserver")
        String stop,
    @Key(
            doc = "starts the node on its machine",
            example = "sudo -n systemctl start hbase-regionserver")
        String start,
    @Inline SettingsFile file,
    @Key(
            doc =
                "which machines are let in: those whose keys OpenSSH knows, as by a certificate;"
                    + " or, by its identifier, each machine with the key that it shows first",
            usual = "known")
        HostKeys hostKeys,
    @Inline SshAccess access) {
  static final String SECTION = "cloud.restart";

  /** Which machines are let in. */
  public enum HostKeys {
    /** those whose keys are known before */
    KNOWN,
    /** each machine of the cloud with the key that it shows first */
    FIRST_SEEN
  }

  public RestartSettings {
    need(!stop.isBlank(), "stop: want a command", "nothing");
    need(!start.isBlank(), "start: want a command", "nothing");
    file.check(SECTION);
    access.check(SECTION);
  }

  private static void need(boolean holds, String wanted, String got) {
    if (!holds) {
      throw new InvalidValue("%s.%s, got %s.".formatted(SECTION, wanted, got));
    }
  }
}
