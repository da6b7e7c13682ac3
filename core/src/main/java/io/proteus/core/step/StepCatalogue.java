package io.proteus.core.step;

import java.util.List;

/**
 * A service that adds types of steps to those of core: an engine may bring its own. It is found
 * through its entry in {@code META-INF/services}.
 */
public interface StepCatalogue {

  List<StepType> types();
}
