package dev.weft.cli;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The settings of {@code serve} as options of the command line. */
final class ServeOptions {

  private ServeOptions() {}

  /** Adds an option for each setting. */
  static void addTo(CommandSpec command) {
    for (Setting<?> setting : ServeSettings.ALL) {
      // No default of picocli's: whether an option was given decides over the config file.
      OptionSpec.Builder option =
          OptionSpec.builder(setting.option()).description(description(setting));
      if (setting.isSwitch()) {
        option.arity("0").type(boolean.class);
      } else {
        option.arity("1").type(String.class).paramLabel(setting.label());
      }
      command.addOption(option.build());
    }
  }

  private static String description(Setting<?> setting) {
    Object byDefault = setting.byDefault();
    return byDefault == null || setting.isSwitch()
        ? setting.help() + "."
        : "%s (default: %s).".formatted(setting.help(), ServeSettings.textOf(byDefault));
  }
}
