package io.proteus.lab.stage;

import io.proteus.app.VersionCommand;

/** The version of Proteus that runs. */
public final class Version {
  private Version() {}

  public static String current() {
    return VersionCommand.current();
  }
}
