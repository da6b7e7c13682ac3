package io.proteus.app.experiment;

/** The version of Proteus that runs. */
public final class Version {
  private Version() {}

  public static String current() {
    String version = Version.class.getPackage().getImplementationVersion();
    return version == null ? "unpackaged" : version;
  }
}
