import { ROLE_TIMEOUT } from '#kernel/db/claims.ts'
import type { Claims } from '#kernel/db/claims.ts'
import type { Database } from '#kernel/db/database.ts'
import type { Plan } from './plan/types.ts'
import type { QueryPlan } from './request.ts'
import type { SqlStatement } from './sql.ts'

/** The only row that every statement returns. */
export interface ResultRow {
  /** Number of rows returned or written. */
  page: number
  /** Number of rows that match the filters and row-level security; null unless counted. */
  total?: number | null
  /** Number of rows that an upsert inserted; null for other statements. */
  inserted?: number | null
  /** The response body; null if the response has none. */
  body: string | null
  /** The settings response.status and response.headers, if a function or trigger set them. */
  status?: string | null
  headers?: string | null
}

export interface RunOptions {
  settings: Record<string, string>
  name: string | undefined
  /** `Prefer: tx=rollback`: run the statement, respond, and roll back. */
  rollback: boolean
  /** `Prefer: timezone`, a zone that PostgreSQL knows: the time zone of the times in the response. */
  timezone: string | undefined
}

const isReadOnly = (plan: Plan) => plan.kind === 'read' || (plan.kind === 'call' && plan.readOnly)

class RolledBack extends Error {
  readonly row: ResultRow
  constructor(row: ResultRow) {
    super('rolled back as requested')
    this.row = row
  }
}

/**
 * Stage 4: runs the statement under the caller's claims, in one round trip and one transaction. The only I/O.
 */
export async function run(
  database: Database,
  claims: Claims,
  plan: Plan,
  statement: SqlStatement,
  { settings, name, rollback, timezone }: RunOptions,
): Promise<ResultRow> {
  const options = { settings, readOnly: isReadOnly(plan), timeoutMs: ROLE_TIMEOUT[claims.role] }
  if (rollback || timezone) return runInSteps(database, claims, statement, options, { rollback, timezone })
  const { rows } = await database.once<ResultRow>(claims, { ...options, ...statement, name })
  return rows[0]!
}

/**
 * Runs the statement with further statements before or after it in its transaction, each with its own round
 * trip.
 */
async function runInSteps(
  database: Database,
  claims: Claims,
  { text, values }: SqlStatement,
  options: { settings: Record<string, string>; readOnly: boolean; timeoutMs: number },
  { rollback, timezone }: Pick<RunOptions, 'rollback' | 'timezone'>,
): Promise<ResultRow> {
  try {
    return await database.transaction(claims, options, async (query) => {
      if (timezone) await query(`select set_config('timezone', $1, true)`, [timezone])
      const { rows } = await query(text, values)
      if (!rollback) return rows[0] as ResultRow
      // The transaction never commits, so deferred constraints have to be checked now.
      await query('set constraints all immediate')
      throw new RolledBack(rows[0] as ResultRow)
    })
  } catch (thrown) {
    if (thrown instanceof RolledBack) return thrown.row
    throw thrown
  }
}

/**
 * Explains a statement. With `analyze`, PostgreSQL also executes it.
 * @returns the plan as EXPLAIN prints it
 */
export async function explain(
  database: Database,
  claims: Claims,
  statement: SqlStatement,
  { format, options }: QueryPlan,
  plan: Plan,
  settings: Record<string, string>,
): Promise<string> {
  const { rows } = await database.once<{ 'QUERY PLAN': unknown }>(claims, {
    settings,
    readOnly: isReadOnly(plan),
    timeoutMs: ROLE_TIMEOUT[claims.role],
    text: `explain (${[`format ${format}`, ...options].join(', ')}) ${statement.text}`,
    values: statement.values,
  })
  if (format === 'json') return JSON.stringify(rows[0]!['QUERY PLAN'], null, 2)
  return rows.map((row) => String(row['QUERY PLAN'])).join('\n')
}
