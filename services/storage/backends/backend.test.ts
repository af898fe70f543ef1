/** One contract for both backends. S3 is tested on an independent server implementation. */
import assert from 'node:assert/strict'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { loadConfig } from '#kernel/config.ts'
import { s3Server } from '#testing/s3-server.ts'
import { FileTooLarge, UploadAborted } from './backend.ts'
import type { Backend } from './backend.ts'
import { diskBackend } from './disk.ts'
import { openClient, s3Backend } from './s3.ts'

const MB = 1024 * 1024
const folder = mkdtempSync(join(tmpdir(), 'files-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const server = await s3Server()
const missing = typeof server === 'string' ? server : false
const s3Settings =
  typeof server === 'string' ? undefined : loadConfig({ ...server.env }, SECRETS()).storage.s3
const backends: [string, Backend | undefined][] = [
  ['disk', diskBackend(join(folder, 'files'))],
  ['s3', s3Settings && s3Backend(s3Settings)],
]

function SECRETS() {
  return {
    jwtSecret: randomBytes(32).toString('hex'),
    secretKeys: `test:${randomBytes(32).toString('base64')}`,
  }
}

const pool = randomUUID()
const newKey = () => `${pool}/${randomUUID()}/${randomUUID()}`
const whole = { maxBytes: 100 * MB }

/** The bytes in chunks of 64 KB; with `cutAt` it fails there, like a request whose client disconnected. */
async function* pieces(bytes: Uint8Array, cutAt = Infinity): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += 65_536) {
    if (at >= cutAt) throw new Error('aborted')
    yield bytes.subarray(at, at + 65_536)
  }
}

async function read(backend: Backend, key: string, range?: { start: number; end?: number }) {
  const found = await backend.get(key, range)
  if (!found) return undefined
  const bytes = Buffer.from(await new Response(found.body).arrayBuffer())
  assert.equal(bytes.byteLength, found.size)
  return bytes
}

async function keysBefore(backend: Backend, moment: Date): Promise<string[]> {
  const keys: string[] = []
  for await (const key of backend.keysBefore(moment, pool)) keys.push(key)
  return keys
}

