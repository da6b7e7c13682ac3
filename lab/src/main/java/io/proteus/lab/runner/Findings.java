package io.proteus.lab.runner;

import io.proteus.lab.result.Criterion;
import io.proteus.lab.result.Section;
import java.util.List;

/** What measurements come to, and what must hold of them. */
public record Findings(List<Section> sections, List<Criterion> criteria) {
  public Findings {
    sections = List.copyOf(sections);
    criteria = List.copyOf(criteria);
  }
}
