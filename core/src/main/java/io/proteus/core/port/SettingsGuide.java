package io.proteus.core.port;

import java.util.Map;

/**
 * Guidance from an engine for those who set up its stores. It is a {@link java.util.ServiceLoader
 * service}, so policies can be read and checked without a cluster.
 */
public interface SettingsGuide {

  /** The store's parameters, as YAML ({@code docs/schema/parameter-catalogue.schema.json}). */
  String catalogue();

  /** Policies by the name of their file, each as YAML ({@code docs/schema/policy.schema.json}). */
  Map<String, String> policies();

  /** The catalogue's key for a node's heap, which Proteus only reads. */
  String heapKey();

  /** The catalogue's key for the first part of a memory split. */
  String readCacheKey();

  /** The catalogue's key for the second part of a memory split. */
  String writeBufferKey();
}
