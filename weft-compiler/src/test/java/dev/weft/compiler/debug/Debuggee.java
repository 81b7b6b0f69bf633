package dev.weft.compiler.debug;

import com.sun.jdi.AbsentInformationException;
import com.sun.jdi.Bootstrap;
import com.sun.jdi.LocalVariable;
import com.sun.jdi.Location;
import com.sun.jdi.ReferenceType;
import com.sun.jdi.StackFrame;
import com.sun.jdi.ThreadReference;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.LaunchingConnector;
import com.sun.jdi.event.BreakpointEvent;
import com.sun.jdi.event.ClassPrepareEvent;
import com.sun.jdi.event.Event;
import com.sun.jdi.event.EventSet;
import com.sun.jdi.event.StepEvent;
import com.sun.jdi.event.VMDeathEvent;
import com.sun.jdi.event.VMDisconnectEvent;
import com.sun.jdi.request.StepRequest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A program under a debugger that stops at break points and, if asked to, steps from there on. */
final class Debuggee {

  private static final int LIMIT_MILLIS = 30_000;

  /**
   * A stop.
   *
   * @param line the source line
   * @param locals the variables that can be seen, with their values as text
   */
  record Stop(int line, Map<String, String> locals) {}

  private final VirtualMachine machine;
  private final String type;
  private final List<Integer> lines;
  private final boolean stepping;
  private final List<Stop> stops = new ArrayList<>();

  private Debuggee(VirtualMachine machine, String type, List<Integer> lines, boolean stepping) {
    this.machine = machine;
    this.type = type;
    this.lines = lines;
    this.stepping = stepping;
  }

  /** Runs a main class with break points in these lines of it, and returns where it stopped. */
  static List<Stop> run(
      String classPath, Path folder, String main, List<Integer> lines, boolean stepping)
      throws Exception {
    LaunchingConnector connector = Bootstrap.virtualMachineManager().defaultConnector();
    var arguments = connector.defaultArguments();
    arguments.get("main").setValue(main);
    arguments.get("options").setValue("-cp \"" + classPath + "\"");
    arguments.get("home").setValue(System.getProperty("java.home"));
    VirtualMachine machine = connector.launch(arguments);
    try {
      var debuggee = new Debuggee(machine, main, lines, stepping);
      debuggee.loop();
      return debuggee.stops;
    } finally {
      machine.process().destroyForcibly();
    }
  }

  private void loop() throws Exception {
    var prepared = machine.eventRequestManager().createClassPrepareRequest();
    prepared.addClassFilter(type);
    prepared.enable();
    while (true) {
      EventSet events = machine.eventQueue().remove(LIMIT_MILLIS);
      if (events == null) {
        throw new AssertionError("nothing happened in the debuggee; stops so far: " + stops);
      }
      for (Event event : events) {
        if (event instanceof VMDeathEvent || event instanceof VMDisconnectEvent) {
          return;
        }
        handle(event);
      }
      events.resume();
    }
  }

  private void handle(Event event) throws Exception {
    switch (event) {
      case ClassPrepareEvent prepared -> setBreakpoints(prepared.referenceType());
      case BreakpointEvent hit -> {
        stopped(hit.location(), hit.thread());
        if (stepping) {
          hit.request().disable();
          step(hit.thread());
        }
      }
      case StepEvent step -> {
        machine.eventRequestManager().deleteEventRequest(step.request());
        if (step.location().declaringType().name().equals(type)) {
          stopped(step.location(), step.thread());
          step(step.thread());
        }
      }
      default -> {}
    }
  }

  private void setBreakpoints(ReferenceType prepared) throws AbsentInformationException {
    for (int line : lines) {
      for (Location location : prepared.locationsOfLine(line)) {
        machine.eventRequestManager().createBreakpointRequest(location).enable();
      }
    }
  }

  private void step(ThreadReference thread) {
    StepRequest step =
        machine
            .eventRequestManager()
            .createStepRequest(thread, StepRequest.STEP_LINE, StepRequest.STEP_OVER);
    step.addCountFilter(1);
    step.enable();
  }

  private void stopped(Location location, ThreadReference thread) throws Exception {
    var locals = new TreeMap<String, String>();
    StackFrame frame = thread.frame(0);
    for (LocalVariable variable : frame.visibleVariables()) {
      locals.put(variable.name(), String.valueOf(frame.getValue(variable)));
    }
    stops.add(new Stop(location.lineNumber(), locals));
  }
}
