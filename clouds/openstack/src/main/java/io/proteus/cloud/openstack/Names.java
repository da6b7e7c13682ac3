package io.proteus.cloud.openstack;

import com.fasterxml.jackson.databind.JsonNode;
import io.proteus.core.port.PortException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The identifiers of flavours, images and networks that an operator calls by their names. They are
 * looked up for each order, as a new image may get an old one's name.
 */
record Names(Session session) {
  /** Of those that are there; more would hide the sentence. */
  private static final int SHOWN = 10;

  String flavor(String wanted) throws Refusal, PortException {
    return found("flavors", wanted, listed(Session.Service.COMPUTE, "/flavors", "flavors"));
  }

  /** There may be thousands of images, so only those of the name are listed first. */
  String image(String wanted) throws Refusal, PortException {
    String name = URLEncoder.encode(wanted, StandardCharsets.UTF_8).replace("+", "%20");
    JsonNode named = listed(Session.Service.IMAGE, "/images?name=" + name, "images");
    return found(
        "image",
        wanted,
        named.isEmpty() ? listed(Session.Service.IMAGE, "/images?limit=1000", "images") : named);
  }

  String network(String wanted) throws Refusal, PortException {
    return found("networks", wanted, listed(Session.Service.NETWORK, "/networks", "networks"));
  }

  private JsonNode listed(Session.Service service, String path, String list)
      throws Refusal, PortException {
    return session.get(service, path).path(list);
  }

  private String found(String key, String wanted, JsonNode all) throws PortException {
    List<String> ids = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (JsonNode one : all) {
      String id = one.path("id").asText();
      if (wanted.equals(id)) {
        return id;
      }
      if (wanted.equals(one.path("name").asText())) {
        ids.add(id);
      }
      names.add(one.path("name").asText());
    }
    if (ids.size() == 1) {
      return ids.get(0);
    }
    if (ids.size() > 1) {
      throw new PortException(
          "cloud.%s: %d in %s are called %s. Name one by its identifier: %s."
              .formatted(key, ids.size(), session.place(), wanted, ids));
    }
    throw new PortException(
        "cloud.%s: %s has no %s; there are %s%s."
            .formatted(
                key,
                session.place(),
                wanted,
                names.stream().sorted().limit(SHOWN).toList(),
                names.size() > SHOWN ? " and others" : ""));
  }
}
