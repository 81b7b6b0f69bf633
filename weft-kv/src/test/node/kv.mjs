// A KV client of protobufjs messages and zlib over Node's TLS, which shares no code with the server.
//   node kv.mjs plain|yamux PORT CA_FILE PROTO_FILE   runs the scenario, prints "done PROTOCOL CIPHER"
import assert from 'node:assert/strict'
import fs from 'node:fs'
import tls from 'node:tls'
import zlib from 'node:zlib'
import protobuf from 'protobufjs'
import yamux from 'yamux-js'
import { feed } from './feed.mjs'

const GZIP = 0x80000000
const BOUND = 1436
const [how, port, ca, proto] = process.argv.slice(2)
const root = protobuf.loadSync(proto)
const Request = root.lookupType('abi.CommandRequest')
const Response = root.lookupType('abi.CommandResponse')

function frame (request) {
  assert.equal(Request.verify(request), null)
  let payload = Buffer.from(Request.encode(Request.create(request)).finish())
  let flag = 0
  if (payload.length > BOUND) {
    payload = zlib.gzipSync(payload)
    flag = GZIP
  }
  const header = Buffer.alloc(4)
  header.writeUInt32BE((flag | payload.length) >>> 0)
  return Buffer.concat([header, payload])
}

/** Asks over anything with write and 'data'; answers come in order. */
class Client {
  constructor (stream) {
    this.stream = stream
    this.waiting = []
    this.compressed = 0
    let pending = Buffer.alloc(0)
    stream.on('data', bytes => {
      pending = Buffer.concat([pending, bytes])
      while (pending.length >= 4) {
        const header = pending.readUInt32BE(0)
        const length = header & 0x7fffffff
        if (pending.length < 4 + length) {
          return
        }
        let payload = pending.subarray(4, 4 + length)
        pending = pending.subarray(4 + length)
        if (header & GZIP) {
          payload = zlib.gunzipSync(payload)
          this.compressed++
        }
        this.waiting.shift()(Response.toObject(Response.decode(payload), { longs: Number, arrays: true }))
      }
    })
  }

  ask (request) {
    const answer = new Promise(resolve => this.waiting.push(resolve))
    this.stream.write(frame(request))
    return answer
  }
}

async function scenario (client) {
  const table = 'node'
  const none = await client.ask({ hset: { table, pair: { key: 'k', value: { string: 'ä€😀' } } } })
  assert.equal(none.status, 200)
  assert.equal(none.values.length, 1)
  assert.equal(none.values[0].string, undefined)
  assert.equal((await client.ask({ hget: { table, key: 'k' } })).values[0].string, 'ä€😀')
  assert.equal((await client.ask({ hget: { table, key: 'x' } })).status, 404)
  assert.equal((await client.ask({})).status, 400)
  const long = 'weft '.repeat(20_000)
  await client.ask({ hset: { table, pair: { key: 'long', value: { string: long } } } })
  assert.equal((await client.ask({ hget: { table, key: 'long' } })).values[0].string, long)
  assert.equal(client.compressed, 1)
  const many = await Promise.all(Array.from({ length: 200 }, (_, n) =>
    client.ask({ hset: { table: 'many', pair: { key: 'k' + n, value: { integer: n } } } })))
  assert.ok(many.every(answer => answer.status === 200))
  const all = await client.ask({ hgetall: { table: 'many' } })
  assert.deepEqual(all.pairs.map(pair => pair.value.integer).sort((a, b) => a - b), [...Array(200).keys()])
  const some = await client.ask({ hmget: { table: 'many', keys: ['k1', 'none', 'k2'] } })
  assert.deepEqual(some.values.map(value => value.integer ?? null), [1, null, 2])
  assert.equal((await client.ask({ hdel: { table, key: 'k' } })).values[0].string, 'ä€😀')
  assert.equal((await client.ask({ hexist: { table, key: 'k' } })).values[0].bool, false)
}

/** Streams side by side, each with its own order of answers. */
async function sideBySide (session) {
  const clients = Array.from({ length: 8 }, () => new Client(session.open()))
  await Promise.all(clients.map(async (client, n) => {
    for (let i = 0; i < 50; i++) {
      await client.ask({ hset: { table: 'side' + n, pair: { key: 'k', value: { integer: i } } } })
      assert.equal((await client.ask({ hget: { table: 'side' + n, key: 'k' } })).values[0].integer, i)
    }
  }))
}

function muxed (socket) {
  const session = new yamux.Client({ enableKeepAlive: false })
  feed(socket, session)
  return session
}

const socket = tls.connect({
  port: Number(port),
  host: '127.0.0.1',
  ca: fs.readFileSync(ca),
  servername: 'kvserver.acme.inc',
  ALPNProtocols: ['kv']
}, async () => {
  try {
    assert.equal(socket.alpnProtocol, 'kv')
    if (how === 'plain') {
      await scenario(new Client(socket))
    } else {
      const session = muxed(socket)
      await scenario(new Client(session.open()))
      await sideBySide(session)
    }
    console.log('done ' + socket.getProtocol() + ' ' + socket.getCipher().name)
    process.exit(0)
  } catch (failure) {
    console.log(failure.stack)
    process.exit(1)
  }
})
socket.on('error', failure => { console.log('failed ' + failure.message); process.exit(1) })
