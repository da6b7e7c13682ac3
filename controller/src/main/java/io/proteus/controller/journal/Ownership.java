package io.proteus.controller.journal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.GroupPrincipal;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.UserPrincipal;

/**
 * Whose a file is. What root writes for a service has to stay the service's: its user could not
 * read it otherwise.
 */
public record Ownership(UserPrincipal owner, GroupPrincipal group) {

  /** Of a path, or of the nearest folder above it that is there. */
  public static Ownership of(Path path) throws IOException {
    Path there = path.toAbsolutePath();
    while (!Files.exists(there) && there.getParent() != null) {
      there = there.getParent();
    }
    PosixFileAttributes attributes = Files.readAttributes(there, PosixFileAttributes.class);
    return new Ownership(attributes.owner(), attributes.group());
  }

  /** Gives a path to this owner; false where whoever runs this may not. */
  public boolean give(Path path) throws IOException {
    if (of(path).owner().equals(owner)) {
      return true;
    }
    PosixFileAttributeView view =
        Files.getFileAttributeView(path, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
    try {
      view.setGroup(group);
      view.setOwner(owner);
      return true;
    } catch (IOException e) { // no exception of its own tells that it is not allowed
      return false;
    }
  }
}
