import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#kernel/db/database.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { OutboundError } from '#kernel/net/guarded-fetch.ts'
import type { SourceKind } from '../endpoints.ts'
import type { SourceDesign } from '../endpoints-studio.ts'
import { splitText } from '../retrieval/split-text.ts'
import type { ReadDocument } from './read-document.ts'
import { readFileText, UnreadableFile } from './read-file.ts'
import { readPages } from './read-pages.ts'
import { readStoredFile } from './stored-file.ts'

interface Job {
  tenant: string
  source: string
}

interface SourceRow {
  id: string
  assistant_id: string
  kind: SourceKind
  design: SourceDesign
  revision: number
  language: string
  most: number
}

const MOST_TITLE = 300
const MOST_PER_DOCUMENT = 2000

/** Reads a source and replaces its passages. What is unchanged is left as it is, and what is gone is removed at the end. */
export async function indexSource(kernel: Kernel, { tenant, source: id }: Job): Promise<void> {
  const source = await startReading(kernel, tenant, id)
  if (!source) return
  const names: string[] = []
  let problem: string | null = null
  try {
    for await (const document of documentsOf(kernel, tenant, source)) {
      if (!(await storeDocument(kernel, tenant, source, document))) {
        problem = `Your plan has ${source.most} passages. The rest of this source was left out.`
        break
      }
      names.push(document.name)
    }
  } catch (error) {
    if (!(error instanceof OutboundError || error instanceof UnreadableFile)) throw error
    await endReading(kernel, tenant, source, {
      state: 'failed',
      problem: `${error.message}.`.replace('..', '.'),
    })
    return
  }
  await endReading(kernel, tenant, source, { state: 'ready', problem, names })
}

async function* documentsOf(
  kernel: Kernel,
  tenant: string,
  { design }: SourceRow,
): AsyncGenerator<ReadDocument> {
  if (design.pages) yield* readPages(kernel, design.pages)
  if (design.answers)
    for (const { question, answer } of design.answers) yield { name: question, title: question, text: answer }
  if (design.file) {
    const { path, name } = design.file
    const bytes = await readStoredFile(kernel, tenant, path)
    yield { name: path, title: name.replace(/\.[a-z0-9]{1,5}$/i, ''), text: await readFileText(name, bytes) }
  }
}

/** @returns undefined if the source is gone, or nothing of it is copied */
function startReading({ database }: Kernel, tenant: string, id: string): Promise<SourceRow | undefined> {
  return database.asService('job: start to read a source of an assistant', async (db) => {
    const { rows } = await sql<SourceRow>`
      update public.prompt_sources s set state = 'running', next_sync_at = null from public.prompt_assistants a
      where s.tenant_id = ${tenant} and s.id = ${id} and s.kind in ('pages', 'file', 'answers')
        and a.tenant_id = s.tenant_id and a.id = s.assistant_id
      returning s.id, s.assistant_id, s.kind, s.design, s.revision, a.language, app.prompt_most_passages(s.tenant_id) as most`.execute(
      db,
    )
    return rows[0]
  })
}

/** @returns false if the plan has no room for it */
async function storeDocument(
  kernel: Kernel,
  tenant: string,
  source: SourceRow,
  document: ReadDocument,
): Promise<boolean> {
  const title = document.title.slice(0, MOST_TITLE).toWellFormed()
  const digest = createHash('sha256')
    .update(`${title}\n${document.url ?? ''}\n${document.text}`)
    .digest('hex')
  const texts = splitText(document.text).slice(0, MOST_PER_DOCUMENT)
  return kernel.database.asService('job: store a document of an assistant', async (db) => {
    // Sources of a tenant wait for each other here, so that they do not exceed the limit together.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`passages of ${tenant}`}, 0))`.execute(db)
    const { rows: known } = await sql<{ id: string; digest: string; passages: number }>`
      select id, digest, passages from public.prompt_documents
      where tenant_id = ${tenant} and source_id = ${source.id} and name = ${document.name}`.execute(db)
    if (known[0]?.digest === digest) {
      await sql`update public.prompt_documents set fetched_at = now() where tenant_id = ${tenant} and id = ${known[0].id}`.execute(
        db,
      )
      return true
    }
    const { rows: counted } = await sql<{ count: number }>`
      select count(*)::integer as count from app.prompt_passages where tenant_id = ${tenant}`.execute(db)
    if (counted[0]!.count - (known[0]?.passages ?? 0) + texts.length > source.most) return false
    const { rows } = await sql<{ id: string }>`
      insert into public.prompt_documents as d (tenant_id, source_id, name, title, url, digest, state, problem, passages)
      values (${tenant}, ${source.id}, ${document.name}, ${title}, ${document.url ?? null}, ${digest},
        ${document.problem ? 'failed' : 'ready'}, ${document.problem ?? null}, ${texts.length})
      on conflict (tenant_id, source_id, name) do update set title = excluded.title, url = excluded.url, digest = excluded.digest,
        state = excluded.state, problem = excluded.problem, passages = excluded.passages, fetched_at = now()
      returning id`.execute(db)
    await replacePassages(db, tenant, source, rows[0]!.id, title, texts)
    return true
  })
}

async function replacePassages(
  db: Db,
  tenant: string,
  source: SourceRow,
  document: string,
  title: string,
  texts: string[],
) {
  await sql`delete from app.prompt_passages where tenant_id = ${tenant} and document_id = ${document}`.execute(
    db,
  )
  if (texts.length === 0) return
  await sql`insert into app.prompt_passages (tenant_id, source_id, document_id, position, assistant_id, language, title, body)
    select ${tenant}, ${source.id}, ${document}, t.place, ${source.assistant_id}, ${source.language}, ${title}, t.body
    from unnest(${texts}::text[]) with ordinality as t (body, place)`.execute(db)
}

/** Removes what the source no longer has, and notes how it went. A source that was changed meanwhile is read again by its own job. */
async function endReading(
  { database }: Kernel,
  tenant: string,
  { id, revision }: SourceRow,
  { state, problem, names }: { state: 'ready' | 'failed'; problem: string | null; names?: string[] },
): Promise<void> {
  await database.asService('job: finish reading a source of an assistant', async (db) => {
    if (names)
      await sql`delete from public.prompt_documents where tenant_id = ${tenant} and source_id = ${id}
        and name <> all (${names}::text[])`.execute(db)
    await sql`update public.prompt_sources s set state = ${state}, problem = ${problem?.slice(0, 500) ?? null},
        synced_at = case when ${state} = 'ready' then now() else s.synced_at end,
        next_sync_at = case when s.sync_days is not null then now() + make_interval(days => s.sync_days) end,
        documents = (select count(*) from public.prompt_documents d where d.tenant_id = s.tenant_id and d.source_id = s.id),
        passages = (select count(*) from app.prompt_passages p where p.tenant_id = s.tenant_id and p.source_id = s.id)
      where s.tenant_id = ${tenant} and s.id = ${id} and s.revision = ${revision}`.execute(db)
  })
}
