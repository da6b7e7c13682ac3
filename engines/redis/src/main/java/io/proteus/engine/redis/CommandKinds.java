package io.proteus.engine.redis;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/** What commands are for, as a node itself says with {@code COMMAND}. */
record CommandKinds(Map<String, Kind> byName) {
  /** Reads that walk through many elements. */
  private static final Pattern SCANS =
      Pattern.compile(".*scan|.*range.*|hgetall|hkeys|hvals|smembers|keys|mget|sort_ro");

  /** Scripts and functions: the commands that they give are counted themselves. */
  private static final Pattern SCRIPTS = Pattern.compile("eval.*|fcall.*");

  enum Kind {
    READ,
    SCAN,
    WRITE,
    NEITHER
  }

  /** From the answer to {@code COMMAND}. */
  static CommandKinds parse(Object answer) {
    Map<String, Kind> kinds = new HashMap<>();
    for (Object command : (List<?>) answer) {
      List<?> parts = (List<?>) command;
      String name = text(parts.get(0)).toLowerCase(Locale.ROOT);
      List<String> flags = ((List<?>) parts.get(2)).stream().map(CommandKinds::text).toList();
      kinds.put(name, kind(name, flags, ((Number) parts.get(3)).intValue()));
    }
    return new CommandKinds(kinds);
  }

  private static Kind kind(String name, List<String> flags, int firstKey) {
    // a command whose keys follow their number or a word, as those of XREAD, names no first one
    boolean hasKeys = firstKey != 0 || flags.contains("movablekeys");
    if (flags.contains("admin") || !hasKeys || SCRIPTS.matcher(name).matches()) {
      return Kind.NEITHER;
    }
    if (flags.contains("write")) {
      return Kind.WRITE;
    }
    if (!flags.contains("readonly")) {
      return Kind.NEITHER;
    }
    return SCANS.matcher(name).matches() ? Kind.SCAN : Kind.READ;
  }

  private static String text(Object part) {
    return part instanceof byte[] bytes
        ? new String(bytes, StandardCharsets.UTF_8)
        : String.valueOf(part);
  }

  Kind of(String command) {
    return byName.getOrDefault(command, Kind.NEITHER);
  }
}
