// Joins yamux-js to a socket. It wants whole frames, one at a time; a socket gives pieces.
export function feed (socket, session) {
  let pending = Buffer.alloc(0)
  socket.on('data', bytes => {
    pending = Buffer.concat([pending, bytes])
    while (pending.length >= 12) {
      const length = 12 + (pending[1] === 0 ? pending.readUInt32BE(8) : 0)
      if (pending.length < length) {
        return
      }
      session.write(Buffer.from(pending.subarray(0, length)))
      pending = pending.subarray(length)
    }
  })
  session.on('data', bytes => socket.write(bytes))
}
