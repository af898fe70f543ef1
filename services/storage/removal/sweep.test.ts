import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { eventually } from '#testing/eventually.ts'
import { testApp } from '#testing/test-app.ts'
import { fileKey } from '../backends/keys.ts'
import type { FileVersion } from '../backends/keys.ts'
import { openBackend } from '../backends/open.ts'
import { recordFile, extendReservation } from '../uploads/file-records.ts'
import { storeFile } from '../uploads/store-file.ts'
import { sweep } from './sweep.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'sweep-'))
after(() => rmSync(dataDir, { recursive: true, force: true }))
const { kernel, owner } = await testApp({ env: { DATA_DIR: dataDir, STORAGE_SWEEP_SECONDS: '3600' } })
const { database, config } = kernel
const files = openBackend(config)
const pool = randomUUID()
await owner.query("insert into storage.buckets (pool_id, id, name) values ($1, 'b', 'b')", [pool])

async function* bytes(size = 10) {
  yield randomBytes(size)
}
const store = (object: string = randomUUID()) =>
  storeFile(kernel, { pool, object, body: bytes(), contentType: 'text/plain', maxBytes: 100 })

const pointAt = ({ object, version }: FileVersion) =>
  owner.query(
    `insert into storage.objects (pool_id, id, bucket_id, name, version, metadata)
     values ($1, $2, 'b', $3, $4, '{"size": 10}')`,
    [pool, object, object, version],
  )
const makeDue = () => owner.query("update storage.loose_files set due_at = now() - interval '1 second'")
const isThere = async (file: FileVersion) => (await files.size(fileKey(file))) !== undefined
const usage = async () => {
  const { rows } = await owner.query<{ bytes: string; reserved: string }>(
    'select bytes, reserved from storage.usage where pool_id = $1',
    [pool],
  )
  return { bytes: Number(rows[0]?.bytes), reserved: Number(rows[0]?.reserved) }
}

test('pending and referenced files stay, due files are removed, and their quota is released', async () => {
  const [onTheWay, kept, lost] = [await store(), await store(), await store()]
  await pointAt(kept)
  assert.deepEqual(await sweep(kernel), { uploads: 0, loose: 0, unknown: 0 })
  await owner.query("update storage.loose_files set due_at = now() - interval '1 s' where version = $1", [
    lost.version,
  ])
  assert.deepEqual(await sweep(kernel), { uploads: 0, loose: 1, unknown: 0 })
  assert.deepEqual(await Promise.all([onTheWay, kept, lost].map(isThere)), [true, true, false])
  await makeDue()
  await sweep(kernel)
  assert.equal(await isThere(onTheWay), false)
  assert.deepEqual(await usage(), { bytes: 10, reserved: 0 })
})

test('replacing and deleting an object releases its bytes', async () => {
  const [first, second] = [await store(), await store()]
  await pointAt(first)
  const next = await store(first.object)
  await owner.query('update storage.objects set version = $3 where pool_id = $1 and id = $2', [
    pool,
    first.object,
    next.version,
  ])
  await pointAt(second)
  await owner.query('delete from storage.objects where pool_id = $1 and id = $2', [pool, second.object])
  assert.equal((await sweep(kernel)).loose, 2)
  assert.deepEqual(await Promise.all([first, next, second].map(isThere)), [false, true, false])
})

test('a file that the sweep has claimed can no longer be referenced', async () => {
  const file = { pool, object: randomUUID(), version: randomUUID() }
  await recordFile(database, config, file, { bytes: 5, quota: 1000 })
  await owner.query("update storage.loose_files set due_at = '-infinity' where version = $1", [file.version])
  assert.equal(await extendReservation(database, config, file, { more: 0, quota: 1000 }), false)
  await sweep(kernel)
  assert.equal((await usage()).reserved, 0)
})

test('an expired resumable upload is removed with its parts', async () => {
  const upload = randomUUID()
  const whole = { pool, object: randomUUID(), version: randomUUID() }
  await recordFile(database, config, whole, { bytes: 30, quota: 1000, forSeconds: 86_400 })
  await owner.query(
    `insert into storage.resumable_uploads
       (pool_id, id, role, bucket_id, name, upsert, size, metadata, object_id, version, expires_at)
     values ($1, $2, 'anon', 'b', 'n', false, 30, '{}', $3, $4, now() + interval '1 hour')`,
    [pool, upload, whole.object, whole.version],
  )
  const part = await store(upload)
  await owner.query(
    `with taken as (delete from storage.loose_files where version = $3)
     insert into storage.resumable_parts (pool_id, upload_id, start, size, version) values ($1, $2, 0, 10, $3)`,
    [pool, upload, part.version],
  )
  assert.equal((await sweep(kernel)).uploads, 0)
  await owner.query('update storage.resumable_uploads set expires_at = now()')
  assert.deepEqual(await sweep(kernel), { uploads: 1, loose: 2, unknown: 0 })
  assert.equal(await isThere(part), false)
  assert.equal((await usage()).reserved, 0)
})

test('once a day, the files of a pool are compared with its rows: old ones without a record are removed', async () => {
  const [known, young] = [await store(), { pool, object: randomUUID(), version: randomUUID() }]
  await pointAt(known)
  const old = { pool, object: randomUUID(), version: randomUUID() }
  for (const file of [young, old]) await files.put(fileKey(file), bytes(), { maxBytes: 100 })
  const hours = new Date(Date.now() - 2 * 3600_000)
  for (const file of [known, old]) utimesSync(join(dataDir, 'files', fileKey(file)), hours, hours)
  assert.equal((await sweep(kernel)).unknown, 0)
  await owner.query("update storage.usage set audited_at = now() - interval '25 hours'")
  assert.equal((await sweep(kernel)).unknown, 1)
  assert.deepEqual(await Promise.all([known, young, old].map(isThere)), [true, true, false])
})

test("a deleted tenant's files, usage and unfinished uploads are removed by the server's workers", async () => {
  const worked = await testApp({ env: { DATA_DIR: dataDir }, worker: true })
  const { rows } = await worked.owner.query<{ id: string }>(
    `insert into public.tenants (name, owner_user_id) values ('T', gen_random_uuid()) returning id`,
  )
  const tenant = rows[0]!.id
  await worked.owner.query("insert into storage.buckets (pool_id, id, name) values ($1, 'b', 'b')", [tenant])
  const file = await storeFile(worked.kernel, {
    pool: tenant,
    object: randomUUID(),
    body: bytes(),
    contentType: 'text/plain',
    maxBytes: 100,
  })
  await worked.owner.query(
    `insert into storage.objects (pool_id, id, bucket_id, name, version, metadata)
     values ($1, $2, 'b', 'n', $3, '{"size": 10}')`,
    [tenant, file.object, file.version],
  )
  await worked.owner.query('delete from public.tenants where id = $1', [tenant])
  await eventually('the bytes are gone', async () => !(await isThere(file)))
  const counts = await worked.owner.query('select from storage.usage where pool_id = $1', [tenant])
  assert.equal(counts.rowCount, 0)
})
