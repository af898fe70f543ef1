import assert from 'node:assert/strict'
import { test } from 'node:test'
import { storageWorld } from '#testing/storage-world.ts'

const world = await storageWorld()
const { app } = world
const a = await world.tenant()
const member = await a.member()
await a.creator.storage.createBucket('docs')
await a.creator.storage.createBucket('target')
const docs = member.storage.from('docs')
const REFUSED = ['403', 'new row violates row-level security policy']
const MISSING = ['404', 'Object not found']

const MINE = `bucket_id = 'docs' and owner_id = auth.uid()::text`
/** Policies that a builder might write, for members. */
const POLICIES = {
  read: `for select to end_user using (${MINE})`,
  insert: `for insert to end_user with check (${MINE})`,
  update: `for update to end_user using (${MINE})`,
  remove: `for delete to end_user using (${MINE})`,
  'images only': `for insert to end_user with check (${MINE} and metadata ->> 'mimetype' like 'image/%')`,
  'small files': `for insert to end_user with check (${MINE} and (metadata ->> 'contentLength')::int <= 10)`,
  'of one department': `for insert to end_user with check (${MINE} and user_metadata ->> 'department' = 'sales')`,
  'text files in inbox': `for insert to end_user with check (${MINE} and (storage.foldername(name))[1] = 'inbox'
    and storage.extension(name) = 'txt' and storage.filename(name) like 'note%')`,
  'list only': `for select to end_user using (${MINE} and storage.allow_only_operation('object.list'))`,
  'list or sign': `for select to end_user using (${MINE} and storage.allow_any_operation(array['storage.object.list', 'object.sign']))`,
  // Ignores the namespace; the built-in restrictive policy does not.
  'everything named docs': `for select to end_user, anon using (bucket_id = 'docs')`,
}

let seeded = 0
/** Runs with exactly these policies, on a file that the member owns. */
async function under(names: (keyof typeof POLICIES)[], work: (path: string) => Promise<void>): Promise<void> {
  const path = `seed-${++seeded}`
  await a.creator.storage.from('docs').upload(path, 'seed')
  await app.owner.query('update storage.objects set owner_id = $1 where name = $2', [member.id, path])
  for (const name of names)
    await app.owner.query(`create policy "${name}" on storage.objects ${POLICIES[name]}`)
  try {
    await work(path)
  } finally {
    for (const name of names) await app.owner.query(`drop policy "${name}" on storage.objects`)
  }
}

const of = ({ error }: { error: unknown }) => {
  const { statusCode, message } = (error ?? {}) as { statusCode?: string; message?: string }
  return error === null ? null : [statusCode, message]
}
const removed = async (path: string) => (await docs.remove([path])).data?.length

test('without a policy, a member can do nothing', () =>
  under([], async (path) => {
    assert.deepEqual(of(await docs.upload('new', 'x')), REFUSED)
    assert.deepEqual(of(await docs.upload(path, 'x', { upsert: true })), REFUSED)
    assert.deepEqual(of(await docs.download(path)), MISSING)
    assert.deepEqual(of(await docs.move(path, 'new')), MISSING)
    assert.deepEqual(of(await docs.copy(path, 'new')), MISSING)
    assert.equal(await removed(path), 0)
  }))

test('a select policy allows reading, listing and signing, but no writing', () =>
  under(['read'], async (path) => {
    assert.equal(of(await docs.download(path)), null)
    assert.equal(of(await docs.createSignedUrl(path, 60)), null)
    assert.ok((await docs.list()).data?.some(({ name }) => name === path))
    assert.deepEqual(of(await docs.upload('new', 'x')), REFUSED)
    assert.deepEqual(of(await docs.copy(path, 'new')), REFUSED)
    assert.deepEqual(of(await docs.move(path, 'new')), MISSING)
    assert.equal(await removed(path), 0)
  }))

test('an insert policy allows uploading, but not replacing, reading or listing', () =>
  under(['insert'], async (path) => {
    assert.equal(of(await docs.upload(`${path}-new`, 'x')), null)
    assert.equal(of(await docs.upload(`${path}-form`, new Blob(['x']))), null)
    assert.equal(of(await docs.createSignedUploadUrl(`${path}-signed`)), null)
    assert.deepEqual(of(await docs.upload(path, 'x', { upsert: true })), REFUSED)
    assert.deepEqual(of(await docs.update(path, 'x')), REFUSED)
    assert.deepEqual(of(await docs.download(`${path}-new`)), MISSING)
    assert.deepEqual((await docs.list()).data, [])
    assert.deepEqual(of(await member.storage.from('target').upload('x', 'x')), REFUSED)
    assert.deepEqual(of(await member.storage.from('nowhere').upload('x', 'x')), REFUSED)
  }))

