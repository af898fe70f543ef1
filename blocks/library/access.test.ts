import type { Row, TableAccess } from '#testing/access/types.ts'
import { accessTests } from '#testing/access-matrix.ts'
import { world } from '#testing/access/world.ts'

const { tenantA, tenantB, endUserA, endUserB } = world
const then = '2026-01-01T00:00:00Z'
const idOf = (tenant: string, number: number) => `${tenant.slice(0, 8)}-0000-7000-8000-000000002${number}`
const without = (row: Row, ...names: string[]): Row =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)))
/** An item that is hidden from others, a course, and two items for its lessons, which others see. */
const [hidden, course, item, other] = [100, 110, 120, 130]
const module = 200

const itemOf = (tenant: string, number: number): Row => ({
  tenant_id: tenant,
  id: idOf(tenant, number),
  kind: number === course ? 'course' : 'article',
  slug: `canary-${number}`,
  title: 'Canary',
  summary: 'Canary summary',
  teaser: 'Canary teaser',
  cover: 'canary.png',
  tags: '{canary}',
  published_at: then,
  audience_id: null,
  is_teaser: number !== hidden,
  is_listed: true,
  counts_from: 'start',
  has_certificate: number === course,
  revision: 1,
  created_at: then,
  updated_at: then,
})
const bodyOf = (tenant: string, number: number): Row => ({
  tenant_id: tenant,
  item_id: idOf(tenant, number),
  body: '{"url": "https://canary.example"}',
  plain: 'canary text',
})
const moduleOf = (tenant: string, number: number): Row => ({
  tenant_id: tenant,
  id: idOf(tenant, number),
  course_id: idOf(tenant, course),
  position: 1,
  title: 'Canary',
})
const lessonOf = (tenant: string, number: number): Row => ({
  tenant_id: tenant,
  course_id: idOf(tenant, course),
  item_id: idOf(tenant, number),
  module_id: idOf(tenant, module),
  position: 0,
  drip_days: 3,
  drip_at: then,
})
const progressOf = (tenant: string, number: number): Row => ({
  tenant_id: tenant,
  auth_user_id: tenant === tenantA ? endUserA : endUserB,
  item_id: idOf(tenant, number),
  started_at: then,
  position_seconds: 10,
  finished_at: then,
  updated_at: then,
})

const videoOf = (tenant: string, number: number): Row => ({
  tenant_id: tenant,
  item_id: idOf(tenant, number),
  path: 'canary.mp4',
  state: 'ready',
  progress: 100,
  failure: null,
  attempts: 1,
  lease_until: then,
  heights: '{360}',
  updated_at: then,
})
const captionsOf = (tenant: string, number: number): Row => ({
  tenant_id: tenant,
  item_id: idOf(tenant, number),
  language: 'en',
  label: 'Canary',
  cues: '[{"start": 0, "end": 1000, "text": "Canary"}]',
  updated_at: then,
})
const certificateOf = (tenant: string, number: number): Row => ({
  tenant_id: tenant,
  id: idOf(tenant, number),
  auth_user_id: tenant === tenantA ? endUserA : endUserB,
  course_id: idOf(tenant, number),
  course_title: 'Canary course',
  name: 'Canary name',
  code: `canary${number}`,
  issued_at: then,
  revoked_at: null,
})

/** The plan that all of it needs, and rows that the tables refer to. */
const before = [tenantA, tenantB]
  .map(
    (tenant) => `
  update public.tenants set access_expires_at = '2100-01-01', subscription_tier = 'day_pass', day_pass_expires_at = '2100-01-01';
  ${[course, item, other]
    .map(
      (
        number,
      ) => `insert into public.library_items (tenant_id, id, kind, slug, title, published_at, is_teaser)
    values ('${tenant}', '${idOf(tenant, number)}', '${number === course ? 'course' : 'article'}', 'canary-${number}', 'Canary', '${then}', true)
    on conflict do nothing;`,
    )
    .join('')}
  insert into public.library_modules (tenant_id, id, course_id, position, title)
    values ('${tenant}', '${idOf(tenant, module)}', '${idOf(tenant, course)}', 0, 'Canary') on conflict do nothing;
  insert into auth.users (pool_id, id, email)
    values ('${tenant}', '${tenant === tenantA ? endUserA : endUserB}', 'member@example.test') on conflict do nothing;`,
  )
  .join('')

