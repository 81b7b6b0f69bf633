// yamux-js in either role, over a plain socket. It doesn't understand FIN, so the scenario counts bytes.
//   node yamuxjs.mjs client PORT   runs the scenario, prints "done"
//   node yamuxjs.mjs server        prints "port N", echoes each stream
import net from 'node:net'
import yamux from 'yamux-js'
import { feed } from './feed.mjs'
import { LENGTH, STREAMS, pattern, same } from './scenario.mjs'

function join (socket, session) {
  feed(socket, session)
  session.on('error', failure => { console.log('failed ' + failure.message) })
}

function echo (session, seed) {
  return new Promise((resolve, reject) => {
    const stream = session.open()
    const parts = []
    let length = 0
    stream.on('error', reject)
    stream.on('data', part => {
      parts.push(part)
      length += part.length
      if (length >= LENGTH) {
        stream.close() // ends this side
        resolve(Buffer.concat(parts))
      }
    })
    const bytes = Buffer.from(pattern(seed, LENGTH))
    for (let at = 0; at < LENGTH; at += 10_000) {
      stream.write(bytes.subarray(at, at + 10_000))
    }
  })
}

async function client (port) {
  const socket = net.connect(port, '127.0.0.1')
  await new Promise(resolve => socket.once('connect', resolve))
  const session = new yamux.Client({ enableKeepAlive: false })
  join(socket, session)
  await Promise.all(Array.from({ length: STREAMS }, async (_, seed) => {
    same(await echo(session, seed), seed)
  }))
  session.ping()
  session.goAway(0)
  socket.end(() => {
    console.log('done')
    process.exit(0)
  })
}

function server () {
  net.createServer(socket => {
    const session = new yamux.Server(stream => {
      stream.on('data', part => stream.write(part))
      stream.on('error', failure => { console.log('failed ' + failure.message) })
    }, { enableKeepAlive: false })
    join(socket, session)
    socket.on('error', () => {})
  }).listen(0, '127.0.0.1', function () {
    console.log('port ' + this.address().port)
  })
}

if (process.argv[2] === 'client') {
  await client(Number(process.argv[3]))
} else {
  server()
}
