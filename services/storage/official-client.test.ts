import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { StorageClient } from '@supabase/storage-js'

// Every public method of the installed official client, and the test that calls it and judges its answer.

const FILES = 'official-client-files.test.ts'
const BUCKETS = 'official-client-buckets.test.ts'
const MADE = 'buckets are made, read, listed, changed and deleted'
const KINDS = 'a file of every kind is uploaded, and comes back as it was'
const TAKEN = 'a name is taken once; upsert and update put another file in its place, under the same id'
const LET_IN = 'a signed address lets one file in, without a key'
const OPENED = 'a signed address opens a file for a while, with a name to save it by'
const NO_VERSIONS = 'versions, their life cycle and the cache of a delivery network are refused in words'
const NO_TABLES = 'buckets of tables and of vectors are refused in words'
const PAGES =
  'list-v2 goes through all names, page by page, in every order, and through folders with a delimiter'

/** Method → file in services/storage, and title there. */
const covered: Record<string, [file: string, title: string]> = {
  listBuckets: [BUCKETS, 'a list of buckets has a page, an order and a search'],
  getBucket: [BUCKETS, MADE],
  createBucket: [BUCKETS, MADE],
  updateBucket: [BUCKETS, MADE],
  deleteBucket: [BUCKETS, MADE],
  emptyBucket: [BUCKETS, 'a bucket is emptied, and deleted only then'],
  getBucketLifecycle: [BUCKETS, NO_VERSIONS],
  updateBucketLifecycle: [BUCKETS, NO_VERSIONS],
  deleteBucketLifecycle: [BUCKETS, NO_VERSIONS],
  purgeBucketCache: [BUCKETS, NO_VERSIONS],
  throwOnError: [BUCKETS, 'throwOnError throws what else is answered; setHeader sends it'],
  setHeader: [BUCKETS, 'throwOnError throws what else is answered; setHeader sends it'],
  from: [FILES, KINDS],
  vectors: [BUCKETS, NO_TABLES],
  analytics: [BUCKETS, NO_TABLES],

  'from.upload': [FILES, KINDS],
  'from.update': [FILES, TAKEN],
  'from.uploadToSignedUrl': [FILES, LET_IN],
  'from.createSignedUploadUrl': [FILES, LET_IN],
  'from.createSignedUrl': [FILES, OPENED],
  'from.createSignedUrls': [FILES, OPENED],
  'from.move': [
    FILES,
    'a file moves, within its bucket and to another; a taken name and a missing file are refused',
  ],
  'from.copy': [FILES, 'a file is copied, with what was said of it or with something else'],
  'from.download': [FILES, 'a download may be a stream, and is refused alike'],
  'from.info': [FILES, 'info tells of a file what was said when it came, flat and without updated_at'],
  'from.exists': [FILES, 'exists tells, without an error that is one'],
  'from.getPublicUrl': [FILES, 'a public address opens a file of a public bucket, and of no other'],
  'from.remove': [FILES, 'files are removed, up to a thousand at once; what is not there is passed over'],
  'from.purgeCache': [BUCKETS, NO_VERSIONS],
  'from.list': [
    'list.test.ts',
    'list shows the files and folders of a folder, with a page, an order and a search',
  ],
  'from.listV2': ['list.test.ts', PAGES],
  'from.throwOnError': [BUCKETS, 'throwOnError throws what else is answered; setHeader sends it'],
  'from.setHeader': [BUCKETS, 'throwOnError throws what else is answered; setHeader sends it'],
  // Only makes text of text, for metadata in a header.
  'from.toBase64': [FILES, 'info tells of a file what was said when it came, flat and without updated_at'],
  'from.encodeMetadata': [
    FILES,
    'info tells of a file what was said when it came, flat and without updated_at',
  ],

  ...of('analytics', ['createBucket', 'listBuckets', 'deleteBucket', 'from', 'throwOnError', 'setHeader']),
  ...of('vectors', [
    'from',
    'createBucket',
    'getBucket',
    'listBuckets',
    'deleteBucket',
    'throwOnError',
    'setHeader',
  ]),
  ...of('vectors.from', [
    'createIndex',
    'listIndexes',
    'getIndex',
    'deleteIndex',
    'index',
    'throwOnError',
    'setHeader',
  ]),
  ...of('vectors.from.index', [
    'putVectors',
    'getVectors',
    'listVectors',
    'queryVectors',
    'deleteVectors',
    'throwOnError',
    'setHeader',
  ]),
}

function of(part: string, methods: string[]): typeof covered {
  return Object.fromEntries(
    methods.map((method) => [`${part}.${method}`, [BUCKETS, NO_TABLES] as [string, string]]),
  )
}

/** Private to the client: TypeScript says so, JavaScript does not. */
const PRIVATE = new Set([
  'constructor',
  'handleOperation',
  'uploadOrUpdate',
  'prepareUploadFormData',
  'applyTransformOptsToQuery',
  'bucketLifecycleUrl',
  'listBucketOptionsToQueryString',
])

function methodsOf(part: object, name: string): string[] {
  const found = new Set<string>()
  for (let at = Object.getPrototypeOf(part); at !== Object.prototype; at = Object.getPrototypeOf(at))
    for (const method of Object.getOwnPropertyNames(at))
      if (!PRIVATE.has(method) && !method.startsWith('_')) found.add(`${name}${method}`)
  return [...found]
}

test('every method of the official client has its test', () => {
  const client = new StorageClient('http://localhost/storage/v1')
  const bucket = client.vectors.from('b')
  const all = [
    ...methodsOf(client, ''),
    ...methodsOf(client.from('a'), 'from.'),
    ...methodsOf(client.analytics, 'analytics.'),
    ...methodsOf(client.vectors, 'vectors.'),
    ...methodsOf(bucket, 'vectors.from.'),
    ...methodsOf(bucket.index('i'), 'vectors.from.index.'),
  ]
  assert.ok(all.length > 60)
  assert.deepEqual(Object.keys(covered).sort(), all.sort())
})

for (const file of new Set(Object.values(covered).map(([name]) => name)))
  test(`${file} holds the tests that the table names`, () => {
    const text = readFileSync(join(import.meta.dirname, file), 'utf8')
    for (const [method, [where, title]] of Object.entries(covered))
      if (where === file) assert.ok(text.includes(`${title}'`), `${method}: ${title}`)
  })
