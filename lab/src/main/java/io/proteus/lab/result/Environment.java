package io.proteus.lab.result;

import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * Where an experiment ran: figures of two environments cannot be compared.
 *
 * @param store name and version of the store: {@code HBase 2.6.4}
 * @param cores cores of the machine, shared by servers and clients
 * @param memoryBytes memory of the machine
 * @param serverHeapBytes heap of each server
 * @param serverCores what a server may use of the cores; null when it is not capped
 * @param serverProperties what the daemons are set to besides, in the store's keys; null when
 *     nothing
 */
public record Environment(
    String proteusVersion,
    String store,
    String javaVersion,
    String operatingSystem,
    int cores,
    long memoryBytes,
    int servers,
    long serverHeapBytes,
    @Nullable Double serverCores,
    @Nullable SortedMap<String, String> serverProperties) {

  /** With nothing set besides. */
  public Environment(
      String proteusVersion,
      String store,
      String javaVersion,
      String operatingSystem,
      int cores,
      long memoryBytes,
      int servers,
      long serverHeapBytes,
      @Nullable Double serverCores) {
    this(
        proteusVersion,
        store,
        javaVersion,
        operatingSystem,
        cores,
        memoryBytes,
        servers,
        serverHeapBytes,
        serverCores,
        null);
  }
}
