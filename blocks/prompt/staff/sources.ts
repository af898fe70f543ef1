import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Claims, TransactionSettings } from '#kernel/db/claims.ts'
import type { Db } from '#kernel/db/database.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { OutboundError } from '#kernel/net/guarded-fetch.ts'
import { POOL_HEADER } from '#kernel/tenancy.ts'
import { tenantWith } from '#kernel/tenant-with.ts'
import type { GivenSource, StaffDocument, StaffSource } from '../endpoints-studio.ts'
import { promptErrors } from '../errors.ts'
import { refusing } from '../refusals.ts'
import { assistantOf, audienceId } from './assistants.ts'

/** Files of sources, in the tenant's storage. */
export const BUCKET = 'bb-prompt'
const MOST_SOURCES = 100
/** Kinds of which nothing is copied: they are ready at once, and have no audience of their own. */
const LIVE = ['table', 'library', 'events']

const COLUMNS = sql`s.id, s.assistant_id, s.kind, s.title, s.design, s.audience_id as audience, s.sync_days, s.state, s.problem, s.documents,
  s.passages, to_json(s.synced_at) #>> '{}' as synced_at, s.revision, to_json(s.created_at) #>> '{}' as created_at,
  to_json(s.updated_at) #>> '{}' as updated_at`

/** The storage's policies compare with this header of a request: the staff work in the namespace of the tenant. */
const inNamespace = (tenantId: string): TransactionSettings => ({
  settings: { 'request.headers': JSON.stringify({ [POOL_HEADER]: tenantId }) },
})

type OfSource = { tenantId: string; sourceId: string }

/** @throws {AppError} tenant_not_found, right_missing, assistant_not_found */
export function listSources(
  { database }: Kernel,
  claims: Claims,
  { tenantId, assistantId }: { tenantId: string; assistantId: string },
): Promise<{ sources: StaffSource[]; most: number }> {
  return database.withClaims(claims, async (db) => {
    await tenantWith(db, tenantId, 'content')
    await assistantOf(db, tenantId, assistantId)
    const { rows: sources } = await sql<StaffSource>`select ${COLUMNS} from public.prompt_sources s
      where s.tenant_id = ${tenantId} and s.assistant_id = ${assistantId} order by s.id`.execute(db)
    return { sources, most: MOST_SOURCES }
  })
}

/** @throws {AppError} see `createSource` in endpoints-studio.ts */
export async function createSource(
  kernel: Kernel,
  claims: Claims,
  { tenantId, assistantId, source }: { tenantId: string; assistantId: string; source: GivenSource },
): Promise<StaffSource> {
  const audience = await checkSource(kernel, claims, tenantId, source, (db) =>
    assistantOf(db, tenantId, assistantId),
  )
  return refusing(
    kernel.database.asService('closed: add a source of an assistant', async (db) => {
      const isLive = LIVE.includes(source.kind)
      const { rows } = await sql<{ id: string }>`
        insert into public.prompt_sources (tenant_id, assistant_id, kind, title, design, audience_id, sync_days, state, synced_at)
        values (${tenantId}, ${assistantId}, ${source.kind}, ${source.title}, ${JSON.stringify(source.design)}::jsonb, ${audience},
          ${source.sync_days}, ${isLive ? 'ready' : 'waiting'}, ${isLive ? sql`now()` : null}) returning id`.execute(
        db,
      )
      const { id } = rows[0]!
      if (!isLive) await kernel.jobs.send(db, 'prompt-source', { tenant: tenantId, source: id })
      return sourceOf(db, tenantId, id)
    }),
  )
}

/** @throws {AppError} see `saveSource` in endpoints-studio.ts */
export async function saveSource(
  kernel: Kernel,
  claims: Claims,
  { tenantId, sourceId, revision, source }: OfSource & { revision: number; source: GivenSource },
): Promise<StaffSource> {
  const audience = await checkSource(kernel, claims, tenantId, source, (db) =>
    sourceOf(db, tenantId, sourceId),
  )
  return refusing(
    kernel.database.asService('closed: change a source of an assistant', async (db) => {
      const isLive = LIVE.includes(source.kind)
      const { numAffectedRows } = await sql`update public.prompt_sources set title = ${source.title},
          design = ${JSON.stringify(source.design)}::jsonb, audience_id = ${audience}, sync_days = ${source.sync_days}, revision = revision + 1,
          state = ${isLive ? 'ready' : 'waiting'}
        where tenant_id = ${tenantId} and id = ${sourceId} and revision = ${revision} and kind = ${source.kind}`.execute(
        db,
      )
      if (numAffectedRows === 0n) throw promptErrors.source_changed()
      if (!isLive) await kernel.jobs.send(db, 'prompt-source', { tenant: tenantId, source: sourceId })
      return sourceOf(db, tenantId, sourceId)
    }),
  )
}

/** Its passages go with it, so it is in no answer from now on. @throws {AppError} source_not_found */
export function deleteSource(
  { database }: Kernel,
  claims: Claims,
  { tenantId, sourceId }: OfSource,
): Promise<void> {
  return database.withClaims(claims, async (db) => {
    await tenantWith(db, tenantId, 'content')
    const { numDeletedRows } = await db
      .deleteFrom('prompt_sources')
      .where('tenant_id', '=', tenantId)
      .where('id', '=', sourceId)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw promptErrors.source_not_found()
  })
}

