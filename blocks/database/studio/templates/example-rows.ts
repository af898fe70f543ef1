import { rowIds } from '../import/row-ids.ts'
import type { TableTemplate } from './template.ts'

type Values = Readonly<Record<string, unknown>>

/** What visitors send waits for approval, and so do examples: no site shows them by accident. */
export const exampleRows = ({ rows, approval }: TableTemplate): Values[] =>
  inOrder(approval ? rows.map((row) => ({ ...row, approved: false })) : rows)

/** Gives rows that are added at once ids that keep their order. */
export function inOrder(rows: readonly Values[]): Values[] {
  const nextId = rowIds()
  return rows.map((row) => ({ id: nextId(), ...row }))
}
