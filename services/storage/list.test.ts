import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { sql } from 'kysely'
import { actAs } from '#testing/act-as.ts'
import { storageWorld } from '#testing/storage-world.ts'
import { upperBound, walkSql } from './objects/list-sql.ts'

const world = await storageWorld()
const { storage } = world.operator()
await storage.createBucket('lists')
const files = storage.from('lists')

/** Names that are difficult for a byte-wise order: short before long, characters around the slash. */
const NAMES = [
  'a',
  'a!',
  'a.txt',
  'a/1',
  'a/2',
  'a/b/3',
  'a/b/4',
  'a/b0/5',
  'a0',
  'aa',
  'b/deep/er/6',
  'b-7',
  'Z/8',
  'c',
  'd/9',
  'd/A',
  'd/a',
]
// One after the other, so that their times are ordered too, unlike their names.
const AGED = [...NAMES].sort((a, b) => a.length - b.length || (a < b ? 1 : -1))
for (const name of AGED) await files.upload(name, name)

const bytewise = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** The content of a folder, from an independent, slow reading of the names. */
function shown(prefix: string): string[] {
  const rest = NAMES.filter((name) => name.startsWith(prefix)).sort(bytewise)
  return [
    ...new Set(
      rest.map((name) => {
        const slash = name.indexOf('/', prefix.length)
        return slash < 0 ? name : name.slice(0, slash + 1)
      }),
    ),
  ]
}

test('[S7-112] list returns the files and folders of a folder, with a page, an order and a search', async () => {
  for (const folder of ['', 'a', 'a/', 'a/b', '/a/b/', 'b', 'nowhere', 'a.txt']) {
    const prefix = folder.replace(/^\//, '').replace(/([^/])$/, '$1/')
    const expected = shown(prefix).map((key) => [
      key.slice(prefix.length).replace(/\/$/, ''),
      key.endsWith('/'),
    ])
    const { data } = await files.list(folder)
    assert.deepEqual(
      data?.map(({ name, id }) => [name, id === null]),
      expected,
      folder,
    )
    const backwards = await files.list(folder, { sortBy: { order: 'desc' } })
    assert.deepEqual(
      backwards.data?.map(({ name, id }) => [name, id === null]),
      expected.toReversed(),
      folder,
    )
    const page = await files.list(folder, { limit: 2, offset: 1 })
    assert.deepEqual(
      page.data?.map(({ name }) => name),
      expected.slice(1, 3).map(([name]) => name),
    )
  }
  const [folder, file] = (await files.list('a', { limit: 2, offset: 1 })).data!.toReversed()
  assert.deepEqual(Object.keys(file!).sort(), [
    'created_at',
    'id',
    'last_accessed_at',
    'metadata',
    'name',
    'updated_at',
  ])
  assert.deepEqual(folder, {
    name: 'b',
    id: null,
    created_at: null,
    updated_at: null,
    last_accessed_at: null,
    metadata: null,
  })
  assert.equal(file?.metadata?.size, 3)
  const searched = await files.list('', { search: 'A' })
  assert.deepEqual(
    searched.data?.map(({ name }) => name),
    ['a', 'a!', 'a.txt', 'a', 'a0', 'aa'],
  )
  const aged = (await files.list('a', { sortBy: { column: 'created_at', order: 'desc' } })).data
  const page = await files.list('a', { sortBy: { column: 'created_at', order: 'desc' }, limit: 2, offset: 1 })
  assert.deepEqual(
    page.data?.map(({ name }) => name),
    ['b', '1'],
  )
  // By time, folders come first, each with the time of its newest file.
  assert.deepEqual(
    aged?.map(({ name }) => name),
    ['b0', 'b', '1', '2'],
  )
})

test('[S9-047] a list returns 100 entries unless more are requested', async () => {
  const names = Array.from({ length: 101 }, (_, n) => `many/${String(n).padStart(3, '0')}`)
  await Promise.all(names.map((name) => files.upload(name, name)))
  const listed = async (options?: { limit: number }) =>
    (await files.list('many', options)).data!.map(({ name }) => `many/${name}`)
  assert.deepEqual(await listed(), names.slice(0, 100))
  assert.deepEqual(await listed({ limit: 1000 }), names)
  await files.remove(names)
})

test('list-v2 goes through all names, page by page, in every order, and through folders with a delimiter', async () => {
  const walk = async (options: NonNullable<Parameters<typeof files.listV2>[0]>) => {
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const { data, error } = await files.listV2({ ...options, ...(cursor ? { cursor } : {}) })
      assert.equal(error, null)
      const page = [...data.folders, ...data.objects].map(({ name }) => name)
      assert.ok(page.length > 0 && page.length <= options.limit!)
      // Folders and files are returned separately; here they are merged in listing order.
      seen.push(...(options.sortBy?.column === 'created_at' ? page : page.sort(bytewise)))
      if (options.sortBy?.order === 'desc' && options.sortBy.column === 'name')
        seen.push(...seen.splice(-page.length).toReversed())
      cursor = data.nextCursor
      assert.equal(data.hasNext, cursor !== undefined)
    } while (cursor)
    return seen
  }
  const all = [...NAMES].sort(bytewise)
  const desc = { column: 'name', order: 'desc' } as const
  for (const limit of [1, 2, 3, 1000]) {
    assert.deepEqual(await walk({ limit }), all)
    assert.deepEqual(await walk({ limit, sortBy: desc }), all.toReversed())
    assert.deepEqual(
      await walk({ limit, prefix: 'a/' }),
      all.filter((name) => name.startsWith('a/')),
    )
    assert.deepEqual(await walk({ limit, sortBy: { column: 'created_at', order: 'asc' } }), AGED)
    for (const prefix of ['', 'a', 'a/', 'd/', 'b']) {
      assert.deepEqual(await walk({ limit, prefix, with_delimiter: true }), shown(prefix))
      assert.deepEqual(
        await walk({ limit, prefix, with_delimiter: true, sortBy: desc }),
        shown(prefix).toReversed(),
      )
    }
    const byTime = await walk({ limit, with_delimiter: true, sortBy: { column: 'created_at', order: 'asc' } })
    assert.deepEqual(byTime.toSorted(bytewise), shown(''))
  }
  assert.deepEqual(
    (await files.listV2({ prefix: 'a', exactMatch: true })).data?.objects.map(({ name }) => name),
    ['a'],
  )
  const { data } = await files.listV2({ prefix: 'b', with_delimiter: true })
  assert.deepEqual(data?.folders, [{ name: 'b/', key: 'b' }])
  const { error } = await files.listV2({ cursor: 'nonsense' })
  assert.deepEqual([error?.statusCode, error?.message], ['400', 'Invalid Parameter cursor'])
})

