package io.proteus.cloud.kubernetes;

import java.io.IOException;

/** What runs in the pods: a program of this machine, on an address that each pod has for itself. */
public interface Image {

  /** The address of a new pod. Pods in which nothing listens may share one. */
  String addressFor(RunningPod pod);

  /** Starts the program, for the first time or because it has ended and the pod has not. */
  Process start(RunningPod pod, String address) throws IOException;

  /** Whether the program that runs there is ready for its clients. */
  boolean isReady(String address);

  /** Does nothing, which it is ready for at once: for pods that are only counted. */
  Image SLEEP =
      new Image() {
        @Override
        public String addressFor(RunningPod pod) {
          return "127.0.0.1";
        }

        @Override
        public Process start(RunningPod pod, String address) throws IOException {
          return new ProcessBuilder("sleep", "600").start();
        }

        @Override
        public boolean isReady(String address) {
          return true;
        }
      };
}
