package dev.weft.verify.plugin;

import java.util.Map;

/** Defines woven classes itself, and takes all others from where they were. */
final class WovenLoader extends ClassLoader {

  private final Map<String, byte[]> classes;

  WovenLoader(Map<String, byte[]> classes) {
    super(WovenLoader.class.getClassLoader());
    this.classes = classes;
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    synchronized (getClassLoadingLock(name)) {
      byte[] bytes = classes.get(name.replace('.', '/'));
      if (bytes == null) {
        return super.loadClass(name, resolve);
      }
      Class<?> loaded = findLoadedClass(name);
      return loaded == null ? defineClass(name, bytes, 0, bytes.length) : loaded;
    }
  }
}
