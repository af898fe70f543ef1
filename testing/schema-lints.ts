import type { Client } from 'pg'
import type { Lint } from './lints/lint.ts'
import { expressionLints } from './lints/expressions.ts'
import { ownershipLints } from './lints/ownership.ts'
import { policyLints } from './lints/policies.ts'
import { routineLints } from './lints/routines.ts'
import { tableLints } from './lints/tables.ts'

/** Rules for the database catalog: those of the public linter and the project's own. */
export const lints: Lint[] = [
  ...tableLints,
  ...policyLints,
  ...routineLints,
  ...expressionLints,
  ...ownershipLints,
]

/**
 * Runs a lint as the database's owner.
 * @returns the findings and the number of inspected objects; zero objects mean that the lint itself is broken
 */
export async function runLint(client: Client, { sql }: Lint): Promise<{ seen: number; findings: string[] }> {
  const { rows } = await client.query<{ object: string; fault: string | null }>(sql)
  return {
    seen: rows.length,
    findings: rows.flatMap(({ object, fault }) => (fault ? [`${object}: ${fault}`] : [])),
  }
}
