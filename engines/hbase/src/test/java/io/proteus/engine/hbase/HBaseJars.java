package io.proteus.engine.hbase;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** The jars of one version of HBase's servers, apart from our own class path. */
final class HBaseJars implements AutoCloseable {
  /** What the local daemons run on; built before this module's tests. */
  private static final Path DAEMONS = Path.of("../../deployments/hbase-server/target/lib");

  private static final Path OLDER = Path.of("target/hbase-2.5");

  private final List<Path> own;
  private final URLClassLoader classes;

  private HBaseJars(List<Path> own, List<Path> all) {
    this.own = own;
    this.classes =
        new URLClassLoader(
            all.stream().map(HBaseJars::url).toArray(URL[]::new),
            ClassLoader.getPlatformClassLoader());
  }

  static HBaseJars of(String version) throws IOException {
    List<Path> daemons = jars(DAEMONS);
    List<Path> replaced = daemons.stream().filter(HBaseJars::isReplaced).toList();
    if (version.equals("2.6")) {
      return new HBaseJars(replaced, daemons);
    }
    List<Path> older = jars(OLDER);
    List<Path> all = new ArrayList<>(older);
    daemons.stream().filter(jar -> !replaced.contains(jar)).forEach(all::add);
    return new HBaseJars(older, all);
  }

  private static boolean isReplaced(Path jar) {
    return jar.getFileName().toString().matches("hbase-(common|client|server)-.*");
  }

  private static List<Path> jars(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".jar")).sorted().toList();
    }
  }

  private static URL url(Path jar) {
    try {
      return jar.toUri().toURL();
    } catch (MalformedURLException e) {
      throw new IllegalArgumentException(e);
    }
  }

  /** Name and value of every property of such a file, as {@code hbase-default.xml}. */
  Map<String, String> properties(String file) throws Exception {
    try (InputStream xml = classes.getResourceAsStream(file)) {
      Document document = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(xml);
      Map<String, String> values = new HashMap<>();
      NodeList properties = document.getElementsByTagName("property");
      for (int i = 0; i < properties.getLength(); i++) {
        Element property = (Element) properties.item(i);
        values.put(text(property, "name"), text(property, "value"));
      }
      return values;
    }
  }

  private static String text(Element property, String tag) {
    NodeList found = property.getElementsByTagName(tag);
    return found.getLength() == 0 ? "" : found.item(0).getTextContent().strip();
  }

  /** Of a field such as {@code org.apache.hadoop.hbase.HConstants#DEFAULT_BLOCKSIZE}. */
  String constant(String name) throws ReflectiveOperationException {
    String[] parts = name.split("#", 2);
    Field field = Class.forName(parts[0], true, classes).getDeclaredField(parts[1]);
    field.setAccessible(true);
    return String.valueOf(field.get(null));
  }

  /** All of HBase's own classes in one text, in which a key that they read occurs. */
  String classesAsText() throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (Path jar : own) {
      try (ZipInputStream entries = new ZipInputStream(Files.newInputStream(jar))) {
        for (ZipEntry e = entries.getNextEntry(); e != null; e = entries.getNextEntry()) {
          if (e.getName().endsWith(".class")) {
            entries.transferTo(all);
          }
        }
      }
    }
    return all.toString(StandardCharsets.ISO_8859_1);
  }

  @Override
  public void close() throws IOException {
    classes.close();
  }
}
