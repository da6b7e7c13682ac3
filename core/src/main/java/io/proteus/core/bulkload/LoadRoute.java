package io.proteus.core.bulkload;

/** How the rows get into the table. */
public enum LoadRoute {
  /** written by clients, row by row, through log and memory */
  PUTS,
  /** as finished files, made elsewhere and handed over: no log, no memory, no flush */
  FILES
}
