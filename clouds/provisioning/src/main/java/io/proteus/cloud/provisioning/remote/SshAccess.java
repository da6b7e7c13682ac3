package io.proteus.cloud.provisioning.remote;

import io.proteus.core.setting.Key;
import io.proteus.core.units.Durations;
import io.proteus.core.units.InvalidValue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * How machines are reached by OpenSSH's client.
 *
 * @param user on the machines; empty: as OpenSSH is configured
 * @param options of OpenSSH
 * @param timeout until a command must have ended
 */
public record SshAccess(
    @Key(doc = "the user on the hosts", example = "proteus") Optional<String> user,
    @Key(doc = "options of OpenSSH, such as IdentityFile and UserKnownHostsFile", usual = "{}")
        Map<String, String> options,
    @Key(doc = "until a command must have ended", usual = "2m") Duration timeout) {
  /** A call to a cloud is cut after that, whatever its commands may take. */
  public static final Duration LONGEST_TIMEOUT = Duration.ofMinutes(6);

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._:-]*");
  private static final Pattern OPTION = Pattern.compile("[A-Za-z0-9]+");

  /** What would let a stranger's host in, or ask somebody who is not there. */
  private static final Set<String> FIXED = Set.of("stricthostkeychecking", "batchmode");

  public SshAccess {
    options = Map.copyOf(options);
  }

  /**
   * Refuses what lets strangers' hosts in, asks somebody, is no option at all, or would not be
   * waited for.
   *
   * @param section of the configuration in which these keys are
   */
  public void check(String section) {
    user.ifPresent(name -> need(NAME.matcher(name).matches(), section, "user: want a name", name));
    need(
        timeout.compareTo(LONGEST_TIMEOUT) <= 0,
        section,
        "timeout: want at most %s, after which a call to a cloud is cut"
            .formatted(Durations.shown(LONGEST_TIMEOUT)),
        Durations.shown(timeout));
    for (String option : options.keySet()) {
      need(OPTION.matcher(option).matches(), section, "options: want options of OpenSSH", option);
      need(
          !FIXED.contains(option.toLowerCase(Locale.ROOT)),
          section,
          "options: want no option that lets unknown hosts in, or asks",
          option);
    }
  }

  private static void need(boolean holds, String section, String wanted, String got) {
    if (!holds) {
      throw new InvalidValue("%s.%s, got %s.".formatted(section, wanted, got));
    }
  }

  /** As OpenSSH's client takes them. */
  List<String> arguments() {
    List<String> arguments = new ArrayList<>();
    new TreeMap<>(options).forEach((option, value) -> arguments.add("-o" + option + "=" + value));
    user.ifPresent(name -> arguments.addAll(List.of("-l", name)));
    return arguments;
  }
}
