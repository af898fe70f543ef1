import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StorageError } from '@supabase/storage-js'
import { storageWorld } from '#testing/storage-world.ts'

// Uses only the official client.
const world = await storageWorld()
const { storage } = world.operator()

/** The fields that newer and older clients read. */
const of = (error: StorageError | null) => error && [error.statusCode, error.status, error.message]

test('[S7-106] buckets are created, read, listed, updated and deleted', async () => {
  assert.deepEqual(
    await storage.createBucket('Avatars', {
      public: true,
      fileSizeLimit: '20mb',
      allowedMimeTypes: ['image/png', 'image/*'],
    }),
    { data: { name: 'Avatars' }, error: null },
  )
  const { data } = await storage.getBucket('Avatars')
  const { created_at, updated_at, ...row } = data!
  assert.deepEqual(row, {
    id: 'Avatars',
    name: 'Avatars',
    owner: '',
    public: true,
    file_size_limit: 20_000_000,
    allowed_mime_types: ['image/png', 'image/*'],
  })
  for (const instant of [created_at, updated_at])
    assert.match(instant, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  assert.deepEqual(
    await storage.updateBucket('Avatars', { public: false, fileSizeLimit: null, allowedMimeTypes: null }),
    { data: { message: 'Successfully updated' }, error: null },
  )
  const changed = (await storage.getBucket('Avatars')).data!
  assert.deepEqual([changed.public, changed.file_size_limit, changed.allowed_mime_types], [false, null, null])
  assert.deepEqual(await storage.deleteBucket('Avatars'), {
    data: { message: 'Successfully deleted' },
    error: null,
  })
  assert.deepEqual(of((await storage.getBucket('Avatars')).error), ['404', 404, 'Bucket not found'])
})

test('a list of buckets supports a page, an order and a search', async () => {
  for (const name of ['list-c', 'list-a', 'list-b', 'other']) await storage.createBucket(name)
  const names = async (options: Parameters<typeof storage.listBuckets>[0]) =>
    (await storage.listBuckets(options)).data?.map(({ name }) => name)
  assert.deepEqual(await names({ search: 'LIST-' }), ['list-a', 'list-b', 'list-c'])
  assert.deepEqual(await names({ search: 'list-', sortColumn: 'created_at', sortOrder: 'desc' }), [
    'list-b',
    'list-a',
    'list-c',
  ])
  assert.deepEqual(await names({ search: 'list-', sortColumn: 'name', limit: 1, offset: 1 }), ['list-b'])
  assert.deepEqual(await names({ search: 'list%' }), [])
  assert.deepEqual(of((await storage.listBuckets({ limit: -1 })).error)?.[0], '400')
})

test('creating a bucket fails for a taken name, an invalid name and invalid limits', async () => {
  await storage.createBucket('twice')
  assert.deepEqual(of((await storage.createBucket('twice')).error), [
    '409',
    409,
    'The resource already exists',
  ])
  for (const name of ['', ' a', 'a/b', '..', 'ü', 'a#b', 'public', 'sign', 'a'.repeat(101)])
    assert.deepEqual(of((await storage.createBucket(name)).error), ['400', 400, 'Bucket name invalid'], name)
  for (const fileSizeLimit of ['20 apples', '-1', '1e9', '0x10', -5])
    assert.equal(
      (await storage.createBucket('limits', { public: false, fileSizeLimit })).error?.statusCode,
      '400',
    )
  assert.deepEqual(
    of((await storage.createBucket('limits', { public: false, fileSizeLimit: '1gb' })).error),
    ['413', 413, 'The object exceeded the maximum allowed size'],
  )
  assert.deepEqual(
    of((await storage.createBucket('limits', { public: false, allowedMimeTypes: ['nonsense'] })).error),
    ['415', 415, 'mime type nonsense is not supported'],
  )
  assert.equal((await storage.getBucket('limits')).data, null)
})

test('[S7-106] a bucket can be emptied, and deleted only then', async () => {
  await storage.createBucket('full')
  for (const name of ['a.txt', 'b/c.txt']) await storage.from('full').upload(name, 'x')
  assert.deepEqual(of((await storage.deleteBucket('full')).error), [
    '409',
    409,
    'The bucket you tried to delete is not empty',
  ])
  assert.deepEqual((await storage.emptyBucket('full')).data, {
    message: 'Empty bucket has been queued. Completion may take up to an hour.',
  })
  assert.deepEqual((await storage.from('full').list()).data, [])
  assert.equal((await storage.deleteBucket('full')).error, null)
  assert.deepEqual(of((await storage.emptyBucket('full')).error), ['404', 404, 'Bucket not found'])
  assert.deepEqual(of((await storage.deleteBucket('full')).error), ['404', 404, 'Bucket not found'])
})

test('throwOnError throws the error that is otherwise returned; setHeader sends a header', async () => {
  const other = world.operator().storage
  await assert.rejects(other.throwOnError().getBucket('nowhere'), {
    message: 'Bucket not found',
    statusCode: '404',
  })
  const tenant = await world.tenant()
  const named = world.operator().storage.setHeader('x-bb-pool', tenant.id)
  await named.createBucket('of-the-tenant')
  assert.equal((await storage.getBucket('of-the-tenant')).data, null)
  assert.equal((await tenant.creator.storage.getBucket('of-the-tenant')).data?.id, 'of-the-tenant')
})

/**
 * Features of the official service that are not implemented: rejected in a format that the client
 * understands.
 */
const refusal = (feature: string) => ['409', 409, `The feature ${feature} is not enabled for this resource`]

test('versions, their lifecycle and CDN cache purges are rejected with a message', async () => {
  await storage.createBucket('plain')
  assert.deepEqual(of((await storage.getBucketLifecycle('plain')).error), refusal('objectVersioning'))
  assert.deepEqual(
    of((await storage.updateBucketLifecycle('plain', { rules: [] })).error),
    refusal('objectVersioning'),
  )
  assert.deepEqual(of((await storage.deleteBucketLifecycle('plain')).error), refusal('objectVersioning'))
  assert.deepEqual(of((await storage.purgeBucketCache('plain')).error), refusal('purgeCache'))
  assert.deepEqual(of((await storage.from('plain').purgeCache('a.txt')).error), refusal('purgeCache'))
  assert.deepEqual(of((await world.stranger.storage.purgeBucketCache('plain')).error), [
    '403',
    403,
    'Access denied: Invalid role',
  ])
  assert.equal(
    (await storage.createBucket('versions', { public: false, versioningStatus: 'ENABLED' })).error
      ?.statusCode,
    '409',
  )
  assert.equal(
    (await storage.createBucket('tables', { public: false, type: 'ANALYTICS' })).error?.statusCode,
    '409',
  )
})

test('table and vector buckets are rejected with a message', async () => {
  const { analytics, vectors } = storage
  assert.deepEqual(of((await analytics.createBucket('tables')).error), refusal('icebergCatalog'))
  assert.deepEqual(of((await analytics.listBuckets()).error), refusal('icebergCatalog'))
  assert.deepEqual(of((await analytics.deleteBucket('tables')).error), refusal('icebergCatalog'))
  const { error } = await analytics.from('tables').listNamespaces()
  assert.equal(error?.message, 'The feature icebergCatalog is not enabled for this resource')
  const index = vectors.from('b').index('i')
  const refused = [
    await vectors.createBucket('b'),
    await vectors.getBucket('b'),
    await vectors.listBuckets(),
    await vectors.deleteBucket('b'),
    await vectors
      .from('b')
      .createIndex({ indexName: 'i', dataType: 'float32', dimension: 2, distanceMetric: 'cosine' }),
    await vectors.from('b').getIndex('i'),
    await vectors.from('b').listIndexes(),
    await vectors.from('b').deleteIndex('i'),
    await index.putVectors({ vectors: [{ key: 'k', data: { float32: [1, 2] } }] }),
    await index.getVectors({ keys: ['k'] }),
    await index.listVectors(),
    await index.queryVectors({ queryVector: { float32: [1, 2] }, topK: 1 }),
    await index.deleteVectors({ keys: ['k'] }),
  ]
  for (const { error: said } of refused) assert.deepEqual(of(said), refusal('vectorBuckets'))
})
