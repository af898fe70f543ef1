/**
 * Names that mean other paths in file systems, through every route that accepts a bucket, a path or an id.
 */
import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { listen } from '#server/start/listen.ts'
import { storageWorld } from '#testing/storage-world.ts'
import { freePorts } from '#testing/test-instance.ts'
import { isKey } from './backends/keys.ts'
import { table } from './routes.ts'

const CANARY = 'canary-outside-of-the-root'
const dataDir = mkdtempSync(join(tmpdir(), 'traversal-'))
const world = await storageWorld({ env: { DATA_DIR: dataDir } })
const [port] = await freePorts(1)
const server = await listen(world.app.app, '127.0.0.1', port!)
const agent = new Agent({ keepAlive: true, maxSockets: 8 })
after(async () => {
  agent.destroy()
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const operator = world.operator()
const { storage } = operator
await storage.createBucket('safe', { public: true })
await storage.from('safe').upload('a/b.txt', 'known')
writeFileSync(join(dataDir, 'canary.txt'), CANARY)
writeFileSync(join(dataDir, 'files', 'canary.txt'), CANARY)
const before = readdirSync(dataDir).toSorted()

/** Names with which code that opens files could be led to the canary, to /etc/passwd, or to a crash. */
const NAMES = [
  '..',
  '.',
  '../canary.txt',
  '../../canary.txt',
  '../../../../../../../../etc/passwd',
  'a/../../../canary.txt',
  'a/./../b.txt',
  './a/b.txt',
  'a/..',
  'a//b.txt',
  '/a/b.txt',
  '//etc/passwd',
  '/etc/passwd',
  '..\\..\\canary.txt',
  'a\\..\\..\\canary.txt',
  '\\\\server\\share\\canary.txt',
  'C:/Windows/win.ini',
  'C:\\Windows\\win.ini',
  'file:///etc/passwd',
  '%2e%2e/canary.txt',
  '%2e%2e%2fcanary.txt',
  '%252e%252e%252fcanary.txt',
  '..%00/canary.txt',
  'canary.txt\0.png',
  'a\0',
  '....//....//canary.txt',
  '..;/canary.txt',
  '．．／canary.txt',
  '‥/canary.txt',
  '\u2025\u2215canary.txt',
  'a\u202etxt.exe',
  'a/b.txt\n',
  '\r\nset-cookie: a=b',
  ' ../canary.txt',
  '~/canary.txt',
  'a'.repeat(10_240),
  `${'a/'.repeat(5000)}b`,
  `${'../'.repeat(1500)}etc/passwd`,
  '\ud800',
]

const isPlain = (name: string) => /^[!-~]+$/.test(name)

/** How a caller can write a name into a URL: encoded, encoded twice, per segment, and unencoded. */
const SPELLINGS: ((name: string) => string | undefined)[] = [
  (name) => encodeURIComponent(name.toWellFormed()),
  (name) => encodeURIComponent(encodeURIComponent(name.toWellFormed())),
  (name) => name.toWellFormed().split('/').map(encodeURIComponent).join('/'),
  (name) => encodeURIComponent(name.toWellFormed()).replaceAll('.', '%2e').replaceAll('%2F', '%2f'),
  (name) => (isPlain(name) ? name.replaceAll('../', '%c0%ae%c0%ae%c0%af') : undefined), // overlong, no UTF-8
  (name) => (isPlain(name) ? name : undefined),
]

interface Answer {
  status: number
  text: string
}

/** Sends a URL byte by byte, so that no client normalizes it. */
function send(
  method: string,
  path: string,
  body?: string,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const sent = request({
      host: '127.0.0.1',
      port,
      agent,
      method,
      path,
      headers: { ...operator.headers, ...length, ...headers },
    })
    sent.on('error', reject).on('response', async (response) => {
      let text = ''
      for await (const part of response.setEncoding('utf8')) text += part
      resolve({ status: response.statusCode!, text })
    })
    sent.end(body)
  })
}

/** No content from elsewhere, no server error, and errors in the service's format. */
function check(what: string, { status, text }: Answer, allowed: number[], inMount = true): void {
  assert.ok(!text.includes(CANARY) && !text.includes('root:'), `${what} shows what lies elsewhere`)
  assert.ok(status < 500, `${what}: ${status} ${text.slice(0, 200)}`)
  assert.ok(allowed.includes(status), `${what}: ${status} ${text.slice(0, 200)}`)
  if (inMount && status >= 400 && text)
    assert.equal((JSON.parse(text) as { statusCode: string }).statusCode, String(status), what)
}

