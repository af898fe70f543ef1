import { PLATFORM_POOL } from '#kernel/db/claims.ts'
import { accessTests } from '#testing/access-matrix.ts'
import type { Attempt } from '#testing/access/types.ts'
import { world } from '#testing/access/world.ts'

const { creatorA, tenantA, tenantB, endUserA, otherEndUserA, endUserB } = world
const then = '2026-01-01T00:00:00Z'
const allRoles = ['anon', 'authenticated', 'end_user', 'service_role'] as const

/** End user A, and other end user A, who is banned. Of the tenants A and B: members of A are no members of B. */
const audiences = {
  [tenantA]: 'aaaaaaaa-0000-7000-8000-0000000000f3',
  [tenantB]: 'bbbbbbbb-0000-7000-8000-0000000000f3',
}
const audienceSql = `
  insert into auth.users (pool_id, id, email, banned_until) values
    ('${tenantA}', '${endUserA}', 'a@example.test', null),
    ('${tenantA}', '${otherEndUserA}', 'b@example.test', '2100-01-01')
    on conflict do nothing;
  ${Object.entries(audiences)
    .map(
      ([
        tenantId,
        id,
      ]) => `insert into public.audiences (tenant_id, id, name, rule) values ('${tenantId}', '${id}', 'Club',
        '{"any":[{"kind":"people","ids":["${endUserA}","${otherEndUserA}"]}]}');`,
    )
    .join('')}`

const bucket = (
  pool_id: string,
  id: string,
  member_folders: boolean,
  read_audience_id: string | null = null,
) => ({
  pool_id,
  id,
  name: id,
  owner: creatorA,
  owner_id: creatorA,
  public: true,
  file_size_limit: 1000,
  allowed_mime_types: ['image/*'],
  member_folders,
  read_audience_id,
  created_at: then,
  updated_at: then,
})
const object = (pool_id: string, bucket_id: string, name: string, n: number) => ({
  pool_id,
  id: `0000000${n}-0000-7000-8000-000000000001`,
  bucket_id,
  name,
  owner: endUserA,
  owner_id: endUserA,
  metadata: { size: 1, mimetype: 'image/png' },
  user_metadata: { canary: true },
  version: `0000000${n}-0000-4000-8000-00000000000f`,
  created_at: then,
  updated_at: then,
  last_accessed_at: then,
})

const resumable = (pool_id: string, id: string) => ({
  pool_id,
  id,
  role: 'end_user',
  user_id: endUserA,
  signed: true,
  bucket_id: 'members',
  name: 'canary',
  upsert: true,
  size: 2,
  metadata: { canary: 'true' },
  object_id: tenantA,
  version: tenantB,
  created_at: then,
  expires_at: then,
  finished_at: then,
})
const part = (pool_id: string, upload_id: string, start: number) => ({
  pool_id,
  upload_id,
  start,
  size: 1,
  version: tenantA,
})

const bucketColumns = Object.keys(bucket(tenantA, '', true))
const objectColumns = [...Object.keys(object(tenantA, '', '', 1)), 'path_tokens']

const buckets = {
  'photos of A': bucket(tenantA, 'photos', false),
  'members of A': bucket(tenantA, 'members', true),
  'photos of B': bucket(tenantB, 'photos', false),
  'members of B': bucket(tenantB, 'members', true),
  'club of A': bucket(tenantA, 'club', false, audiences[tenantA]),
  'club of B': bucket(tenantB, 'club', false, audiences[tenantB]),
  'photos of the platform': bucket(PLATFORM_POOL, 'photos', true),
}
const objects = {
  'photo of A': object(tenantA, 'photos', `${endUserA}/a.png`, 1),
  'file of a member of A': object(tenantA, 'members', `${endUserA}/a.png`, 2),
  'file of another member of A': object(tenantA, 'members', `${otherEndUserA}/a.png`, 3),
  'file of a member of B': object(tenantB, 'members', `${endUserB}/a.png`, 4),
  'file of the club of A': object(tenantA, 'club', 'minutes.png', 6),
  'file of the club of B': object(tenantB, 'club', `${endUserB}/minutes.png`, 7),
  'photo of the platform': object(PLATFORM_POOL, 'photos', `${creatorA}/a.png`, 5),
}

const written = (pool_id: string, bucket_id: string, name: string) => {
  const {
    id: _,
    version: _v,
    created_at: _c,
    updated_at: _u,
    last_accessed_at: _l,
    ...row
  } = object(pool_id, bucket_id, name, 9)
  return row
}
const newBucket = (pool_id: string) => {
  const { created_at: _c, updated_at: _u, ...row } = bucket(pool_id, 'fresh', false)
  return row
}

const bucketChange = {
  public: false,
  file_size_limit: 5,
  allowed_mime_types: ['a/b'],
  member_folders: false,
  read_audience_id: null,
}
const objectChange = {
  bucket_id: 'members',
  name: 'moved',
  owner: null,
  owner_id: null,
  metadata: {},
  user_metadata: {},
}
// A member's folder stays theirs whatever the statement writes, because the name does not change.
const memberChange = (id: string) => ({ ...objectChange, name: `${id}/b.png` })