test('replacing requires insert, select and update policies; moving requires the last two', () =>
  under(['read', 'update'], async (path) => {
    assert.deepEqual(of(await docs.upload(path, 'x', { upsert: true })), REFUSED)
    assert.equal(of(await docs.move(path, `${path}-moved`)), null)
    // The row would no longer match the policy.
    assert.deepEqual(of(await docs.move(`${path}-moved`, path, { destinationBucket: 'target' })), REFUSED)
    await under(['insert'], async () => {
      assert.equal(of(await docs.upload(`${path}-moved`, 'y', { upsert: true })), null)
      assert.equal(await (await docs.download(`${path}-moved`)).data?.text(), 'y')
      assert.equal(of(await docs.copy(`${path}-moved`, `${path}-copied`)), null)
    })
  }))

test('removing requires select and delete policies', async () => {
  await under(['remove'], async (path) => assert.equal(await removed(path), 0))
  await under(['read', 'remove'], async (path) => assert.equal(await removed(path), 1))
})

test('policies can read type, size and metadata before the bytes arrive, also for forms', async () => {
  await under(['images only'], async (path) => {
    assert.equal(of(await docs.upload(`${path}.png`, 'x', { contentType: 'image/png' })), null)
    assert.equal(of(await docs.upload(`${path}.gif`, new Blob(['x'], { type: 'image/gif' }))), null)
    assert.deepEqual(of(await docs.upload(`${path}.txt`, 'x')), REFUSED)
    assert.deepEqual(of(await docs.upload(`${path}.css`, new Blob(['x'], { type: 'text/css' }))), REFUSED)
  })
  await under(['small files'], async (path) => {
    const sized = (length: number) =>
      world.ask(member, `/object/docs/${path}-${length}`, {
        method: 'POST',
        body: 'x'.repeat(length),
        headers: { 'content-length': String(length) },
      })
    assert.deepEqual([(await sized(5)).status, (await sized(50)).status], [200, 403])
  })
  await under(['of one department'], async (path) => {
    const metadata = { department: 'sales' }
    assert.equal(of(await docs.upload(`${path}-a`, 'x', { metadata })), null)
    assert.equal(of(await docs.upload(`${path}-b`, new Blob(['x']), { metadata })), null)
    for (const other of [undefined, { department: 'legal' }]) {
      assert.deepEqual(of(await docs.upload(`${path}-c`, 'x', { metadata: other })), REFUSED)
      assert.deepEqual(of(await docs.upload(`${path}-c`, new Blob(['x']), { metadata: other })), REFUSED)
    }
  })
})

test('the helper functions for paths and operations', async () => {
  await under(['text files in inbox'], async () => {
    assert.equal(of(await docs.upload('inbox/a/note-1.txt', 'x')), null)
    for (const path of ['inbox/note.md', 'outbox/note.txt', 'note.txt', 'inbox/a.txt'])
      assert.deepEqual(of(await docs.upload(path, 'x')), REFUSED)
  })
  await under(['list only'], async (path) => {
    assert.ok((await docs.list()).data?.some(({ name }) => name === path))
    assert.deepEqual(of(await docs.download(path)), MISSING)
  })
  await under(['list or sign'], async (path) => {
    assert.ok((await docs.list()).data?.some(({ name }) => name === path))
    assert.equal(of(await docs.createSignedUrl(path, 60)), null)
    assert.deepEqual(of(await docs.download(path)), MISSING)
  })
})

test('[L01] a policy that ignores the namespace opens no other tenant', () =>
  under(['everything named docs'], async (path) => {
    const b = await world.tenant()
    await b.creator.storage.createBucket('docs')
    await b.creator.storage.from('docs').upload('secret', 'of B')
    const theirs = await b.member()
    assert.equal(of(await theirs.storage.from('docs').download('secret')), null)
    assert.deepEqual(of(await theirs.storage.from('docs').download(path)), MISSING)
    assert.deepEqual(of(await docs.download('secret')), MISSING)
    assert.deepEqual(
      (await b.visitor.storage.from('docs').list()).data?.map(({ name }) => name),
      ['secret'],
    )
    assert.deepEqual((await world.stranger.storage.from('docs').list()).data, [])
  }))

test('a builder’s failing policy is a 400 for the caller, not a server error', async () => {
  await app.owner.query(
    `create policy broken on storage.objects for insert to end_user with check ((1 / length(name) - 1)::boolean and name::int > 0)`,
  )
  const { error } = await docs.upload('abc', 'x')
  assert.equal(error?.statusCode, '400')
  await app.owner.query('drop policy broken on storage.objects')
})
