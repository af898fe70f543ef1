import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { StorageClient } from '@supabase/storage-js'

// Every public method of the installed official client, with the test that calls it and checks the response.

const FILES = 'official-client-files.test.ts'
const BUCKETS = 'official-client-buckets.test.ts'
const MADE = 'buckets are created, read, listed, updated and deleted'
const KINDS = 'every kind of file body is uploaded and downloaded unchanged'
const TAKEN = 'a name can be used once; upsert and update replace the file under the same id'
const LET_IN = 'a signed upload URL accepts one file, without a key'
const OPENED = 'a signed URL serves a file for a limited time, with a download name'
const NO_VERSIONS = 'versions, their lifecycle and CDN cache purges are rejected with a message'
const NO_TABLES = 'table and vector buckets are rejected with a message'
const PAGES =
  'list-v2 goes through all names, page by page, in every order, and through folders with a delimiter'

/** Method → file in services/storage, and a test title there. */
const covered: Record<string, [file: string, title: string]> = {
  listBuckets: [BUCKETS, 'a list of buckets supports a page, an order and a search'],
  getBucket: [BUCKETS, MADE],
  createBucket: [BUCKETS, MADE],
  updateBucket: [BUCKETS, MADE],
  deleteBucket: [BUCKETS, MADE],
  emptyBucket: [BUCKETS, 'a bucket can be emptied, and deleted only then'],
  getBucketLifecycle: [BUCKETS, NO_VERSIONS],
  updateBucketLifecycle: [BUCKETS, NO_VERSIONS],
  deleteBucketLifecycle: [BUCKETS, NO_VERSIONS],
  purgeBucketCache: [BUCKETS, NO_VERSIONS],
  throwOnError: [
    BUCKETS,
    'throwOnError throws the error that is otherwise returned; setHeader sends a header',
  ],
  setHeader: [BUCKETS, 'throwOnError throws the error that is otherwise returned; setHeader sends a header'],
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
    'a file moves within its bucket and to another; a taken name and a missing file are rejected',
  ],
  'from.copy': [FILES, 'a file is copied, with its properties or with others'],
  'from.download': [FILES, 'a download can be a stream, with the same errors'],
  'from.info': [FILES, 'info returns the properties from the upload, flat and without updated_at'],
  'from.exists': [FILES, 'exists returns the result without an error'],
  'from.getPublicUrl': [FILES, 'a public URL serves a file of a public bucket, and of no other'],
  'from.remove': [FILES, 'up to a thousand files are removed in one call; missing ones are ignored'],
  'from.purgeCache': [BUCKETS, NO_VERSIONS],
  'from.list': [
    'list.test.ts',
    'list returns the files and folders of a folder, with a page, an order and a search',
  ],
  'from.listV2': ['list.test.ts', PAGES],
  'from.throwOnError': [
    BUCKETS,
    'throwOnError throws the error that is otherwise returned; setHeader sends a header',
  ],
  'from.setHeader': [
    BUCKETS,
    'throwOnError throws the error that is otherwise returned; setHeader sends a header',
  ],
  // Only converts metadata to text for a header.
  'from.toBase64': [FILES, 'info returns the properties from the upload, flat and without updated_at'],
  'from.encodeMetadata': [FILES, 'info returns the properties from the upload, flat and without updated_at'],

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

/** Private members of the client: declared in TypeScript, but not at runtime. */
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
  test(`${file} contains the listed tests`, () => {
    const text = readFileSync(join(import.meta.dirname, file), 'utf8')
    for (const [method, [where, title]] of Object.entries(covered))
      if (where === file) assert.ok(text.includes(`${title}'`), `${method}: ${title}`)
  })
