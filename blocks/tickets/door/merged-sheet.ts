import type { DoorSheet } from '../endpoints-door.ts'

/** The sheet of a device after a response: the response itself, or the sheet that it had with what has changed. */
export function mergedSheet(had: DoorSheet | undefined, { changed, ...read }: DoorSheet): DoorSheet {
  if (!changed || !had) return read
  if (changed.length === 0) return { ...read, tickets: had.tickets }
  const isChanged = new Set(changed)
  const tickets = [...had.tickets.filter(({ id }) => !isChanged.has(id)), ...read.tickets]
  return { ...read, tickets: tickets.toSorted((a, b) => (a.id < b.id ? -1 : 1)) }
}