const MOUNT = '/storage/v1'
const inMount = (path: string) => new URL(path, 'http://a').pathname.startsWith(`${MOUNT}/`)
// Without the features of the official service that are rejected as a whole.
const routes = table.filter(
  ({ path, method }) => /[:*]/.test(path) && method !== 'OPTIONS' && !/^\/(iceberg|vector|cdn)\b/.test(path),
)

for (const { method, path } of routes)
  test(`[L02] ${method} ${path} reaches no other path`, async () => {
    let sent = 0
    for (const place of path.match(/:\w+|\*$/g) ?? [])
      for (const name of NAMES)
        for (const spell of name.length > 1000 ? SPELLINGS.slice(0, 1) : SPELLINGS) {
          const written = spell(name)
          if (written === undefined) continue
          const filled = path
            .replace(place, () => written)
            .replace(':bucket', 'safe')
            .replace(':id', 'safe')
            .replace('*', 'a')
          const address = `${MOUNT}${filled}`
          // A name that the URL itself resolves (RFC 3986) makes it the URL of something else.
          const moved = new URL(address, 'http://a').pathname !== address
          const hasBody = ['POST', 'PUT', 'PATCH'].includes(method)
          const answer = await send(
            method,
            address,
            hasBody ? 'x' : undefined,
            hasBody ? { 'content-type': 'text/plain' } : {},
          )
          const what = `${method} ${address.slice(0, 200)}`
          if (moved)
            check(what, answer, [200, 204, 307, 308, 400, 401, 403, 404, 405, 409, 412, 415, 422], false)
          else check(what, answer, [400, 404, 409, 412, 415], inMount(address))
          sent += 1
        }
    assert.ok(sent > 100)
  })

const json = (method: string, path: string, body: unknown) =>
  send(method, `${MOUNT}${path}`, JSON.stringify(body), { 'content-type': 'application/json' })

test('[L02] names in bodies reach no other path', async () => {
  for (const name of NAMES) {
    const what = JSON.stringify(name).slice(0, 100)
    for (const [method, path, body] of [
      ['POST', '/bucket', { id: name, name }],
      ['POST', '/object/move', { bucketId: 'safe', sourceKey: name, destinationKey: 'c' }],
      ['POST', '/object/move', { bucketId: name, sourceKey: 'a/b.txt', destinationKey: 'c' }],
      ['POST', '/object/copy', { bucketId: 'safe', sourceKey: name, destinationKey: 'c' }],
      [
        'POST',
        '/object/copy',
        { bucketId: 'safe', sourceKey: 'a/b.txt', destinationKey: 'c', destinationBucket: name },
      ],
      ['POST', '/object/move', { bucketId: 'safe', sourceKey: 'nothing', destinationKey: name }],
    ] as const)
      // A leading slash is dropped here, as in the official client; the rest is the name.
      if (!name.startsWith('/'))
        check(`${method} ${path} ${what}`, await json(method, path, body), [400, 404, 413])
    for (const [method, path, body] of [
      ['POST', '/object/list/safe', { prefix: name }],
      ['POST', '/object/list/safe', { prefix: '', search: name }],
      ['POST', '/object/list-v2/safe', { prefix: name }],
      ['DELETE', '/object/nowhere', { prefixes: [name] }],
      ['POST', '/object/sign/safe', { paths: [name], expiresIn: 60 }],
    ] as const) {
      const answer = await json(method, path, body)
      check(`${method} ${path} ${what}`, answer, [200, 400, 404, 413])
      assert.ok(!answer.text.includes('canary.txt?token'), `${path} ${what} signs what lies elsewhere`)
    }
  }
})

test('[L02] names of resumable uploads reach no other path', async () => {
  const metadataHeader = (bucketName: string, objectName: string) =>
    `bucketName ${Buffer.from(bucketName).toString('base64')},objectName ${Buffer.from(objectName).toString('base64')}`
  for (const name of NAMES)
    for (const metadata of [metadataHeader('safe', name), metadataHeader(name, 'a')])
      for (const path of ['/upload/resumable', '/upload/resumable/sign']) {
        const headers = {
          'tus-resumable': '1.0.0',
          'upload-length': '1',
          'upload-metadata': metadata,
          'x-signature': 'a.b.c',
        }
        check(
          `POST ${path} ${metadata.slice(0, 200)}`,
          await send('POST', `${MOUNT}${path}`, undefined, headers),
          [400, 404],
        )
      }
})

test('[L02] after all these requests, no file exists outside its place', () => {
  assert.deepEqual(readdirSync(dataDir).toSorted(), before)
  const names = readdirSync(join(dataDir, 'files'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(dataDir, 'files').length + 1))
  assert.ok(names.length > 1)
  assert.deepEqual(
    names.filter((name) => !isKey(name)),
    ['canary.txt'],
  )
})