const seesBuckets = (rows: string[]) => ({ select: { columns: bucketColumns, rows } })
/** Permissions on the table, but no row that they apply to. */
const noBuckets = (pool = PLATFORM_POOL) => ({
  ...seesBuckets([]),
  insert: newBucket(pool),
  insertFails: 'refused' as const,
  update: { to: bucketChange, rows: [] },
  delete: { rows: [] },
})
const noObjects = (pool: string) => ({
  select: { columns: objectColumns, rows: [] },
  insert: written(pool, 'photos', `${endUserA}/new.png`),
  insertFails: 'refused' as const,
  update: { to: objectChange, rows: [] },
  delete: { rows: [] },
})
const ownFolder = (pool: string, id: string, row: string, reads: string[] = []) => ({
  select: { columns: objectColumns, rows: [row, ...reads] },
  insert: written(pool, 'members', `${id}/new.png`),
  update: { to: memberChange(id), rows: [row] },
  delete: { rows: [row] },
})

/** As a creator who selects a tenant with the header x-bb-pool. */
const naming = (tenant: string) =>
  `select set_config('request.headers', '${JSON.stringify({ 'x-bb-pool': tenant })}', true)`
const inPool = (
  as: Attempt['as'],
  tenant: string,
  does: string,
  sql: string,
  outcome: Attempt['outcome'],
  cites: string[] = [],
): Attempt => ({ as, does, given: naming(tenant), sql, outcome, cites })

const keyOf = (columns: string[]) =>
  `concat_ws('|', ${columns.map((column) => `${column}::text`).join(', ')})`
const allBuckets = `select ${keyOf(['pool_id', 'id'])} as key from storage.buckets`
const allObjects = `select ${keyOf(['pool_id', 'id'])} as key from storage.objects`