/** @throws {AppError} source_not_found */
export async function syncSource(
  kernel: Kernel,
  claims: Claims,
  { tenantId, sourceId }: OfSource,
): Promise<StaffSource> {
  await kernel.database.withClaims(claims, async (db) => {
    await tenantWith(db, tenantId, 'content')
    await sourceOf(db, tenantId, sourceId)
  })
  await kernel.limits.take('prompt.sync', tenantId, { points: 60, seconds: 3600 })
  return kernel.database.asService('closed: read a source again', async (db) => {
    await sql`update public.prompt_sources set state = 'waiting' where tenant_id = ${tenantId} and id = ${sourceId}
      and kind in ('pages', 'file', 'answers') and state <> 'running'`.execute(db)
    await kernel.jobs.send(db, 'prompt-source', { tenant: tenantId, source: sourceId })
    return sourceOf(db, tenantId, sourceId)
  })
}

/** @throws {AppError} source_not_found */
export function listDocuments(
  { database }: Kernel,
  claims: Claims,
  { tenantId, sourceId }: OfSource,
): Promise<{ documents: StaffDocument[] }> {
  return database.withClaims(claims, async (db) => {
    await tenantWith(db, tenantId, 'content')
    await sourceOf(db, tenantId, sourceId)
    const { rows: documents } = await sql<StaffDocument>`
      select id, title, url, state, problem, passages, to_json(fetched_at) #>> '{}' as fetched_at from public.prompt_documents
      where tenant_id = ${tenantId} and source_id = ${sourceId} order by name limit 1000`.execute(db)
    return { documents }
  })
}

/** @throws {AppError} source_not_found */
export async function sourceOf(db: Db, tenantId: string, id: string): Promise<StaffSource> {
  const { rows } = await sql<StaffSource>`select ${COLUMNS} from public.prompt_sources s
    where s.tenant_id = ${tenantId} and s.id = ${id}`.execute(db)
  if (!rows[0]) throw promptErrors.source_not_found()
  return rows[0]
}

/** Where the staff upload a file of a source, with the storage API under their own rights. Creates the closed bucket once. */
export function prepareUpload(
  { database }: Kernel,
  claims: Claims,
  { tenantId, name }: { tenantId: string; name: string },
): Promise<{ bucket: string; path: string }> {
  return database.withClaims(
    claims,
    async (db) => {
      await tenantWith(db, tenantId, 'content')
      const { rows } = await sql<{ most: number }>`select app.prompt_most(${tenantId}) as most`.execute(db)
      if (rows[0]!.most === 0) throw promptErrors.plan()
      await sql`insert into storage.buckets (pool_id, id, name) values (${tenantId}, ${BUCKET}, ${BUCKET})
        on conflict do nothing`.execute(db)
      const [ending = ''] = /\.[a-z0-9]{1,10}$/i.exec(name) ?? []
      return { bucket: BUCKET, path: `${randomUUID()}${ending.toLowerCase()}` }
    },
    inNamespace(tenantId),
  )
}

/**
 * Checks what a source reads, under the rights of the staff. @returns its audience
 * @throws {AppError} bad_source, file_missing, url_refused, audience_not_found
 */
function checkSource(
  kernel: Kernel,
  claims: Claims,
  tenantId: string,
  { kind, design, audience, sync_days: days }: GivenSource,
  exists: (db: Db) => Promise<unknown>,
): Promise<string | null> {
  const fields = Object.keys(design)
  if (fields.length !== 1 || fields[0] !== kind)
    throw promptErrors.bad_source({ details: { field: 'design' } })
  if (days !== null && kind !== 'pages') throw promptErrors.bad_source({ details: { field: 'sync_days' } })
  if (audience !== null && LIVE.includes(kind))
    throw promptErrors.bad_source({ details: { field: 'audience' } })
  if (design.pages) checkAddress(kernel, design.pages.url)
  return kernel.database.withClaims(
    claims,
    async (db) => {
      await tenantWith(db, tenantId, 'content')
      await exists(db)
      const { rows } = await sql<{ most: number }>`select app.prompt_most(${tenantId}) as most`.execute(db)
      if (rows[0]!.most === 0) throw promptErrors.plan()
      if (design.file) await checkFile(db, tenantId, design.file.path)
      if (design.table) await checkTable(db, tenantId, design.table.table)
      return audienceId(db, tenantId, audience, 'Readers of the assistant')
    },
    inNamespace(tenantId),
  )
}

function checkAddress({ siteFetch }: Kernel, url: string): void {
  try {
    siteFetch.check(url)
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    throw promptErrors.url_refused({ text: error.message })
  }
}

async function checkFile(db: Db, tenantId: string, path: string): Promise<void> {
  const { rows } = await sql`select from storage.objects
    where pool_id = ${tenantId} and bucket_id = ${BUCKET} and name = ${path}`.execute(db)
  if (!rows[0]) throw promptErrors.file_missing()
}

async function checkTable(db: Db, tenantId: string, id: string): Promise<void> {
  const { rows } = await sql`select from public.data_tables
    where tenant_id = ${tenantId} and id = ${id} and deleted_at is null`.execute(db)
  if (!rows[0]) throw promptErrors.bad_source({ details: { field: 'table' } })
}
