package io.proteus.lab.tuner;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.tribuo.Model;
import org.tribuo.MutableDataset;
import org.tribuo.common.tree.RandomForestTrainer;
import org.tribuo.ensemble.WeightedEnsembleModel;
import org.tribuo.impl.ArrayExample;
import org.tribuo.provenance.SimpleDataSourceProvenance;
import org.tribuo.regression.RegressionFactory;
import org.tribuo.regression.Regressor;
import org.tribuo.regression.ensemble.AveragingCombiner;
import org.tribuo.regression.rtree.CARTRegressionTrainer;
import org.tribuo.regression.rtree.impurity.MeanSquaredError;

/**
 * A random forest that was fitted to trials: what the trees agree on is the mean, how much they
 * differ the deviation (Hutter, Hoos and Leyton-Brown 2011, SMAC).
 */
final class Forest {
  private static final int TREES = 60;
  private static final int DEEPEST = 12;

  /** A leaf may hold a single trial: there are few. */
  private static final float LEAST_TO_SPLIT = 2;

  /** SMAC's share of the parameters that a split chooses among. */
  private static final float SPLIT_AMONG = 5f / 6;

  private static final String OUTPUT = "rate";

  /** Held, as the logging of the JDK would forget a logger that nobody holds. */
  private static final Logger TRIBUO = Logger.getLogger("org.tribuo");

  static {
    TRIBUO.setLevel(Level.WARNING);
  }

  private final String[] names;
  private final List<Model<Regressor>> trees;

  /** A prediction of a logarithm of a rate. */
  record Prediction(double mean, double deviation) {}

  private Forest(String[] names, List<Model<Regressor>> trees) {
    this.names = names;
    this.trees = trees;
  }

  /**
   * Fits a forest.
   *
   * @param features of each trial, the same number in each
   * @param rates the trials' logarithms of rates
   */
  static Forest of(List<double[]> features, List<Double> rates, long seed) {
    RegressionFactory factory = new RegressionFactory();
    MutableDataset<Regressor> trials =
        new MutableDataset<>(new SimpleDataSourceProvenance("trials", factory), factory);
    String[] names = names(features.get(0).length);
    for (int i = 0; i < features.size(); i++) {
      trials.add(new ArrayExample<>(new Regressor(OUTPUT, rates.get(i)), names, features.get(i)));
    }
    CARTRegressionTrainer tree =
        new CARTRegressionTrainer(
            DEEPEST, LEAST_TO_SPLIT, 0f, SPLIT_AMONG, false, new MeanSquaredError(), seed);
    WeightedEnsembleModel<Regressor> fitted =
        (WeightedEnsembleModel<Regressor>)
            new RandomForestTrainer<>(tree, new AveragingCombiner(), TREES, seed).train(trials);
    return new Forest(names, fitted.getModels());
  }

  /** Alphabetic, as Tribuo sorts them. */
  private static String[] names(int count) {
    String[] names = new String[count];
    for (int i = 0; i < count; i++) {
      names[i] = "p%03d".formatted(i);
    }
    return names;
  }

  Prediction predict(double[] features) {
    ArrayExample<Regressor> asked = new ArrayExample<>(new Regressor(OUTPUT, 0), names, features);
    List<Double> said = new ArrayList<>();
    for (Model<Regressor> tree : trees) {
      said.add(Objects.requireNonNull(tree.predict(asked)).getOutput().getValues()[0]);
    }
    double mean = said.stream().mapToDouble(Double::doubleValue).average().orElse(0);
    double squares = said.stream().mapToDouble(one -> (one - mean) * (one - mean)).sum();
    return new Prediction(mean, Math.sqrt(squares / said.size()));
  }
}
