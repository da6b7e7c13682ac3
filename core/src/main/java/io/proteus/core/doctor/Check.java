package io.proteus.core.doctor;

import io.proteus.core.health.Finding;
import java.util.List;

/** Looks for one thing that may be wrong, in what was observed. */
interface Check {
  /** Short, in small letters with hyphens. */
  String name();

  /** What is wrong; nothing where all is well. What is not known is a finding of its own. */
  List<Finding> findings(Checkup seen);
}
