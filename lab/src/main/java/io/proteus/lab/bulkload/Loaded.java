package io.proteus.lab.bulkload;

/** So many rows into a table that is set up so. */
record Loaded(LoadConfiguration configuration, long rows) {}
