package io.proteus.controller.configuration;

/** The documents that are generated from the settings of a configuration file. */
public final class ConfigurationDocuments {
  private static final String HEAD =
      """
      # Settings
      Every key of the configuration file, `proteus.yaml`, with its default. This page is generated from the records that own the settings:
      `./proteus settings --write docs` writes it, and a test compares it. `proteus init` writes a file with all of them, and
      `proteus settings --schema` prints their JSON schema, for editors.

      An unknown key or a value that cannot be is refused with its line, the key, the value and what is wanted; all that is wrong is told at
      once. Paths are relative to the file. The same spellings hold in scenarios, policies and on the command line:

      | written as | for example |
      | --- | --- |
      | duration | `500ms`, `30s`, `3m`, `1.5h`, `2d`: a number with its unit |
      | size | `64KB`, `1.5GB`, `100B`: a number with its unit; 1 KB is 1,024 bytes |
      | share | `0.6` or `60%` |
      | op/s | `1500` or `1500 op/s` |
      """;

  private ConfigurationDocuments() {}

  /** {@code docs/settings.md}. */
  public static String reference() {
    return HEAD + ConfigurationShape.documents().reference();
  }

  /** The JSON schema of a configuration file. */
  public static String schema() {
    return ConfigurationShape.documents()
        .schema("urn:proteus:configuration", "The configuration file of Proteus");
  }
}
