import { sql } from 'kysely'
import type { Claims } from '#kernel/db/claims.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { PromptAssistant } from '../endpoints.ts'
import { promptErrors } from '../errors.ts'
import type { Knowledge } from '../retrieval/retrieve.ts'

/** An assistant as the server uses it. Visitors get `PromptAssistant`. */
export interface KnownAssistant extends Knowledge {
  tenant: string
  name: string
  greeting: string
  suggestions: string[]
  instructions: string | null
  only_sources: boolean
  refusal: string
  hand_over: PromptAssistant['hand_over']
  answer_tokens: number
}

/**
 * The assistant that a page names, or the tenant's first, and whether the caller may ask it.
 * @throws {AppError} assistant_not_found
 */
export async function findAssistant(
  { database }: Kernel,
  claims: Claims,
  assistant: string | undefined,
): Promise<{ id: string; state: PromptAssistant['state'] }> {
  const { rows } = await database.once<{ id: string; state: PromptAssistant['state'] }>(claims, {
    name: 'prompt state',
    text: 'select id, state from app.prompt_state($1)',
    values: [assistant ?? null],
    readOnly: true,
  })
  if (!rows[0]) throw promptErrors.assistant_not_found()
  return rows[0]
}

/** @throws {AppError} assistant_not_found, assistant_closed, sign_in */
export async function openAssistant(
  kernel: Kernel,
  claims: Claims,
  assistant: string | undefined,
): Promise<KnownAssistant> {
  const { id, state } = await findAssistant(kernel, claims, assistant)
  if (state === 'sign_in') throw promptErrors.sign_in()
  if (state !== 'open') throw promptErrors.assistant_closed()
  return knowAssistant(kernel, claims.tenant!, id)
}

/**
 * Everything that an answer needs of an assistant, with the sources that are read as the asking person.
 * @throws {AppError} assistant_not_found
 */
export function knowAssistant({ database }: Kernel, tenantId: string, id: string): Promise<KnownAssistant> {
  return database.asService('closed: what an assistant knows', async (db) => {
    const { rows } = await sql<KnownAssistant>`
      select a.id, t.name as tenant, a.name, a.greeting, a.suggestions, a.language, a.only_sources, a.refusal, a.hand_over, a.answer_tokens,
        case when app.has_plan(t.owner_user_id, 'business') or t.stripe_mode = 'test' then a.instructions end as instructions,
        coalesce((select jsonb_agg(jsonb_build_object('id', s.id, 'kind', s.kind, 'design', s.design) order by s.id)
          from public.prompt_sources s where s.tenant_id = a.tenant_id and s.assistant_id = a.id
            and s.kind in ('table', 'library', 'events')), '[]') as sources
      from public.prompt_assistants a join public.tenants t on t.id = a.tenant_id
      where a.tenant_id = ${tenantId} and a.id = ${id}`.execute(db)
    if (!rows[0]) throw promptErrors.assistant_not_found()
    return rows[0]
  })
}
