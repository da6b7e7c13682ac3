package io.proteus.testkit.riak;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Which member plays the part of which recorded node: riak1 is part 1. */
final class Parts {
  private static final Pattern NAME = Pattern.compile("riak([1-4])@127\\.0\\.0\\.1");

  private final Map<Integer, String> members = new TreeMap<>();

  void put(int part, String name) {
    members.put(part, name);
  }

  /** Takes the part from whoever has it, and answers who that was. */
  String remove(int part) {
    String name = members.remove(part);
    if (name == null) {
      throw new IllegalStateException("nobody plays riak" + part);
    }
    return name;
  }

  boolean has(String name) {
    return members.containsValue(name);
  }

  List<String> names() {
    return new ArrayList<>(members.values());
  }

  int of(String name) {
    return members.entrySet().stream()
        .filter(part -> part.getValue().equals(name))
        .map(Map.Entry::getKey)
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("there is no member " + name));
  }

  /** Gives a member another part; whoever had that one gets the member's. */
  void swap(String name, int part) {
    int before = of(name);
    String other = members.get(part);
    if (other != null && before != part) {
      members.put(before, other);
      members.put(part, name);
    }
  }

  /** A recorded answer with the names of those who play the parts. */
  Recording inNames(Recording answer) {
    return new Recording(
        NAME.matcher(answer.text())
            .replaceAll(
                found -> members.getOrDefault(Integer.parseInt(found.group(1)), found.group())),
        answer.exit());
  }
}
