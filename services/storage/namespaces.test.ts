import assert from 'node:assert/strict'
import { test } from 'node:test'
import { storageWorld } from '#testing/storage-world.ts'
import type { Person } from '#testing/storage-world.ts'

const REFUSED = 'new row violates row-level security policy'

const world = await storageWorld()
const { app } = world
const a = await world.tenant()
const b = await world.tenant()
for (const tenant of [a, b]) {
  await tenant.creator.storage.createBucket('photos', { public: true })
  await tenant.creator.storage.createBucket('private')
  await tenant.creator.storage.createBucket('members')
  await world.ask(tenant.creator, '/bucket/members', {
    method: 'PUT',
    body: '{"member_folders": true}',
    headers: { 'content-type': 'application/json' },
  })
  for (const bucket of ['photos', 'private'])
    await tenant.creator.storage.from(bucket).upload('a.txt', `${bucket} of ${tenant.id}`)
}
const bytes = async (who: Person, bucket: string, name: string) =>
  (await who.storage.from(bucket).download(name)).data?.text()

test('two tenants can have buckets and files with the same names, separate from each other', async () => {
  for (const tenant of [a, b]) {
    assert.equal(await bytes(tenant.creator, 'private', 'a.txt'), `private of ${tenant.id}`)
    assert.deepEqual(
      (await tenant.creator.storage.listBuckets()).data?.map(({ id }) => id),
      ['members', 'photos', 'private'],
    )
  }
  await a.creator.storage.from('private').upload('only-a.txt', 'x')
  assert.equal(await bytes(b.creator, 'private', 'only-a.txt'), undefined)
  await a.creator.storage.from('private').remove(['only-a.txt', 'a.txt'])
  assert.equal(await bytes(b.creator, 'private', 'a.txt'), `private of ${b.id}`)
  await a.creator.storage.from('private').upload('a.txt', `private of ${a.id}`)
})

test('a public URL names its tenant by the public key, in front of the bucket or in the query', async () => {
  for (const { id, public_key, visitor } of [a, b]) {
    const { publicUrl } = visitor.storage.from(`${public_key}/photos`).getPublicUrl('a.txt').data
    assert.equal(await (await app.fetch(publicUrl)).text(), `photos of ${id}`)
    const plain = visitor.storage.from('photos').getPublicUrl('a.txt').data.publicUrl
    assert.equal(await (await app.fetch(`${plain}?apikey=${public_key}`)).text(), `photos of ${id}`)
    assert.equal((await app.fetch(plain)).status, 404)
    assert.equal(await bytes(visitor, 'photos', 'a.txt'), `photos of ${id}`)
    const hidden = await app.fetch(publicUrl.replace('photos', 'private'))
    assert.equal(hidden.status, 404)
  }
  assert.equal((await app.request('/storage/v1/object/public/pk_nobody/photos/a.txt')).status, 404)
})

test('a public bucket cannot be listed', async () => {
  assert.deepEqual((await a.visitor.storage.from('photos').list()).data, [])
  assert.deepEqual((await a.visitor.storage.from('photos').listV2()).data?.objects, [])
  assert.deepEqual((await a.visitor.storage.listBuckets()).data, [])
})

