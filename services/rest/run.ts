import type { Claims, Role } from '#kernel/db/claims.ts'
import type { Database } from '#kernel/db/database.ts'
import type { Plan } from './plan/types.ts'
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

/** Milliseconds a statement may take. A tenth of a second is usual; these end what was a mistake or an attack. */
const TIMEOUT: Record<Role, number> = {
  anon: 3000,
  end_user: 3000,
  authenticated: 8000,
  service_role: 60_000,
}

export interface RunOptions {
  settings: Record<string, string>
  name: string | undefined
  /** `Prefer: tx=rollback`: do it, answer, and undo it. */
  rollback: boolean
}

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
  { settings, name, rollback }: RunOptions,
): Promise<ResultRow> {
  const readOnly = plan.kind === 'read' || (plan.kind === 'call' && plan.readOnly)
  const options = { settings, readOnly, timeoutMs: TIMEOUT[claims.role] }
  if (rollback) return runAndUndo(database, claims, statement, options)
  const { rows } = await database.once<ResultRow>(claims, { ...options, ...statement, name })
  return rows[0]!
}

async function runAndUndo(
  database: Database,
  claims: Claims,
  { text, values }: SqlStatement,
  options: { settings: Record<string, string>; readOnly: boolean; timeoutMs: number },
): Promise<ResultRow> {
  try {
    return await database.transaction(claims, options, async (query) => {
      const { rows } = await query(text, values)
      // Deferred constraints would only speak at a commit that never comes.
      await query('set constraints all immediate')
      throw new RolledBack(rows[0] as ResultRow)
    })
  } catch (thrown) {
    if (thrown instanceof RolledBack) return thrown.row
    throw thrown
  }
}
