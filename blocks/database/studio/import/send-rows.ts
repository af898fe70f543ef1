import type { ReadyRow } from './convert-rows.ts'
import type { ImportFault } from './sheet.ts'

/** Rows of one request. */
export const BATCH = 500
/** Rows that the server may refuse before the import stops: each costs several requests. */
const MOST_REFUSED = 100

/** Inserts all of these rows, or throws and inserts none. `Refused` errors are about a row's values. */
export type InsertRows = (rows: readonly Record<string, unknown>[]) => Promise<void>

/** The server refused values, and would refuse them again. */
export class Refused extends Error {}

export interface SendOptions {
  total: number
  /** The rows that are ready, from an index. */
  batch: (from: number, count: number) => Promise<readonly ReadyRow[]>
  insert: InsertRows
  signal: AbortSignal
  onProgress: (sent: number) => void
}

export interface SendResult {
  /** Rows that the table has now. */
  sent: number
  /** Rows that the server refused. */
  faults: ImportFault[]
  /** Why it ended early, with the line to continue from. */
  ended?: { reason: string; line: number }
}

/**
 * Sends rows in batches, in their order. A batch that the server refuses is divided until the refused rows are found, so that
 * the others arrive. Stops between two batches.
 */
export async function sendRows({
  total,
  batch,
  insert,
  signal,
  onProgress,
}: SendOptions): Promise<SendResult> {
  const result: SendResult = { sent: 0, faults: [] }
  for (let from = 0; from < total; from += BATCH) {
    const rows = await batch(from, BATCH)
    if (rows.length === 0) break
    const reason = signal.aborted ? 'You stopped the import.' : await sendPart(rows, insert, result)
    if (reason !== undefined)
      return { ...result, ended: { reason, line: nextLine(rows, result.sent + result.faults.length - from) } }
    onProgress(from + rows.length)
  }
  return result
}

const nextLine = (rows: readonly ReadyRow[], done: number) => (rows[done] ?? rows.at(-1)!).line

/** @returns why the import must end; undefined to continue */
async function sendPart(
  rows: readonly ReadyRow[],
  insert: InsertRows,
  result: SendResult,
): Promise<string | undefined> {
  try {
    await insert(rows.map(({ values }) => values))
    result.sent += rows.length
    return undefined
  } catch (error) {
    if (!(error instanceof Refused)) return error instanceof Error ? error.message : String(error)
    if (rows.length === 1) {
      result.faults.push({ line: rows[0]!.line, text: `was refused: ${error.message}` })
      return result.faults.length >= MOST_REFUSED ? `The server refused ${MOST_REFUSED} rows.` : undefined
    }
    const half = Math.ceil(rows.length / 2)
    return (await sendPart(rows.slice(0, half), insert, result)) ?? sendPart(rows.slice(half), insert, result)
  }
}