interface Own {
  table: string
  row: (tenant: string, number: number) => Row
  /** Numbers of a row of both tenants, and of one that does not exist. */
  numbers: [stored: number, spare: number]
  /** Numbers of further rows of both tenants, which other tables refer to. */
  also?: number[]
  key?: string[]
  staff: NonNullable<TableAccess['staff']>
  computed?: string[]
  unset: string[]
  update: Row | null
  /** They only read. */
  reads?: 'only' | 'changes'
  /** What visitors read: columns, and rows of a tenant. */
  visitors: { columns: string[]; rows: (label: string) => string[] }
  /** Only the member whose row it is. */
  ofMember?: true
}

const labels = (tenant: string, also: number[]) => {
  const label = tenant === tenantA ? "A's" : "B's"
  return [label, ...also.map((number) => `${label} ${number}`)]
}

/** A table that creators and their staff work with, and visitors read, each tenant its own rows. */
function ofTenants({
  table,
  row,
  numbers,
  also = [],
  computed = [],
  unset,
  update,
  ...more
}: Own): TableAccess {
  const [stored, spare] = numbers
  const columns = [...Object.keys(row(tenantA, stored)), ...computed]
  const writes = (tenant: string, rows: string[]) =>
    more.reads === 'only'
      ? {}
      : {
          ...(more.reads !== 'changes' && { insert: without(row(tenant, spare), ...unset) }),
          ...(update ? { update: { to: update, rows } } : {}),
          delete: { rows },
        }
  const own = (tenant: string) => ({
    select: { columns, rows: labels(tenant, also) },
    ...writes(tenant, labels(tenant, also)),
  })
  const none = { select: { columns, rows: [] }, ...writes(tenantA, []) }
  const refused = more.reads ? none : { ...none, insertFails: 'refused' as const }
  const reads = (rows: string[]) => ({ select: { columns: more.visitors.columns, rows } })
  const [ofA, ofB] = [more.visitors.rows("A's"), more.visitors.rows("B's")]
  const member = (rows: string[]) => (more.ofMember ? {} : { 'visitor of A': reads(rows), anon: reads([]) })
  return {
    table,
    key: more.key ?? ['tenant_id', 'id'],
    columns,
    ...(computed.length > 0 && { computed }),
    before,
    rows: Object.fromEntries(
      [tenantA, tenantB].flatMap((tenant) =>
        labels(tenant, also).map((label, at) => [label, row(tenant, [stored, ...also][at]!)]),
      ),
    ),
    spare: row(tenantA, spare),
    staff: more.staff,
    rights: {
      ...member(ofA),
      'end user of A': reads(ofA),
      'other end user of A': reads(more.ofMember ? [] : ofA),
      'new end user of A': reads(more.ofMember ? [] : ofA),
      'end user of B': reads(ofB),
      'end user of B with the id of creator A': reads(more.ofMember ? [] : ofB),
      'creator A': own(tenantA),
      'creator B': own(tenantB),
      'new creator': refused,
      'creator with the id of an end user of A': refused,
    },
  }
}

const ON_THE_SITE = without(
  itemOf(tenantA, item),
  'audience_id',
  'is_teaser',
  'has_certificate',
  'revision',
  'created_at',
  'updated_at',
)

