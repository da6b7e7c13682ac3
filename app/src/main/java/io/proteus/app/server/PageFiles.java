package io.proteus.app.server;

import io.javalin.config.JavalinConfig;
import io.javalin.http.staticfiles.Location;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;

/** The files of the page and of the libraries that it uses. They show nothing by themselves. */
final class PageFiles {
  private PageFiles() {}

  /**
   * Whether a file of the page is at this path. One look at the page asks for dozens of them, so
   * they are not counted as requests: who opens it twice in a second would be refused.
   */
  static boolean has(String path) {
    return path.startsWith("/lib/")
        || path.equals("/favicon.ico")
        || path.equals("/")
        || path.indexOf('/', 1) < 0
            && path.indexOf('.') > 0
            && PageFiles.class.getResource("/page" + path) != null;
  }

  static void into(JavalinConfig config) {
    config.staticFiles.add(
        files -> {
          files.directory = "/page";
          files.location = Location.CLASSPATH;
          files.roles = Set.of(Role.ANYBODY);
        });
    Properties libraries = new Properties();
    // browsers ask for it beside whatever they show
    add(config, "/favicon.ico", "/page/icon.svg", "image/svg+xml");
    try (InputStream file = resource("/page-libraries.properties")) {
      libraries.load(file);
      for (String name : libraries.stringPropertyNames()) {
        add(config, "/lib/" + name, libraries.getProperty(name), "text/javascript");
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the page's libraries are part of the program", e);
    }
  }

  /** File by file: a library's jar has more in it, and need not list its folders. */
  private static void add(JavalinConfig config, String path, String resource, String type) {
    try (InputStream file = resource(resource)) {
      byte[] content = file.readAllBytes();
      Server.read(
          config,
          new Route(
              "GET", path, Role.ANYBODY, request -> request.contentType(type).result(content)));
    } catch (IOException e) {
      throw new UncheckedIOException(resource + " is part of the program", e);
    }
  }

  private static InputStream resource(String name) {
    return Objects.requireNonNull(PageFiles.class.getResourceAsStream(name), name);
  }
}
