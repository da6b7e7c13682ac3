package io.proteus.cloud.provisioning;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;

/**
 * The stages from machine to node as a script that cloud-init runs at the first boot. It stops at
 * the first stage that does not hold, and says so on the console.
 */
final class BootScript {
  /** The places of templates that the machine fills in when it boots. */
  static final Set<String> NAMES = Set.of("host", "ip", "cluster");

  private static final String HOST_MARK = "@proteus-host@";
  private static final String IP_MARK = "@proteus-ip@";

  /** Looks of a check, one a second. */
  private static final int LOOKS = 120;

  private static final String HEAD =
      """
      #!/bin/sh
      # Made by Proteus: from a machine to a node, each stage checked before the next.
      host=$(hostname -f 2>/dev/null || hostname)
      ip=$(hostname -I 2>/dev/null | cut -d ' ' -f 1)
      export host ip
      say() { echo "proteus: $*"; }
      fail() { say "failed: $*"; exit 1; }
      put() {
        mkdir -p "$(dirname "$1")" && base64 -d >"$1.part" &&
          sed "s|%s|$host|g;s|%s|$ip|g" "$1.part" >"$1" && rm "$1.part"
      }
      holds() {
        looks=0
        until "$1"; do
          looks=$((looks + 1))
          [ "$looks" -lt %d ] || return 1
          sleep 1
        done
      }
      """
          .formatted(HOST_MARK, IP_MARK, LOOKS);

  private BootScript() {}

  /** What the machine alone knows is marked, and filled in there. */
  static Map<String, String> facts(String cluster) {
    return Map.of("host", HOST_MARK, "ip", IP_MARK, "cluster", cluster);
  }

  /**
   * The script of one machine.
   *
   * @param files by their place on it
   * @param start of the store
   */
  static String of(SortedMap<String, String> files, Provisioning provisioning, String start) {
    StringBuilder script = new StringBuilder(HEAD);
    files.forEach(
        (file, text) -> {
          String at = inShell(file);
          script
              .append("put \"%s\" <<'PROTEUS' || fail \"%s cannot be written\"\n".formatted(at, at))
              .append(
                  Base64.getMimeEncoder(76, new byte[] {'\n'}).encodeToString(text.getBytes(UTF_8)))
              .append("\nPROTEUS\n");
        });
    if (!files.isEmpty()) {
      script.append("say \"$host has its files\"\n");
    }
    provisioning
        .monitor()
        .ifPresent(
            monitor ->
                stage(
                    script,
                    "monitor",
                    monitor,
                    provisioning.monitorReady(),
                    "the monitor answers on $host"));
    stage(script, "store", start, provisioning.ready(), "the store runs on $host");
    return script.toString();
  }

  private static void stage(
      StringBuilder script, String what, String start, Optional<String> check, String reached) {
    script.append("start_%s() {\n%s\n}\n".formatted(what, inShell(start)));
    script.append("start_%s || fail \"its %s does not start\"\n".formatted(what, what));
    check.ifPresent(
        asked -> {
          script.append("check_%s() {\n%s\n}\n".formatted(what, inShell(asked)));
          script.append(
              "holds check_%s || fail \"its %s does not answer\"\n".formatted(what, what));
        });
    script.append("say \"%s\"\n".formatted(reached));
  }

  private static String inShell(String text) {
    return text.replace("{host}", "$host").replace("{ip}", "$ip");
  }
}