accessTests({
  unit: 'blocks/library',
  functions: {
    'app.valid_tags(text[])': ['anon', 'authenticated', 'end_user', 'service_role'],
    'app.library_words(text,text,text,text[])': ['anon', 'authenticated', 'end_user', 'service_role'],
    'app.lesson_opens_at(integer,timestamp with time zone,timestamp with time zone,timestamp with time zone)':
      [],
    'app.my_lessons()': ['anon', 'end_user'],
    'app.open_library()': ['anon', 'end_user'],
    'app.my_lesson_items()': ['anon', 'end_user'],
    'app.seen_courses()': ['anon', 'end_user'],
    'app.seen_lessons()': ['anon', 'end_user'],
    'app.library_most(uuid)': ['authenticated'],
    'app.refuse_library(text,text)': [],
    'app.check_library_plan()': [],
    'app.limit_library()': [],
    'app.check_lesson()': [],
    'app.check_module()': [],
    'app.keep_audience_of_library()': [],
    'app.keep_library_bucket_closed()': [],
    'app.library_path(jsonb)': ['anon', 'authenticated', 'end_user', 'service_role'],
    'app.library_paths(jsonb)': ['anon', 'authenticated', 'end_user', 'service_role'],
    'app.valid_cues(jsonb)': ['anon', 'authenticated', 'end_user', 'service_role'],
    'app.follow_library_video()': [],
    'app.forget_library_files(uuid,text[])': [],
    'app.forget_files_of_body()': [],
    'app.forget_cover()': [],
    'app.limit_captions()': [],
    'app.library_ways(uuid)': ['anon', 'end_user'],
    'app.finish_courses(uuid)': [],
    'app.my_certificate(uuid)': ['end_user'],
    'app.claim_certificate(uuid,text)': ['end_user'],
    'app.check_certificate(text)': ['anon', 'end_user'],
    'app.save_library_progress(uuid,integer,boolean)': ['end_user'],
    'app.library_knowledge(tsquery,text[],integer)': ['anon', 'end_user'],
  },
  tables: [
    ofTenants({
      table: 'public.library_items',
      row: itemOf,
      numbers: [hidden, 190],
      also: [course, item, other],
      staff: { see: 'see', change: 'content' },
      computed: ['search'],
      unset: ['id', 'revision', 'created_at', 'updated_at'],
      update: {
        title: 'Changed',
        summary: null,
        teaser: null,
        cover: null,
        tags: '{}',
        published_at: then,
        audience_id: null,
        is_teaser: true,
        is_listed: false,
        counts_from: 'joining',
        has_certificate: false,
        revision: 2,
      },
      visitors: {
        columns: [...Object.keys(ON_THE_SITE), 'search'],
        rows: (label) => [`${label} ${course}`, `${label} ${item}`, `${label} ${other}`],
      },
    }),
    ofTenants({
      table: 'public.library_bodies',
      row: bodyOf,
      numbers: [item, other],
      key: ['tenant_id', 'item_id'],
      staff: 'content',
      computed: ['search'],
      unset: [],
      update: { body: '{}', plain: '' },
      // No audience opens them: leaks.test.ts has those that are open.
      visitors: { columns: ['tenant_id', 'item_id', 'body', 'plain', 'search'], rows: () => [] },
    }),
    ofTenants({
      table: 'public.library_modules',
      row: moduleOf,
      numbers: [210, 290],
      also: [module],
      staff: 'content',
      unset: [],
      update: { position: 2, title: 'Changed' },
      visitors: {
        columns: ['tenant_id', 'id', 'course_id', 'position', 'title'],
        rows: (label) => [label, `${label} ${module}`],
      },
    }),
    ofTenants({
      table: 'public.library_lessons',
      row: lessonOf,
      numbers: [item, other],
      key: ['tenant_id', 'course_id', 'item_id'],
      staff: 'content',
      unset: [],
      update: { position: 1, drip_days: null, drip_at: null },
      visitors: {
        columns: ['tenant_id', 'course_id', 'item_id', 'module_id', 'position', 'drip_days', 'drip_at'],
        rows: (label) => [label],
      },
    }),
    ofTenants({
      table: 'public.library_progress',
      row: progressOf,
      numbers: [item, other],
      key: ['tenant_id', 'auth_user_id', 'item_id'],
      staff: { see: 'people', change: 'people' },
      unset: [],
      update: null,
      reads: 'only',
      ofMember: true,
      visitors: { columns: Object.keys(progressOf(tenantA, item)), rows: (label) => [label] },
    }),
    ofTenants({
      table: 'public.library_videos',
      row: videoOf,
      numbers: [item, other],
      key: ['tenant_id', 'item_id'],
      staff: { see: 'content', change: 'content' },
      unset: [],
      update: null,
      reads: 'only',
      // No audience opens them: video.test.ts has one that is open.
      visitors: { columns: ['tenant_id', 'item_id', 'path', 'state'], rows: () => [] },
    }),
    ofTenants({
      table: 'public.library_captions',
      row: captionsOf,
      numbers: [item, other],
      key: ['tenant_id', 'item_id', 'language'],
      staff: 'content',
      unset: ['updated_at'],
      update: { label: 'Changed', cues: '[{"start": 1, "end": 2, "text": "Changed"}]' },
      // No audience opens them: captions.test.ts has some that are open.
      visitors: { columns: ['tenant_id', 'item_id', 'language', 'label', 'cues'], rows: () => [] },
    }),
    ofTenants({
      table: 'public.library_certificates',
      row: certificateOf,
      numbers: [item, other],
      staff: { see: 'people', change: 'people' },
      unset: [],
      update: { revoked_at: then },
      reads: 'changes',
      ofMember: true,
      visitors: { columns: Object.keys(certificateOf(tenantA, item)), rows: (label) => [label] },
    }),
  ],
})
