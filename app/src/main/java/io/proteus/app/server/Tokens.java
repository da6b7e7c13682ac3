package io.proteus.app.server;

import io.proteus.controller.journal.JournalRights;
import io.proteus.controller.journal.Ownership;
import io.proteus.controller.json.CoreJson;
import io.proteus.controller.json.UnreadableJson;
import io.proteus.core.units.InvalidValue;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The tokens that callers show, in a file that holds their hashes only. A token is 256 random bits,
 * so a plain SHA-256 cannot be searched through; a slow hash would only slow down every request.
 * Changes of the file count at once.
 */
public final class Tokens {
  static final String SCHEMA = "proteus/tokens/1";
  static final String PREFIX = "proteus_";
  private static final int SECRET_BYTES = 32;
  private static final Pattern HASH = Pattern.compile("[0-9a-fA-F]{64}");
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._@-]{0,63}");

  private final Path file;
  private @Nullable FileTime read;
  private List<Token> tokens = List.of();

  /**
   * A token without its secret.
   *
   * @param sha256 of the whole token, in hexadecimal
   */
  public record Token(String name, Role role, String sha256, Instant made) {
    public Token {
      if (!HASH.matcher(sha256).matches()) {
        throw new InvalidValue(
            "sha256 of %s: want 64 hexadecimal digits, got '%s'.".formatted(name, sha256));
      }
    }
  }

  /** The file. */
  record Document(String schema, List<Token> tokens) {
    Document {
      if (!SCHEMA.equals(schema)) {
        throw new InvalidValue("schema: want '%s', got '%s'.".formatted(SCHEMA, schema));
      }
      tokens = List.copyOf(tokens);
    }
  }

  public Tokens(Path file) {
    this.file = file;
  }

  /** All there are. */
  public synchronized List<Token> all() {
    try {
      FileTime changed = Files.getLastModifiedTime(file);
      if (!changed.equals(read)) {
        tokens = CoreJson.read(Files.readString(file), Document.class).tokens();
        read = changed;
      }
    } catch (NoSuchFileException e) {
      tokens = List.of();
      read = null;
    } catch (UnreadableJson e) {
      throw new InvalidValue(
          "server.tokens: %s is not as `proteus token` writes it: %s"
              .formatted(file, e.getMessage()));
    } catch (IOException e) {
      throw new InvalidValue(
          "server.tokens: %s cannot be read: %s. See to its rights.".formatted(file, e));
    }
    return tokens;
  }

  /** Whose token this is. */
  Optional<Caller> caller(String shown) {
    byte[] hash = sha256(shown);
    Caller found = null;
    for (Token token : all()) {
      // all are compared, so that the time taken tells nothing
      if (MessageDigest.isEqual(hash, HexFormat.of().parseHex(token.sha256()))) {
        found = new Caller(token.name(), token.role());
      }
    }
    return Optional.ofNullable(found);
  }

  /** Makes a token and returns it; it is not to be had a second time. */
  public synchronized String add(String name, Role role, Instant now) {
    if (!NAME.matcher(name).matches()) {
      throw new InvalidValue(
          "name: want up to 64 letters, digits, '.', '_', '@' and '-', got '%s'.".formatted(name));
    }
    if (role == Role.ANYBODY) {
      throw new InvalidValue("role: want viewer, operator or administrator, got anybody.");
    }
    List<Token> more = new ArrayList<>(all());
    if (more.stream().anyMatch(token -> token.name().equals(name))) {
      throw new InvalidValue(
          "name: want a new one, got '%s'. `proteus token remove %s` takes the old one away."
              .formatted(name, name));
    }
    byte[] secret = new byte[SECRET_BYTES];
    new SecureRandom().nextBytes(secret);
    String token = PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(secret);
    more.add(new Token(name, role, hash(token), now));
    write(more);
    return token;
  }

  /** Takes a token away; false when there is none of this name. */
  public synchronized boolean remove(String name) {
    List<Token> left = all().stream().filter(token -> !token.name().equals(name)).toList();
    boolean found = left.size() < all().size();
    if (found) {
      write(left);
    }
    return found;
  }

  /** As a whole or not at all, and for its owner only, who stays the same whoever writes. */
  private void write(List<Token> written) {
    try {
      boolean isNew = !Files.exists(file);
      Ownership kept = Ownership.of(file);
      Path folder = file.toAbsolutePath().getParent();
      if (folder != null) {
        JournalRights.makeFolder(folder); // where the journal is going to be
      }
      Path whole = file.resolveSibling(file.getFileName() + ".new");
      Files.deleteIfExists(whole);
      Files.createFile(
          whole,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      Files.writeString(whole, CoreJson.prettyText(new Document(SCHEMA, written)) + "\n");
      if (!kept.give(whole) && !isNew) {
        Files.delete(whole);
        throw new InvalidValue(
            "server.tokens: %s belongs to %s, who could not read it any more. Do this as %s."
                .formatted(file, kept.owner(), kept.owner()));
      }
      Files.move(whole, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      read = null;
    } catch (IOException e) {
      throw new InvalidValue("server.tokens: %s cannot be written: %s.".formatted(file, e));
    }
  }

  /** The SHA-256 of a text, in hexadecimal. */
  static String hash(String text) {
    return HexFormat.of().formatHex(sha256(text));
  }

  private static byte[] sha256(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
