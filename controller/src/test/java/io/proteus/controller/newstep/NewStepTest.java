package io.proteus.controller.newstep;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.step.StepCatalogue;
import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A step is found through its service entry, and nothing in the centre lists it. */
class NewStepTest {
  @TempDir Path folder;

  /** Every class is loaded anew: the other tests do not find the step. */
  @Test
  void aStepThatCoreDoesNotKnowIsPlannedWrittenCarriedOutJournalledAndUndone() throws Exception {
    Path services = Files.createDirectories(folder.resolve("META-INF/services"));
    Files.writeString(
        services.resolve(StepCatalogue.class.getName()), LabelTable.Catalogue.class.getName());
    List<URL> classPath = new ArrayList<>(List.of(folder.toUri().toURL()));
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      classPath.add(new File(entry).toURI().toURL());
    }
    Thread thread = Thread.currentThread();
    ClassLoader usual = thread.getContextClassLoader();
    try (Anew own = new Anew(classPath.toArray(URL[]::new))) {
      thread.setContextClassLoader(own);
      Object life = own.loadClass(LabelTableLife.class.getName()).getConstructor().newInstance();

      assertThat(((Callable<?>) life).call()).isEqualTo("lived");
    } finally {
      thread.setContextClassLoader(usual);
    }
  }

  /** Loads all but the journal's driver, whose native library a JVM takes only once. */
  private static final class Anew extends URLClassLoader {
    Anew(URL[] classPath) {
      super(classPath, ClassLoader.getPlatformClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      return name.startsWith("org.sqlite.")
          ? NewStepTest.class.getClassLoader().loadClass(name)
          : super.loadClass(name, resolve);
    }
  }
}
