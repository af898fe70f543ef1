import assert from 'node:assert/strict'
import { test } from 'node:test'
import { storageWorld } from '#testing/storage-world.ts'
import { table } from './routes.ts'

const world = await storageWorld()
const tenant = await world.tenant()
const member = await tenant.member()
await tenant.creator.storage.createBucket('b', { public: true })
await tenant.creator.storage.from('b').upload('n', 'x')

/** Values for a bucket, a name, a token, a header or a field. */
const TEXTS = [
  'b',
  'n',
  '',
  '%',
  '%ff',
  '%00',
  '%c3%28',
  '..%2f',
  '%0d%0a',
  "'",
  '"',
  '\\',
  '💥',
  'x'.repeat(3000),
  '1e400',
  '__proto__',
  '%25',
  '-1',
  'null',
]
const VALUES = [
  'b',
  '',
  'a\u0000b',
  '\ud800',
  "'; drop table storage.objects --",
  -1,
  1.5,
  1e308,
  true,
  null,
  [],
  {},
  ['x'],
  { a: { b: 1 } },
  'x'.repeat(2000),
]
const FIELDS = [
  'id',
  'name',
  'public',
  'file_size_limit',
  'allowed_mime_types',
  'prefix',
  'limit',
  'offset',
  'search',
  'sortBy',
  'cursor',
  'prefixes',
  'paths',
  'expiresIn',
  'transform',
  'bucketId',
  'sourceKey',
  'destinationKey',
  'destinationBucket',
  'metadata',
  'copyMetadata',
]
const HEADERS = [
  'range',
  'if-none-match',
  'if-range',
  'if-modified-since',
  'if-match',
  'x-upsert',
  'x-metadata',
  'content-type',
  'cache-control',
  'content-encoding',
  'x-bb-pool',
  'accept',
  'upload-length',
  'upload-offset',
  'upload-metadata',
  'tus-resumable',
  'x-signature',
]
const QUERY = [
  'token',
  'download',
  'width',
  'height',
  'resize',
  'quality',
  'format',
  'versionId',
  'limit',
  'offset',
  'sortColumn',
  'sortOrder',
  'search',
]

let state = 7
/** The same junk in every run. */
const pick = <T>(from: readonly T[]): T => from[(state = (state * 48271) % 2147483647) % from.length]!
const some = <T>(of: () => T, most: number): T[] => Array.from({ length: state % (most + 1) }, of)

function requestTo(method: string, path: string): [path: string, init: RequestInit] {
  const place = path.replaceAll(/:\w+|\*/g, () => pick(TEXTS))
  const query = some(() => `${pick(QUERY)}=${pick(TEXTS)}`, 3).join('&')
  const headers: Record<string, string> = { 'content-type': 'application/json' }
  for (const name of some(() => pick(HEADERS), 3)) {
    const value = decoded(pick(TEXTS))
    if (/^[\x20-\x7e]*$/.test(value)) headers[name] = value
  }
  const fields = some(() => [pick(FIELDS), pick(VALUES)] as const, 4)
  const body = pick([
    JSON.stringify(Object.fromEntries(fields)),
    '',
    '{',
    '[1]',
    '"x"',
    '\u0000',
    '{"a":"\\u0000"}',
  ])
  return [
    `${place}?${query}`,
    { method, headers, ...(method === 'GET' || method === 'HEAD' ? {} : { body }) },
  ]
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

test('junk in every position of every call is rejected in the service’s own format, or has a meaning', async () => {
  const people = [world.operator(tenant.id), tenant.creator, member, tenant.visitor, undefined]
  const seen = new Set<number>()
  for (const { method, path } of table)
    for (let i = 0; i < 25; i++) {
      const [place, init] = requestTo(method, path)
      const answer = await world.ask(pick(people), place, init)
      const text = await answer.text()
      const what = `${method} ${place.slice(0, 200)} ${JSON.stringify(init).slice(0, 300)}: ${answer.status} ${text.slice(0, 300)}`
      seen.add(answer.status)
      assert.ok(answer.status < 500, what)
      if (answer.status < 400 || text === '' || path.includes('resumable') || path === '/iceberg/*') continue
      const { statusCode, error, message, code } = JSON.parse(text)
      assert.deepEqual(
        [statusCode, typeof error, typeof message, typeof code],
        [String(answer.status), 'string', 'string', 'string'],
        what,
      )
    }
  for (const status of [200, 400, 401, 403, 404]) assert.ok(seen.has(status), String(status))
})
