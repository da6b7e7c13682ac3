package io.proteus.controller.settings;

import java.util.List;

/** A piece of a YAML file that still knows its line, counted from 1. */
public sealed interface YamlNode {
  int line();

  /** The text that errors show. */
  String shown();

  /** A value as it stands in the file, quotes removed. */
  record Scalar(String text, int line) implements YamlNode {
    @Override
    public String shown() {
      return "'%s'".formatted(text);
    }
  }

  /** A key without a value, or an explicit null. */
  record Nothing(int line) implements YamlNode {
    @Override
    public String shown() {
      return "nothing";
    }
  }

  record Sequence(List<YamlNode> items, int line) implements YamlNode {
    @Override
    public String shown() {
      return "a list";
    }
  }

  record Mapping(List<Entry> entries, int line) implements YamlNode {
    @Override
    public String shown() {
      return "a section";
    }
  }

  record Entry(String key, int line, YamlNode value) {}
}