test('junk in a list request is rejected, never a server error', async () => {
  const statusOf = async (path: string, body: unknown) =>
    (
      await world.ask(world.operator(), path, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      })
    ).status
  for (const junk of [
    { limit: 0 },
    { limit: 'x' },
    { limit: 1e9 },
    { offset: -1 },
    { sortBy: { column: 'id; drop table' } },
    { prefix: 5 },
    { sortBy: 'name' },
    [],
    5,
  ])
    assert.equal(await statusOf('/object/list/lists', junk), 400, JSON.stringify(junk))
  const forged = (at: unknown) => Buffer.from(JSON.stringify(at)).toString('base64url')
  const place = { key: 'a', folder: false, column: 'name', order: 'asc', moment: null }
  for (const junk of [
    { limit: 1.5 },
    { cursor: forged({ ...place, column: 'owner' }) },
    { cursor: forged({ ...place, column: 'created_at', moment: '9999999999999' }) },
    { cursor: forged({ ...place, column: 'created_at', moment: null, key: '\u0000' }) },
  ])
    assert.equal(await statusOf('/object/list-v2/lists', junk), 400, JSON.stringify(junk))
})

test('listing a folder with many files costs no more than one with few, also for members', async () => {
  const { app } = world
  const tenant = await world.tenant()
  const member = randomUUID()
  await world.operator(tenant.id).storage.createBucket('members')
  await app.database.asService('test: many files', async (db) => {
    await sql`update storage.buckets set member_folders = true where pool_id = ${tenant.id}`.execute(db)
    await sql`insert into storage.objects (pool_id, bucket_id, name)
      select ${tenant.id}::uuid, 'members', ${member} || '/' || (n % 3) || '/' || n from generate_series(1, 20000) n`.execute(
      db,
    )
  })
  await app.owner.query('analyze storage.objects')
  for (const order of ['asc', 'desc'] as const) {
    const plan = await app.database.transaction(actAs.endUser(tenant.id, member), {}, async (query) => {
      const folder = `${member}/`
      const values = [tenant.id, 'members', folder, upperBound(folder), 100]
      // A connection's first call of a policy's functions reads the catalog.
      await query('select storage.readable_buckets()')
      return (await query(`explain (analyze, buffers, format json) ${walkSql(order)}`, values)).rows[0]
    })
    const { Plan: top } = (plan as { 'QUERY PLAN': [{ Plan: Record<string, number> }] })['QUERY PLAN'][0]
    assert.equal(top['Actual Rows'], 3)
    // Buffer pages read: the files alone occupy about two hundred.
    assert.ok(top['Shared Hit Blocks']! + top['Shared Read Blocks']! < 100, JSON.stringify(top))
  }
})