accessTests({
  unit: 'services/storage',
  schemas: { storage: [...allRoles] },
  functions: {
    'storage.end_uploads_of(uuid,uuid,text)': [],
    'storage.foldername(text)': [...allRoles],
    'storage.filename(text)': [...allRoles],
    'storage.extension(text)': [...allRoles],
    'storage.operation()': [...allRoles],
    'storage.allow_any_operation(text[])': [...allRoles],
    'storage.allow_only_operation(text)': [...allRoles],
    'storage.pool_id()': [...allRoles],
    'storage.readable_buckets()': ['anon', 'end_user'],
    'storage.keep_audience_of_bucket()': [],
    'storage.let_go()': [],
    'storage.tenant_deleted()': [],
    'storage.free_room()': [],
    'storage.size_of(jsonb)': [],
    'storage.count_bytes(uuid,numeric)': [],
    'storage.count_written()': [],
    'storage.count_changed()': [],
    'storage.count_deleted()': [],
    'storage.let_go_of_part()': [],
    'storage.tenant_uploads_deleted()': [],
  },
  tables: [
    {
      table: 'storage.buckets',
      key: ['pool_id', 'id'],
      columns: bucketColumns,
      before: audienceSql,
      rows: buckets,
      spare: bucket(tenantB, 'fresh', false),
      deleteFails: '23503',
      rights: {
        anon: seesBuckets([]),
        'visitor of A': seesBuckets([]),
        'end user of A': seesBuckets(['members of A', 'club of A']),
        'other end user of A': seesBuckets(['members of A']),
        'new end user of A': seesBuckets(['members of A']),
        'end user of B': seesBuckets(['members of B']),
        'end user of B with the id of creator A': seesBuckets(['members of B']),
        'creator A': noBuckets(),
        'creator B': noBuckets(),
        'new creator': noBuckets(),
        'creator with the id of an end user of A': noBuckets(),
      },
      attempts: [
        inPool('creator A', tenantA, 'sees the buckets of a tenant of their own', allBuckets, {
          sees: ['photos of A', 'members of A', 'club of A'],
        }),
        inPool('creator B', tenantA, "names another's tenant: sees nothing", allBuckets, { sees: [] }, [
          'A11',
        ]),
        inPool('editor of A', tenantA, 'sees the buckets', allBuckets, {
          sees: ['photos of A', 'members of A', 'club of A'],
        }),
        inPool('editor of A', tenantA, 'makes a bucket', sqlOf(newBucket(tenantA)), { inserts: 1 }),
        inPool('support of A', tenantA, 'sees no bucket', allBuckets, { sees: [] }),
        inPool('support of A', tenantA, 'makes none: refused', sqlOf(newBucket(tenantA)), 'refused'),
        inPool('former admin of A', tenantA, 'sees no bucket', allBuckets, { sees: [] }),
        inPool('creator A', tenantA, 'makes a bucket there', sqlOf(newBucket(tenantA)), { inserts: 1 }),
        inPool('creator B', tenantA, 'makes none there: refused', sqlOf(newBucket(tenantA)), 'refused', [
          'A11',
        ]),
        inPool(
          'creator A',
          tenantA,
          'cannot create one outside the selected namespace',
          sqlOf(newBucket(PLATFORM_POOL)),
          'refused',
        ),
        inPool(
          'creator A',
          tenantA,
          'updates only those of that tenant',
          `update storage.buckets set public = false`,
          { touches: ['photos of A', 'members of A', 'club of A'] },
        ),
        inPool(
          'end user of A',
          tenantB,
          'selects another tenant but stays in their own',
          allBuckets,
          { sees: ['members of A', 'club of A'] },
          ['L01'],
        ),
        {
          as: 'service' as const,
          cites: ['peers D9'],
          does: "opens no bucket of A's to an audience of B's",
          sql: `update storage.buckets set read_audience_id = '${audiences[tenantB]}' where pool_id = '${tenantA}'`,
          outcome: { fails: '23503' },
        },
        ...["'a/b'", "''", "' a'", "repeat('a', 101)", "'a\\b'", "'ü'"].map((id) => ({
          as: 'service' as const,
          does: `cannot create a bucket named ${id}`,
          sql: `insert into storage.buckets (pool_id, id, name) values ('${tenantA}', ${id}, ${id})`,
          outcome: { fails: '23514' },
        })),
      ],
    },
    {
      table: 'storage.objects',
      cites: ['L01'],
      key: ['pool_id', 'id'],
      columns: objectColumns,
      computed: ['path_tokens'],
      rows: objects,
      spare: object(tenantB, 'photos', 'spare.png', 8),
      rights: {
        anon: noObjects(PLATFORM_POOL),
        'visitor of A': noObjects(tenantA),
        'end user of A': ownFolder(tenantA, endUserA, 'file of a member of A', ['file of the club of A']),
        'other end user of A': ownFolder(tenantA, otherEndUserA, 'file of another member of A'),
        'new end user of A': noObjects(tenantA),
        'end user of B': ownFolder(tenantB, endUserB, 'file of a member of B'),
        'end user of B with the id of creator A': noObjects(tenantB),
        'creator A': noObjects(PLATFORM_POOL),
        'creator B': noObjects(PLATFORM_POOL),
        'new creator': noObjects(PLATFORM_POOL),
        'creator with the id of an end user of A': noObjects(PLATFORM_POOL),
      },
      attempts: [
        inPool('creator A', tenantA, 'sees every object of a tenant of their own', allObjects, {
          sees: [
            'photo of A',
            'file of a member of A',
            'file of another member of A',
            'file of the club of A',
          ],
        }),
        inPool('editor of A', tenantA, 'sees every object', allObjects, {
          sees: [
            'photo of A',
            'file of a member of A',
            'file of another member of A',
            'file of the club of A',
          ],
        }),
        inPool('support of A', tenantA, 'sees no object', allObjects, { sees: [] }),
        inPool('former admin of A', tenantA, 'sees no object', allObjects, { sees: [] }),
        inPool('creator B', tenantA, "names another's tenant: sees nothing", allObjects, { sees: [] }, [
          'L01',
        ]),
      ],
    },
    {
      table: 'storage.loose_files',
      key: ['pool_id', 'object_id', 'version'],
      columns: ['pool_id', 'object_id', 'version', 'due_at', 'bytes'],
      rows: {
        loose: { pool_id: tenantA, object_id: tenantA, version: tenantB, due_at: then, bytes: 0 },
      },
      spare: { pool_id: tenantB, object_id: tenantA, version: tenantB, due_at: then, bytes: 0 },
      rights: {},
    },
    {
      table: 'storage.usage',
      key: ['pool_id'],
      columns: ['pool_id', 'bytes', 'reserved', 'audited_at'],
      before: 'delete from storage.usage', // The objects above are counted already.
      rows: { 'usage that no role may read': { pool_id: creatorA, bytes: 1, reserved: 1, audited_at: then } },
      spare: { pool_id: endUserB, bytes: 1, reserved: 1, audited_at: then },
      rights: {},
    },
    {
      table: 'storage.resumable_uploads',
      key: ['pool_id', 'id'],
      columns: Object.keys(resumable(tenantA, tenantA)),
      rows: { 'upload of A': resumable(tenantA, tenantA), 'upload of B': resumable(tenantB, tenantB) },
      spare: resumable(tenantB, tenantA),
      rights: {},
    },
    {
      table: 'storage.resumable_parts',
      key: ['pool_id', 'upload_id', 'start'],
      columns: Object.keys(part(tenantA, tenantA, 0)),
      rows: { 'part of A': part(tenantA, tenantA, 0), 'part of B': part(tenantB, tenantB, 0) },
      spare: part(tenantA, tenantA, 1),
      rights: {},
    },
  ],
})

function sqlOf(row: ReturnType<typeof newBucket>): string {
  return `insert into storage.buckets (pool_id, id, name) values ('${row.pool_id}', '${row.id}', '${row.name}')`
}
