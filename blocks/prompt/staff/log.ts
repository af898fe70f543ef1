import { sql } from 'kysely'
import type { Claims } from '#kernel/db/claims.ts'
import type { Db } from '#kernel/db/database.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { cursorOf, readCursor } from '#kernel/page-cursor.ts'
import { tenantWith } from '#kernel/tenant-with.ts'
import type { PromptCall, PromptUsage, StaffConversation, UsageRow } from '../endpoints-studio.ts'
import type { PromptMessage } from '../endpoints.ts'
import { promptErrors } from '../errors.ts'

const PER_PAGE = 30

const COLUMNS = sql`c.id, c.assistant_id, c.title,
  case when c.auth_user_id is not null then jsonb_build_object('id', c.auth_user_id, 'email', u.email) end as member,
  to_json(c.created_at) #>> '{}' as at, to_json(c.last_at) #>> '{}' as last_at, sums.*`
const FROM = sql`public.prompt_conversations c
  left join public.end_users u on u.tenant_id = c.tenant_id and u.auth_user_id = c.auth_user_id
  cross join lateral (select count(*)::integer as messages, (count(*) filter (where m.rating = 1))::integer as good,
      (count(*) filter (where m.rating = -1))::integer as bad, (count(*) filter (where m.state = 'refused'))::integer as refused,
      coalesce(sum(m.tokens_in + m.tokens_out), 0)::integer as tokens, sum(m.cost)::float8 as cost
    from public.prompt_messages m where m.tenant_id = c.tenant_id and m.conversation_id = c.id) sums`

interface Filter {
  tenantId: string
  assistant?: string
  q?: string
  rated?: 'good' | 'bad'
  state?: 'refused' | 'failed'
  after?: string
}

/** @throws {AppError} tenant_not_found, right_missing, bad_cursor */
export function listConversations(
  { database }: Kernel,
  claims: Claims,
  { tenantId, assistant, q, rated, state, after }: Filter,
): Promise<{ conversations: StaffConversation[]; next?: string }> {
  const end = after === undefined ? undefined : readCursor(after)
  const rating = rated === 'good' ? 1 : rated === 'bad' ? -1 : null
  const like = q ? `%${q.replace(/[\\%_]/g, '\\$&')}%` : null
  return database.withClaims(claims, async (db) => {
    await tenantWith(db, tenantId, 'people')
    const { rows } = await sql<StaffConversation>`select ${COLUMNS} from ${FROM}
      where c.tenant_id = ${tenantId} and (${assistant ?? null}::uuid is null or c.assistant_id = ${assistant ?? null})
        and ((${like}::text is null and ${rating}::smallint is null and ${state ?? null}::text is null) or exists (
          select from public.prompt_messages m where m.tenant_id = c.tenant_id and m.conversation_id = c.id
            and (${like}::text is null or m.question ilike ${like} or m.answer ilike ${like})
            and (${rating}::smallint is null or m.rating = ${rating}) and (${state ?? null}::text is null or m.state = ${state ?? null})))
        and (${end?.created_at ?? null}::timestamptz is null or (c.last_at, c.id) < (${end?.created_at ?? null}, ${end?.id ?? null}::uuid))
      order by c.last_at desc, c.id desc limit ${PER_PAGE + 1}`.execute(db)
    const conversations = rows.slice(0, PER_PAGE)
    const last = conversations.at(-1)
    return {
      conversations,
      ...(rows.length > PER_PAGE && last && { next: cursorOf({ created_at: last.last_at, id: last.id }) }),
    }
  })
}

type Turn = PromptMessage & { comment: string | null; tokens: number; cost: number | null }

/** @throws {AppError} conversation_not_found */
export function readStaffConversation(
  { database }: Kernel,
  claims: Claims,
  { tenantId, conversationId }: { tenantId: string; conversationId: string },
): Promise<StaffConversation & { turns: Turn[] }> {
  return database.withClaims(claims, async (db) => {
    await tenantWith(db, tenantId, 'people')
    const { rows } = await sql<StaffConversation>`select ${COLUMNS} from ${FROM}
      where c.tenant_id = ${tenantId} and c.id = ${conversationId}`.execute(db)
    if (!rows[0]) throw promptErrors.conversation_not_found()
    return { ...rows[0], turns: await turnsOf(db, tenantId, conversationId) }
  })
}

async function turnsOf(db: Db, tenantId: string, id: string): Promise<Turn[]> {
  const { rows } = await sql<Turn & { problem: Turn['problem'] | null; rating: 1 | -1 | null }>`
    select m.id, to_json(m.created_at) #>> '{}' as at, m.question, m.answer, m.state, m.problem, m.citations, m.rating, m.comment,
      m.tokens_in + m.tokens_out as tokens, m.cost from public.prompt_messages m
    where m.tenant_id = ${tenantId} and m.conversation_id = ${id} order by m.id limit 500`.execute(db)
  return rows.map(({ problem, rating, ...turn }) => ({
    ...turn,
    ...(problem && { problem }),
    ...(rating && { rating }),
  }))
}

/** @throws {AppError} conversation_not_found */
export function deleteStaffConversation(
  { database }: Kernel,
  claims: Claims,
  { tenantId, conversationId }: { tenantId: string; conversationId: string },
): Promise<void> {
  return database.withClaims(claims, async (db) => {
    await tenantWith(db, tenantId, 'people')
    const { numDeletedRows } = await db
      .deleteFrom('prompt_conversations')
      .where('tenant_id', '=', tenantId)
      .where('id', '=', conversationId)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw promptErrors.conversation_not_found()
  })
}

/** The last 50 calls of a model, without what was asked. */
export async function listCalls({ database }: Kernel, claims: Claims, { tenantId }: { tenantId: string }) {
  await database.withClaims(claims, (db) => tenantWith(db, tenantId, 'settings'))
  return database.asService('closed: list the calls of the model of a tenant', async (db) => {
    const { rows: calls } = await sql<PromptCall>`
      select to_json(m.created_at) #>> '{}' as at, a.name as assistant, m.model, m.state, m.problem, m.tokens_in, m.tokens_out, m.cost,
        coalesce(m.took_ms, 0) as ms
      from public.prompt_messages m
      join public.prompt_conversations c on c.tenant_id = m.tenant_id and c.id = m.conversation_id
      join public.prompt_assistants a on a.tenant_id = c.tenant_id and a.id = c.assistant_id
      where m.tenant_id = ${tenantId} and m.model is not null order by m.id desc limit 50`.execute(db)
    return { calls }
  })
}

/** Questions, tokens and cost by day and month. */
export async function readUsage(
  { database }: Kernel,
  claims: Claims,
  { tenantId }: { tenantId: string },
): Promise<PromptUsage> {
  await database.withClaims(claims, (db) => tenantWith(db, tenantId, 'settings'))
  return database.asService('closed: sum up what the assistants of a tenant used', async (db) => {
    const rowsOf = async (scope: 'day' | 'month', most: number) => {
      const { rows } = await sql<UsageRow>`
        select name as of, questions, refused, failed, tokens_in, tokens_out, cost from app.prompt_meters
        where tenant_id = ${tenantId} and scope = ${scope} order by name desc limit ${most}`.execute(db)
      return rows.toReversed()
    }
    return { days: await rowsOf('day', 31), months: await rowsOf('month', 12) }
  })
}
