package io.proteus.hosts.ganglia;

import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Reads the XML of gmond and gmetad. Its figures carry no time but their age: {@code TN}, seconds
 * since the agent told. A host that was silent for four times its {@code TMAX} is down by Ganglia's
 * own rule, whatever its figures say.
 */
final class GangliaReport {
  private static final Set<String> WANTED =
      Set.of("cpu_idle", "cpu_wio", "mem_total", "mem_free", "mem_cached", "mem_buffers");

  /** Told once and then only now and again, as it does not change. */
  private static final String UNCHANGING = "mem_total";

  private static final int MOST_SILENT = 4;

  private final double staleSeconds;
  private final List<GangliaHost> hosts = new ArrayList<>();
  private String cluster = "";
  private String name = "";
  private String address = "";
  private boolean down;
  private Map<String, Double> metrics = new HashMap<>();

  private GangliaReport(Duration stale) {
    this.staleSeconds = stale.toMillis() / 1000.0;
  }

  /**
   * The hosts that it tells of, without figures that are too old.
   *
   * @throws XMLStreamException if it is no such XML, or ends early
   */
  static List<GangliaHost> read(InputStream xml, Duration stale) throws XMLStreamException {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    // it begins with a document type, which is skipped: nothing in it is followed or expanded
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    GangliaReport report = new GangliaReport(stale);
    XMLStreamReader reader = factory.createXMLStreamReader(xml);
    boolean isGanglia = false;
    while (reader.hasNext()) {
      int event = reader.next();
      if (event == XMLStreamConstants.START_ELEMENT) {
        isGanglia |= "GANGLIA_XML".equals(reader.getLocalName());
        if (!isGanglia) {
          throw new XMLStreamException("want GANGLIA_XML, got " + reader.getLocalName());
        }
        report.begin(reader);
      } else if (event == XMLStreamConstants.END_ELEMENT && "HOST".equals(reader.getLocalName())) {
        report.end();
      }
    }
    return report.hosts;
  }

  private void begin(XMLStreamReader reader) {
    switch (reader.getLocalName()) {
      case "CLUSTER" -> cluster = text(reader, "NAME");
      case "HOST" -> {
        name = text(reader, "NAME");
        address = text(reader, "IP");
        double limit = MOST_SILENT * number(reader, "TMAX", Double.POSITIVE_INFINITY);
        down = number(reader, "TN", 0) > limit;
        metrics = new HashMap<>();
      }
      case "METRIC" -> metric(reader);
      default -> {}
    }
  }

  private void metric(XMLStreamReader reader) {
    String metric = text(reader, "NAME");
    double age = number(reader, "TN", 0);
    double kept = number(reader, "DMAX", 0);
    boolean old = !UNCHANGING.equals(metric) && age > staleSeconds || kept > 0 && age > kept;
    double value = number(reader, "VAL", Double.NaN);
    if (WANTED.contains(metric) && !old && Double.isFinite(value) && value >= 0) {
      metrics.put(metric, value);
    }
  }

  private void end() {
    if (!down) {
      hosts.add(new GangliaHost(cluster, name, address, Map.copyOf(metrics)));
    }
  }

  private static String text(XMLStreamReader reader, String attribute) {
    return Objects.requireNonNullElse(reader.getAttributeValue(null, attribute), "");
  }

  private static double number(XMLStreamReader reader, String attribute, double otherwise) {
    String text = reader.getAttributeValue(null, attribute);
    try {
      return text == null || text.isBlank() ? otherwise : Double.parseDouble(text.strip());
    } catch (NumberFormatException e) {
      return otherwise;
    }
  }
}