for (const [name, backend] of backends)
  describe(`back end ${name}`, { skip: !backend && missing }, () => {
    const store = backend!

    for (const size of [0, 1, 65_537, 8 * MB, 8 * MB + 1, 20 * MB])
      test(`${name}: ${size} bytes are read back unchanged`, async () => {
        const bytes = randomBytes(size)
        const key = newKey()
        const stored = await store.put(key, pieces(bytes), whole)
        const etag = `"${createHash('sha256').update(bytes).digest('hex')}"`
        assert.deepEqual(stored, { size, etag })
        assert.equal(await store.size(key), size)
        assert.ok(bytes.equals((await read(store, key))!))
      })

    test(`${name}: ranges are inclusive, and end with the file`, async () => {
      const key = newKey()
      await store.put(key, pieces(Buffer.from('0123456789')), whole)
      // Not 0-0, because the tests' S3 server ignores an end of 0.
      assert.equal(String(await read(store, key, { start: 0, end: 1 })), '01')
      assert.equal(String(await read(store, key, { start: 3, end: 3 })), '3')
      assert.equal(String(await read(store, key, { start: 2, end: 4 })), '234')
      assert.equal(String(await read(store, key, { start: 7 })), '789')
      assert.equal(String(await read(store, key, { start: 9, end: 99 })), '9')
    })

    test(`${name}: a missing file is reported as missing, and can be removed`, async () => {
      const key = newKey()
      assert.equal(await store.get(key), undefined)
      assert.equal(await store.size(key), undefined)
      assert.equal(await store.copy(key, newKey()), false)
      await store.remove([key])
    })

    test(`${name}: a copy is a separate file`, async () => {
      const [from, to] = [newKey(), newKey()]
      await store.put(from, pieces(Buffer.from('one')), whole)
      assert.equal(await store.copy(from, to), true)
      await store.remove([from])
      assert.equal(await store.get(from), undefined)
      assert.equal(String(await read(store, to)), 'one')
    })

    test(`${name}: removes many files in one call, and keeps the others`, async () => {
      const keys = Array.from({ length: 12 }, newKey)
      for (const key of keys) await store.put(key, pieces(Buffer.from(key)), whole)
      await store.remove(keys.slice(0, 11))
      const sizes = await Promise.all(keys.map((key) => store.size(key)))
      assert.deepEqual(sizes, [...Array<undefined>(11).fill(undefined), keys[11]!.length])
    })

    for (const maxBytes of [10, 9 * MB])
      test(`[L10] ${name}: one byte over the limit of ${maxBytes} leaves nothing`, async () => {
        const key = newKey()
        const bytes = randomBytes(maxBytes + 1)
        await assert.rejects(store.put(key, pieces(bytes), { maxBytes }), FileTooLarge)
        assert.equal(await store.size(key), undefined)
        assert.ok(!(await keysBefore(store, new Date(Date.now() + 60_000))).includes(key))
        assert.equal((await store.put(key, pieces(bytes.subarray(1)), { maxBytes })).size, maxBytes)
      })

    for (const cutAt of [65_536, 9 * MB])
      test(`[L10] ${name}: a client that disconnects after ${cutAt} bytes leaves nothing`, async () => {
        const key = newKey()
        const cut = pieces(randomBytes(20 * MB), cutAt)
        await assert.rejects(store.put(key, cut, whole), UploadAborted)
        assert.equal(await store.size(key), undefined)
        assert.ok(!(await keysBefore(store, new Date(Date.now() + 60_000))).includes(key))
      })

    test(`[L10] ${name}: a signal stops the write and leaves nothing`, async () => {
      const key = newKey()
      const stop = new AbortController()
      async function* endless() {
        for (let i = 0; ; i++) {
          if (i === 20) stop.abort(new Error('enough'))
          yield randomBytes(65_536)
        }
      }
      await assert.rejects(store.put(key, endless(), { ...whole, signal: stop.signal }), UploadAborted)
      assert.equal(await store.size(key), undefined)
    })

    if (name === 's3')
      test('s3: parts of an interrupted upload are aborted', async () => {
        const client = openClient(s3Settings!)
        const sent: string[] = []
        client.middlewareStack.add(
          (next, context) => (args) => {
            sent.push(context.commandName ?? '')
            return next(args)
          },
          { step: 'initialize' },
        )
        await assert.rejects(
          s3Backend(s3Settings!, client).put(newKey(), pieces(randomBytes(20 * MB), 18 * MB), whole),
          UploadAborted,
        )
        assert.equal(sent.at(0), 'CreateMultipartUploadCommand')
        assert.equal(sent.at(-1), 'AbortMultipartUploadCommand')
      })

    test(`${name}: lists the keys of a pool by age`, async () => {
      const [old, young] = [newKey(), newKey()]
      await store.put(old, pieces(Buffer.from('old')), whole)
      await pause(1100) // S3 times have a resolution of one second
      const moment = new Date(Math.floor(Date.now() / 1000) * 1000)
      await pause(1000 - (Date.now() % 1000))
      await store.put(young, pieces(Buffer.from('young')), whole)
      const keys = await keysBefore(store, moment)
      assert.ok(keys.includes(old) && !keys.includes(young))
      assert.ok((await keysBefore(store, new Date(Date.now() + 60_000))).includes(young))
      const others: string[] = []
      for await (const key of store.keysBefore(new Date(Date.now() + 60_000), randomUUID())) others.push(key)
      assert.deepEqual(others, [])
    })

    test(`[L02] ${name}: accepts only keys of three UUIDs`, async () => {
      const id = randomUUID()
      const bad = [
        '',
        '/',
        '../../etc/passwd',
        `${id}/${id}/../../../etc/passwd`,
        `${id}/${id}/${id}/..`,
        `${id}/${id}/${id}\n`,
        `/${id}/${id}/${id}`,
        `${id}/${id}`,
        `${id}/${id}/${id}\0`,
        `${id}\\${id}\\${id}`,
        `${id}/${id}/${id.toUpperCase()}`,
        `C:/${id}/${id}`,
        `%2e%2e/${id}/${id}`,
      ]
      for (const key of bad) {
        await assert.rejects(async () => store.put(key, pieces(Buffer.from('x')), whole), TypeError)
        await assert.rejects(async () => store.get(key), TypeError)
        await assert.rejects(async () => store.size(key), TypeError)
        await assert.rejects(async () => store.copy(key, newKey()), TypeError)
        await assert.rejects(async () => store.copy(newKey(), key), TypeError)
        await assert.rejects(async () => store.remove([key]), TypeError)
      }
    })
  })
