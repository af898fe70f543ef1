import { sql } from 'kysely'
import type { Audience } from '#kernel/browser/audience.ts'
import { audienceOfRule } from '#kernel/db/audience-of-rule.ts'
import type { Claims } from '#kernel/db/claims.ts'
import type { Db } from '#kernel/db/database.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { tenantWith } from '#kernel/tenant-with.ts'
import type { GivenAssistant, StaffAssistant } from '../endpoints-studio.ts'
import { promptErrors } from '../errors.ts'
import { refusing } from '../refusals.ts'

const COLUMNS = sql`a.id, a.name, a.language, a.greeting, a.suggestions, a.instructions, a.only_sources, a.refusal, a.audience_id as audience,
  a.is_on, a.hand_over, a.keep_days, a.revision,
  jsonb_build_object('visitor_questions', a.visitor_questions, 'member_questions', a.member_questions, 'day_tokens', a.day_tokens,
    'month_tokens', a.month_tokens, 'answer_tokens', a.answer_tokens) as limits,
  (select count(*) from public.prompt_sources s where s.tenant_id = a.tenant_id and s.assistant_id = a.id)::integer as sources,
  (select count(*) from public.prompt_sources s where s.tenant_id = a.tenant_id and s.assistant_id = a.id and s.state = 'failed')::integer as failed,
  to_json(a.created_at) #>> '{}' as created_at, to_json(a.updated_at) #>> '{}' as updated_at`

/** @throws {AppError} tenant_not_found, right_missing */
export function listAssistants({ database }: Kernel, claims: Claims, { tenantId }: { tenantId: string }) {
  return database.withClaims(claims, async (db) => {
    await tenantWith(db, tenantId, 'content')
    const { rows: assistants } = await sql<StaffAssistant>`select ${COLUMNS} from public.prompt_assistants a
      where a.tenant_id = ${tenantId} order by a.id`.execute(db)
    const { rows } = await sql<{ most: number }>`select app.prompt_most(${tenantId}) as most`.execute(db)
    return { assistants, most: rows[0]!.most }
  })
}

/** @throws {AppError} see `createAssistant` in endpoints-studio.ts */
export function createAssistant(
  { database }: Kernel,
  claims: Claims,
  { tenantId, assistant }: { tenantId: string; assistant: GivenAssistant },
): Promise<StaffAssistant> {
  return refusing(
    database.withClaims(claims, async (db) => {
      await tenantWith(db, tenantId, 'content')
      const { id } = await db
        .insertInto('prompt_assistants')
        .values({ tenant_id: tenantId, ...(await columnsOf(db, tenantId, assistant)) })
        .returning('id')
        .executeTakeFirstOrThrow()
      return assistantOf(db, tenantId, id)
    }),
  )
}

/** @throws {AppError} see `saveAssistant` in endpoints-studio.ts */
export function saveAssistant(
  { database }: Kernel,
  claims: Claims,
  given: { tenantId: string; assistantId: string; revision: number; assistant: GivenAssistant },
): Promise<StaffAssistant> {
  const { tenantId, assistantId, revision, assistant } = given
  return refusing(
    database.withClaims(claims, async (db) => {
      await tenantWith(db, tenantId, 'content')
      const { numUpdatedRows } = await db
        .updateTable('prompt_assistants')
        .set({ ...(await columnsOf(db, tenantId, assistant)), revision: revision + 1 })
        .where('tenant_id', '=', tenantId)
        .where('id', '=', assistantId)
        .where('revision', '=', revision)
        .executeTakeFirst()
      const saved = await assistantOf(db, tenantId, assistantId)
      if (numUpdatedRows === 0n) throw promptErrors.assistant_changed()
      return saved
    }),
  ).then(async (saved) => {
    await database.asService('closed: compare passages in the language of their assistant', (db) =>
      sql`update app.prompt_passages set language = ${saved.language}
        where tenant_id = ${tenantId} and assistant_id = ${assistantId} and language <> ${saved.language}`.execute(
        db,
      ),
    )
    return saved
  })
}

/** @throws {AppError} tenant_not_found, right_missing, assistant_not_found */
export function deleteAssistant(
  { database }: Kernel,
  claims: Claims,
  { tenantId, assistantId }: { tenantId: string; assistantId: string },
): Promise<void> {
  return database.withClaims(claims, async (db) => {
    await tenantWith(db, tenantId, 'content')
    const { numDeletedRows } = await db
      .deleteFrom('prompt_assistants')
      .where('tenant_id', '=', tenantId)
      .where('id', '=', assistantId)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw promptErrors.assistant_not_found()
  })
}

/** @throws {AppError} assistant_not_found */
export async function assistantOf(db: Db, tenantId: string, id: string): Promise<StaffAssistant> {
  const { rows } = await sql<StaffAssistant>`select ${COLUMNS} from public.prompt_assistants a
    where a.tenant_id = ${tenantId} and a.id = ${id}`.execute(db)
  if (!rows[0]) throw promptErrors.assistant_not_found()
  return rows[0]
}

async function columnsOf(
  db: Db,
  tenantId: string,
  { audience, limits, hand_over, ...plain }: GivenAssistant,
) {
  return {
    ...plain,
    ...limits,
    hand_over: hand_over && JSON.stringify(hand_over),
    audience_id: await audienceId(db, tenantId, audience, 'Askers of the assistant'),
  }
}

/** @throws {AppError} audience_not_found */
export async function audienceId(
  db: Db,
  tenantId: string,
  given: string | Audience | null,
  name: string,
): Promise<string | null> {
  if (given === null) return null
  if (typeof given !== 'string') return audienceOfRule(db, tenantId, given, name)
  const { rows } =
    await sql`select from public.audiences where tenant_id = ${tenantId} and id = ${given}`.execute(db)
  if (!rows[0]) throw promptErrors.audience_not_found()
  return given
}
