// @chainsafe/libp2p-yamux in either role, over a plain socket.
//   node libp2p.mjs client PORT   runs the scenario, prints "done"
//   node libp2p.mjs server        prints "port N", echoes each stream
import './polyfill.mjs'
import assert from 'node:assert'
import net from 'node:net'
import { yamux } from '@chainsafe/libp2p-yamux'
import { defaultLogger } from '@libp2p/logger'
import { AbstractMultiaddrConnection } from '@libp2p/utils'
import { LENGTH, STREAMS, pattern, same } from './scenario.mjs'

class SocketConnection extends AbstractMultiaddrConnection {
  constructor (socket, direction) {
    super({ direction, log: defaultLogger().forComponent('peer'), remoteAddr: undefined })
    this.socket = socket
    socket.on('data', bytes => this.onData(bytes))
    socket.on('drain', () => this.safeDispatchEvent('drain'))
    socket.on('close', () => this.onTransportClosed())
    socket.on('error', failure => this.abort(failure))
  }

  sendData (data) {
    return { sentBytes: data.byteLength, canSendMore: this.socket.write(data.subarray()) }
  }

  sendReset () { this.socket.destroy() }
  async sendClose () { this.socket.end() }
  sendPause () { this.socket.pause() }
  sendResume () { this.socket.resume() }
}

function muxer (socket, direction) {
  const options = { enableKeepAlive: true, keepAliveInterval: 50 }
  return yamux(options)().createStreamMuxer(new SocketConnection(socket, direction))
}

async function sendAll (stream, bytes) {
  for (let at = 0; at < bytes.length; at += 10_000) {
    if (!stream.send(bytes.subarray(at, at + 10_000))) {
      await stream.onDrain()
    }
  }
}

async function readAll (stream) {
  const parts = []
  for await (const part of stream) {
    parts.push(Buffer.from(part.subarray()))
  }
  return Buffer.concat(parts)
}

async function echo (session, seed) {
  const stream = await session.createStream()
  const reading = readAll(stream)
  await sendAll(stream, pattern(seed, LENGTH))
  await stream.close() // ends this side only
  same(await reading, seed)
}

async function client (port) {
  const socket = net.connect(port, '127.0.0.1')
  await new Promise(resolve => socket.once('connect', resolve))
  const session = muxer(socket, 'outbound')
  await Promise.all(Array.from({ length: STREAMS }, (_, seed) => echo(session, seed)))

  const cut = await session.createStream()
  const closed = new Promise(resolve => cut.addEventListener('close', resolve, { once: true }))
  cut.send(Buffer.from('reset'))
  await closed
  assert.strictEqual(cut.status, 'reset')

  const aborted = await session.createStream()
  const answer = new Promise(resolve => aborted.addEventListener('message', resolve, { once: true }))
  aborted.send(Buffer.from('hello'))
  await answer
  aborted.abort(new Error('enough'))

  assert.ok(await session.ping() >= 0)
  await session.close()
  console.log('done')
}

function server () {
  net.createServer(socket => {
    const session = muxer(socket, 'inbound')
    session.addEventListener('stream', async event => {
      const stream = event.detail
      try {
        for await (const part of stream) {
          const bytes = Buffer.from(part.subarray())
          if (bytes.toString('latin1', 0, 5) === 'reset') {
            stream.abort(new Error('as asked'))
            return
          }
          if (!stream.send(bytes)) {
            await stream.onDrain()
          }
        }
        await stream.close()
      } catch (failure) {
        console.log('failed ' + failure.name)
      }
    })
  }).listen(0, '127.0.0.1', function () {
    console.log('port ' + this.address().port)
  })
}

if (process.argv[2] === 'client') {
  await client(Number(process.argv[3]))
  process.exit(0)
}
server()
