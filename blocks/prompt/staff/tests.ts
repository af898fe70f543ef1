import { sql } from 'kysely'
import type { Claims } from '#kernel/db/claims.ts'
import type { Db } from '#kernel/db/database.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { tenantWith } from '#kernel/tenant-with.ts'
import { knowAssistant } from '../answers/known-assistant.ts'
import type { PromptTest, PromptTestRun } from '../endpoints-studio.ts'
import { retrieve } from '../retrieval/retrieve.ts'
import { assistantOf } from './assistants.ts'

type OfAssistant = { tenantId: string; assistantId: string }
const RUNS = { points: 60, seconds: 3600 }
const MOST_RUNS = 20

/** A visitor of the tenant without an account, as whom questions are tried. */
const visitorOf = (tenantId: string): Claims => ({ role: 'anon', pool: tenantId, tenant: tenantId })

/** What the retrieval finds for a visitor without an account. Calls no model. */
export async function tryQuestion(
  kernel: Kernel,
  claims: Claims,
  { tenantId, assistantId, question }: OfAssistant & { question: string },
) {
  await check(kernel, claims, { tenantId, assistantId })
  const known = await knowAssistant(kernel, tenantId, assistantId)
  const { passages, isEnough } = await retrieve(kernel, visitorOf(tenantId), known, question)
  return {
    passages: passages.map(({ source, title, url, text, score }) => ({
      source,
      title,
      text,
      score,
      ...(url && { url }),
    })),
    is_enough: isEnough,
  }
}

/** @throws {AppError} assistant_not_found */
export function listTests({ database }: Kernel, claims: Claims, { tenantId, assistantId }: OfAssistant) {
  return database.withClaims(claims, async (db) => {
    await tenantWith(db, tenantId, 'content')
    await assistantOf(db, tenantId, assistantId)
    const { rows: runs } = await sql<PromptTestRun>`
      select id, to_json(created_at) #>> '{}' as at, total, passed, to_json(knowledge_at) #>> '{}' as knowledge_at, results
      from public.prompt_test_runs where tenant_id = ${tenantId} and assistant_id = ${assistantId}
      order by id desc limit ${MOST_RUNS}`.execute(db)
    return { tests: await testsOf(db, tenantId, assistantId), runs }
  })
}

/** Replaces the test set. @throws {AppError} assistant_not_found */
export function saveTests(
  { database }: Kernel,
  claims: Claims,
  { tenantId, assistantId, tests }: OfAssistant & { tests: Omit<PromptTest, 'id'>[] },
): Promise<{ tests: PromptTest[] }> {
  return database.withClaims(claims, async (db) => {
    await tenantWith(db, tenantId, 'content')
    await assistantOf(db, tenantId, assistantId)
    await db
      .deleteFrom('prompt_tests')
      .where('tenant_id', '=', tenantId)
      .where('assistant_id', '=', assistantId)
      .execute()
    if (tests.length > 0)
      await db
        .insertInto('prompt_tests')
        .values(
          tests.map((test, place) => ({ ...test, place, tenant_id: tenantId, assistant_id: assistantId })),
        )
        .execute()
    return { tests: await testsOf(db, tenantId, assistantId) }
  })
}

/** Runs the test set now, as a visitor without an account, and stores the result. @throws {AppError} assistant_not_found */
export async function runTests(kernel: Kernel, claims: Claims, ids: OfAssistant): Promise<PromptTestRun> {
  const { tenantId, assistantId } = ids
  const { tests } = await check(kernel, claims, ids)
  await kernel.limits.take('prompt.tests', tenantId, RUNS)
  const known = await knowAssistant(kernel, tenantId, assistantId)
  const results: PromptTestRun['results'] = []
  for (const { id, question, must, sources } of tests) {
    const { passages, isEnough } = await retrieve(kernel, visitorOf(tenantId), known, question)
    const found = [...new Set(passages.map(({ source }) => source))]
    const cites = isEnough && (sources.length === 0 || sources.some((source) => found.includes(source)))
    results.push({
      test: id,
      question,
      passed: must === 'cite' ? cites : !isEnough,
      found: isEnough ? found : [],
    })
  }
  const passed = results.filter((result) => result.passed).length
  return kernel.database.withClaims(claims, async (db) => {
    const { rows } = await sql<PromptTestRun>`
      insert into public.prompt_test_runs (tenant_id, assistant_id, total, passed, knowledge_at, results)
      select ${tenantId}, ${assistantId}, ${results.length}, ${passed}, a.knowledge_at, ${JSON.stringify(results)}::jsonb
      from public.prompt_assistants a where a.tenant_id = ${tenantId} and a.id = ${assistantId}
      returning id, to_json(created_at) #>> '{}' as at, total, passed, to_json(knowledge_at) #>> '{}' as knowledge_at, results`.execute(
      db,
    )
    return rows[0]!
  })
}

const check = ({ database }: Kernel, claims: Claims, { tenantId, assistantId }: OfAssistant) =>
  database.withClaims(claims, async (db) => {
    await tenantWith(db, tenantId, 'content')
    await assistantOf(db, tenantId, assistantId)
    return { tests: await testsOf(db, tenantId, assistantId) }
  })

async function testsOf(db: Db, tenantId: string, assistantId: string): Promise<PromptTest[]> {
  const { rows } = await sql<PromptTest>`select id, question, must, sources from public.prompt_tests
    where tenant_id = ${tenantId} and assistant_id = ${assistantId} order by place`.execute(db)
  return rows
}