test('a member has all permissions in their own folder, and none elsewhere', async () => {
  const ada = await a.member()
  const bo = await a.member()
  const files = ada.storage.from('members')
  assert.equal((await files.upload(`${ada.id}/a.txt`, 'mine')).error, null)
  assert.equal((await files.upload(`${ada.id}/a.txt`, 'mine too', { upsert: true })).error, null)
  assert.equal((await files.move(`${ada.id}/a.txt`, `${ada.id}/b/c.txt`)).error, null)
  assert.equal(await bytes(ada, 'members', `${ada.id}/b/c.txt`), 'mine too')
  assert.deepEqual(
    (await files.list()).data?.map(({ name }) => name),
    [ada.id],
  )
  for (const path of [`${bo.id}/a.txt`, 'a.txt', ada.id]) {
    const { error } = await files.upload(path, 'x')
    assert.deepEqual([error?.statusCode, error?.message], ['403', REFUSED])
  }
  assert.equal((await files.move(`${ada.id}/b/c.txt`, `${bo.id}/c.txt`)).error?.statusCode, '403')
  assert.equal((await ada.storage.from('private').upload(`${ada.id}/a.txt`, 'x')).error?.statusCode, '403')
  assert.equal(await bytes(bo, 'members', `${ada.id}/b/c.txt`), undefined)
  assert.deepEqual((await bo.storage.from('members').remove([`${ada.id}/b/c.txt`])).data, [])
  assert.equal(await bytes(a.creator, 'members', `${ada.id}/b/c.txt`), 'mine too')
  const owner = await app.owner.query('select owner_id from storage.objects where name = $1', [
    `${ada.id}/b/c.txt`,
  ])
  assert.equal(owner.rows[0].owner_id, ada.id)
  const { data } = await ada.storage.listBuckets()
  assert.deepEqual(
    data?.map((bucket) => [bucket.id, 'member_folders' in bucket]),
    [['members', true]],
  )
})

test('the header that selects a namespace grants no access', async () => {
  const member = await a.member()
  const naming = (who: Person, pool: string) =>
    world.ask(who, '/object/private/a.txt', { headers: { 'x-bb-pool': pool } })
  assert.equal((await naming(member, b.id)).status, 403)
  assert.equal((await naming(a.visitor, b.id)).status, 403)
  assert.equal((await naming(a.creator, b.id)).status, 404)
  assert.equal((await naming(a.creator, 'b')).status, 400)
  assert.equal(await (await naming(world.operator(), b.id)).text(), `private of ${b.id}`)
  const { error } = await world
    .person(app.anonKey, a.creator.headers.authorization!.slice(7))
    .storage.createBucket('mine')
  assert.equal(error?.statusCode, '403')
  // A creator who forgot the header gets a hint; a creator with another's tenant, or a member, does not.
  assert.match(error.message, /^new row violates row-level security policy: set the header x-bb-pool to/)
  assert.equal((await member.storage.createBucket('mine')).error?.message, REFUSED)
  const elsewhere = world.person(app.anonKey, a.creator.headers.authorization!.slice(7), b.id)
  assert.equal((await elsewhere.storage.createBucket('mine')).error?.message, REFUSED)
})

/** All principals that may not read a private file of tenant A. */
const strangers = {
  'a caller with only the public key': world.stranger,
  'a visitor of the tenant': a.visitor,
  'a member without rights': await a.member(),
  'a member of another tenant': await b.member(),
  "another's creator": b.creator,
  "another's creator who names the tenant": world.person(
    app.anonKey,
    b.creator.headers.authorization!.slice(7),
    a.id,
  ),
}

