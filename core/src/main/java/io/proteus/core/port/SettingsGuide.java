package io.proteus.core.port;

import java.util.Map;

/**
 * What comes with an engine for those who set up its stores. It is found as a {@link
 * java.util.ServiceLoader service}, so that policies can be read and checked without a cluster.
 */
public interface SettingsGuide {

  /** The store's parameters, as YAML ({@code docs/schema/parameter-catalogue.schema.json}). */
  String catalogue();

  /** Policies by the name of their file, each as YAML ({@code docs/schema/policy.schema.json}). */
  Map<String, String> policies();

  /** Under which key the catalogue has a node's heap, which is read and not set by an engine. */
  String heapKey();

  /** Under which key it has the first part of a memory split, set as such where a node can. */
  String readCacheKey();

  /** Under which key it has the second part of a memory split. */
  String writeBufferKey();
}
