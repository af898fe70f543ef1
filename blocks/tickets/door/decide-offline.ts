import type { DoorSheet } from '../endpoints-door.ts'
import type { Mark, QueuedScan, Shown } from './door-types.ts'

export interface KnownHere {
  sheet?: DoorSheet | undefined
  marks: Record<string, Mark>
  queue: readonly QueuedScan[]
}

/** When and where a ticket was admitted, as far as this device knows; its own admissions come first. */
export function usedHere(
  codeHash: string,
  { sheet, marks, queue }: KnownHere,
): Pick<Shown, 'at' | 'by'> | undefined {
  const own = queue.find((scan) => scan.code_hash === codeHash && !scan.undone) ?? marks[codeHash]
  if (own) return { at: own.at, by: { self: true } }
  const ticket = sheet?.tickets.find(({ code_hash }) => code_hash === codeHash)
  if (!ticket?.used_at) return undefined
  return { at: ticket.used_at, by: ticket.used_by === undefined ? undefined : { name: ticket.used_by } }
}

/**
 * Decides about a code without a connection. The sheet has the tickets that may be admitted, so that every other code is
 * unknown, also those of tickets that were sold after the sheet was read.
 */
export function decideOffline(scan: { id: string; code_hash: string; at: string }, known: KnownHere): Shown {
  const { id, code_hash } = scan
  const sheetAt = known.sheet?.at
  const ticket = known.sheet?.tickets.find((one) => one.code_hash === code_hash)
  if (!ticket) return { id, code_hash, result: 'unknown', sheetAt }
  const who = { ticket_id: ticket.id, holder_name: ticket.holder_name, type_name: ticket.type_name }
  const used = usedHere(code_hash, known)
  if (used) return { id, code_hash, result: 'already_used', ...who, ...used, sheetAt }
  return { id, code_hash, result: 'admitted', ...who, at: scan.at, sheetAt }
}
