package io.proteus.cloud.provisioning.remote;

import io.proteus.core.cluster.SettingsChange;
import io.proteus.core.port.PortException;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.transform.OutputKeys;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/** Changes properties of a configuration file of Hadoop's kind; the rest of it stays. */
final class HadoopXml {
  private static final String ROOT = "configuration";
  private static final String EMPTY = "<configuration>\n</configuration>";

  private HadoopXml() {}

  static String changed(String text, SettingsChange change) throws PortException {
    try {
      Document document = parse(text.isBlank() ? EMPTY : text);
      Element root = document.getDocumentElement();
      if (!root.getTagName().equals(ROOT)) {
        throw new PortException(
            "cloud.settingsFile: want <configuration> first, got <%s>."
                .formatted(root.getTagName()));
      }
      Map<String, String> left = new TreeMap<>(change.set());
      for (Element property : properties(root)) {
        String key = text(property, "name");
        if (change.removed().contains(key)
            || change.set().containsKey(key) && !left.containsKey(key)) {
          root.removeChild(property);
        } else if (left.containsKey(key)) {
          set(property, left.remove(key));
        }
      }
      left.forEach((key, value) -> root.appendChild(property(document, key, value)));
      return written(document);
    } catch (SAXException e) {
      throw new PortException(
          "cloud.settingsFile: want XML as cloud.settingsFormat says, got %s."
              .formatted(e.getMessage()),
          e);
    } catch (java.io.IOException | ParserConfigurationException | TransformerException e) {
      throw new IllegalStateException("a text in memory", e);
    }
  }

  private static Document parse(String text)
      throws ParserConfigurationException, SAXException, java.io.IOException {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultInstance();
    factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
    factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
    DocumentBuilder builder = factory.newDocumentBuilder();
    builder.setErrorHandler(null);
    return builder.parse(new InputSource(new StringReader(text)));
  }

  private static List<Element> properties(Element root) {
    List<Element> properties = new ArrayList<>();
    for (Node child = root.getFirstChild(); child != null; child = child.getNextSibling()) {
      if (child instanceof Element element && element.getTagName().equals("property")) {
        properties.add(element);
      }
    }
    return properties;
  }

  private static String text(Element property, String tag) {
    NodeList found = property.getElementsByTagName(tag);
    return found.getLength() == 0 ? "" : found.item(0).getTextContent().strip();
  }

  private static void set(Element property, String value) {
    NodeList values = property.getElementsByTagName("value");
    if (values.getLength() == 0) {
      property.appendChild(element(property.getOwnerDocument(), "value", value));
    } else {
      values.item(0).setTextContent(value);
    }
  }

  private static Element property(Document document, String key, String value) {
    Element property = document.createElement("property");
    property.appendChild(element(document, "name", key));
    property.appendChild(element(document, "value", value));
    return property;
  }

  private static Element element(Document document, String tag, String text) {
    Element element = document.createElement(tag);
    element.setTextContent(text);
    return element;
  }

  private static String written(Document document) throws TransformerException {
    TransformerFactory factory = TransformerFactory.newDefaultInstance();
    factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
    Transformer transformer = factory.newTransformer();
    transformer.setOutputProperty(OutputKeys.ENCODING, "UTF-8");
    StringWriter text = new StringWriter();
    transformer.transform(new DOMSource(document), new StreamResult(text));
    return text + "\n";
  }
}
