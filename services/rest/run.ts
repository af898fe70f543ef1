import { ROLE_TIMEOUT } from '#kernel/db/claims.ts'
import type { Claims } from '#kernel/db/claims.ts'
import type { Database } from '#kernel/db/database.ts'
import type { Plan } from './plan/types.ts'
import type { QueryPlan } from './request.ts'
import type { SqlStatement } from './sql.ts'

/** The one row that every statement answers. */
export interface ResultRow {
  /** Rows in the answer, or rows written. */
  page: number
  /** Rows that the filters and row-level security leave; null unless counted. */
  total?: number | null
  /** Rows that a merge inserted; null unless it merged. */
  inserted?: number | null
  /** The answer's text; null where there is none to show. */
  body: string | null
  /** The settings response.status and response.headers, which functions and triggers may have made. */
  status?: string | null
  headers?: string | null
}

export interface RunOptions {
  settings: Record<string, string>
  name: string | undefined
  /** `Prefer: tx=rollback`: do it, answer, and undo it. */
  rollback: boolean
  /** `Prefer: timezone`, one that PostgreSQL knows: what times are shown in. */
  timezone: string | undefined
}

const isReadOnly = (plan: Plan) => plan.kind === 'read' || (plan.kind === 'call' && plan.readOnly)

class RolledBack extends Error {
  readonly row: ResultRow
  constructor(row: ResultRow) {
    super('rolled back as asked')
    this.row = row
  }
}

/** Stage 4: runs the statement under the caller's claims, in one round trip and one transaction. The only I/O. */
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

/** The same with something before or after it in its transaction, at the price of a round trip each. */
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
      // Deferred constraints would only speak at a commit that never comes.
      await query('set constraints all immediate')
      throw new RolledBack(rows[0] as ResultRow)
    })
  } catch (thrown) {
    if (thrown instanceof RolledBack) return thrown.row
    throw thrown
  }
}

/**
 * How PostgreSQL would go about a statement, or with `analyze` what it did, for it is run then.
 * @returns the plan as EXPLAIN writes it
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
