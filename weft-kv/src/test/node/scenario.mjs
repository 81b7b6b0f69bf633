// What a client does with a server that echoes each stream, ends it when the client has, and cuts off
// streams that begin with "reset".
import assert from 'node:assert'

/** The same bytes for the same seed, different ones for another. */
export function pattern (seed, length) {
  const bytes = new Uint8Array(length)
  let state = seed + 1
  for (let i = 0; i < length; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    bytes[i] = state >>> 24
  }
  return bytes
}

export const STREAMS = 8
export const LENGTH = 700_000 // more than twice the window

export function same (got, seed) {
  assert.strictEqual(got.length, LENGTH, `stream ${seed}`)
  assert.ok(Buffer.compare(got, pattern(seed, LENGTH)) === 0, `stream ${seed} has other bytes`)
}
