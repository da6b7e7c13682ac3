package io.proteus.core.bulkload;

/** On which way the rows come into the table. */
public enum LoadRoute {
  /** written by clients, row by row, through log and memory */
  PUTS,
  /** as finished files, made elsewhere and handed over: no log, no memory, no flush */
  FILES
}