/** Ways to request an object, by its bucket and name. */
const json = (body: object) => ({
  method: 'POST',
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
})
const requests: Record<string, (bucket: string, name: string) => [path: string, init?: RequestInit]> = {
  read: (bucket, name) => [`/object/${bucket}/${name}`],
  'read authenticated': (bucket, name) => [`/object/authenticated/${bucket}/${name}`],
  'read as public': (bucket, name) => [`/object/public/${a.public_key}/${bucket}/${name}`],
  head: (bucket, name) => [`/object/${bucket}/${name}`, { method: 'HEAD' }],
  info: (bucket, name) => [`/object/info/${bucket}/${name}`],
  'info as public': (bucket, name) => [`/object/info/public/${a.public_key}/${bucket}/${name}`],
  image: (bucket, name) => [`/render/image/authenticated/${bucket}/${name}?width=5`],
  'image as public': (bucket, name) => [`/render/image/public/${a.public_key}/${bucket}/${name}?width=5`],
  sign: (bucket, name) => [`/object/sign/${bucket}/${name}`, json({ expiresIn: 60 })],
  list: (bucket) => [`/object/list/${bucket}`, json({ prefix: '' })],
  'list-v2': (bucket) => [`/object/list-v2/${bucket}`, json({})],
  move: (bucket, name) => [
    '/object/move',
    json({ bucketId: bucket, sourceKey: name, destinationKey: 'b.txt' }),
  ],
  copy: (bucket, name) => [
    '/object/copy',
    json({ bucketId: bucket, sourceKey: name, destinationKey: 'b.txt' }),
  ],
  remove: (bucket, name) => [`/object/${bucket}`, { ...json({ prefixes: [name] }), method: 'DELETE' }],
  'remove one': (bucket, name) => [`/object/${bucket}/${name}`, { method: 'DELETE' }],
  overwrite: (bucket, name) => [`/object/${bucket}/${name}`, { method: 'PUT', body: 'x' }],
  upload: (bucket, name) => [`/object/${bucket}/${name}`, { method: 'POST', body: 'x' }],
  'sign an upload': (bucket, name) => [`/object/upload/sign/${bucket}/${name}`, { method: 'POST' }],
  'read the bucket': (bucket) => [`/bucket/${bucket}`],
  'change the bucket': (bucket) => [`/bucket/${bucket}`, { ...json({ public: true }), method: 'PUT' }],
  'empty the bucket': (bucket) => [`/bucket/${bucket}/empty`, { method: 'POST' }],
  'delete the bucket': (bucket) => [`/bucket/${bucket}`, { method: 'DELETE' }],
}

for (const [who, person] of Object.entries(strangers))
  test(`[L01] ${who}: a private file, a missing file and a missing bucket get the same response`, async () => {
    for (const [what, requestOf] of Object.entries(requests)) {
      const answers = []
      for (const [bucket, name] of [
        ['private', 'a.txt'],
        ['private', 'none.txt'],
        ['nowhere', 'a.txt'],
      ] as const) {
        const [path, init] = requestOf(bucket, name)
        // The caller's own namespace has a bucket of this name too, so it is requested only by the header.
        if (person === b.creator && !path.includes('pk_')) continue
        const answer = await world.ask(person, path, init)
        const text = (await answer.text()).replaceAll(/nowhere|none\.txt|a\.txt|private(?!,)/g, '…')
        assert.ok(
          answer.status >= 400 || ['[]', '{"hasNext":false,"folders":[],"objects":[]}'].includes(text),
          `${what}: ${answer.status} ${text}`,
        )
        answers.push([
          answer.status,
          text,
          answer.headers.get('cache-control'),
          answer.headers.get('etag'),
          answer.headers.get('last-modified'),
        ])
      }
      for (const answer of answers) assert.deepEqual(answer, answers[0], what)
    }
    assert.equal(await bytes(a.creator, 'private', 'a.txt'), `private of ${a.id}`)
  })

test('[L01] without any key, only public and signed URLs work', async () => {
  for (const [what, requestOf] of Object.entries(requests)) {
    const answer = await world.ask(undefined, ...requestOf('private', 'a.txt'))
    assert.equal(answer.status, what.endsWith('public') ? 404 : 401, what)
  }
})

test('a deleted tenant leaves no rows, and its bytes are due for removal', async () => {
  const deleted = await world.tenant()
  await deleted.creator.storage.createBucket('photos')
  await deleted.creator.storage.from('photos').upload('a.txt', 'x')
  await app.owner.query('delete from public.tenants where id = $1', [deleted.id])
  const { rows } = await app.owner.query(
    `select (select count(*)::int from storage.objects where pool_id = $1) as objects,
       (select count(*)::int from storage.buckets where pool_id = $1) as buckets,
       (select count(*)::int from storage.loose_files where pool_id = $1 and due_at <= now()) as due`,
    [deleted.id],
  )
  assert.deepEqual(rows[0], { objects: 0, buckets: 0, due: 1 })
})
