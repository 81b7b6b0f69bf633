package dev.weft.snippets;

import static dev.weft.Async.*;

import dev.weft.*;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;

/** Tasks whose results are taken as they come. */
final class JoinSetSnippets {

  private JoinSetSnippets() {}

  static Future<Integer> fetchAll(List<String> urls, Function<String, Future<Integer>> fetch) {
    return async(
        () -> {
          int bytes = 0;
          // @start region="joinNext"
          try (JoinSet<Integer> pages = JoinSet.open()) {
            pages.limit(10); // at most ten at once
            for (String url : urls) {
              pages.spawn(fetch.apply(url));
            }
            JoinHandle<Integer> page;
            while ((page = await(pages.joinNext())) != null) { // null: none is left
              try {
                bytes += await(page); // it has ended
              } catch (IOException unreachable) {
                // the other pages go on
              }
            }
          } // what still runs is cancelled here and has cleaned up afterwards
          // @end
          return bytes;
        });
  }

  // @start region="backPressure"
  static Future<Void> copyAll(Iterable<String> names, Function<String, Future<Void>> copy) {
    return async(
        () -> {
          try (JoinSet<Void> copies = JoinSet.open()) {
            copies.limit(4);
            for (String name : names) { // never more than four ahead of what is done
              await(copies.spawnWhenFree(copy.apply(name)));
              while (copies.tryJoinNext() instanceof JoinHandle<Void> done) {
                await(done); // throws what went wrong
              }
            }
            await(copies.joinAll());
          }
        });
  }

  // @end

  static Future<Void> watch(
      Map<String, Future<Integer>> probes, BiConsumer<String, Integer> report) {
    return async(
        () -> {
          // @start region="joinMap"
          try (JoinMap<String, Integer> hosts = JoinMap.open()) {
            probes.forEach(hosts::spawn); // the same host again replaces its task
            JoinMap.Joined<String, Integer> next;
            while ((next = await(hosts.joinNext())) != null) {
              report.accept(next.key(), await(next.handle()));
            }
          }
          // @end
        });
  }
}
