import type { SheetTicket } from '../endpoints-door.ts'

const folded = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()

/** Tickets whose holder's name has a word that starts with each typed word, without regard to accents, by name. */
export function findGuests(tickets: readonly SheetTicket[], query: string): SheetTicket[] {
  const wanted = folded(query).split(/\s+/).filter(Boolean)
  return tickets
    .filter(({ holder_name = '' }) => {
      const words = folded(holder_name).split(/[\s-]+/)
      return wanted.every((start) => words.some((word) => word.startsWith(start)))
    })
    .toSorted((a, b) => (a.holder_name ?? '\uffff').localeCompare(b.holder_name ?? '\uffff'))
}
