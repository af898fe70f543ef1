import type { Cart, CartLine, Holder } from '#blocks/tickets/endpoints.ts'

/** One ticket of a cart, before it has a holder. */
export interface Seat {
  /** Unique within the cart. */
  key: string
  line: CartLine
  /** From 1, of all tickets of its type. */
  place: number
  of: number
}

export type Answers = Record<string, string | boolean>

/** What is typed about a ticket's holder. */
export interface TypedHolder {
  name: string
  answers: Answers
}

/** The tickets of a cart: a group has as many as its size. */
export const seatsOf = ({ lines }: Pick<Cart, 'lines'>): Seat[] =>
  lines.flatMap((line) => {
    const of = line.quantity * line.group_size
    return Array.from({ length: of }, (_, place) => ({
      key: `${line.type_id} ${place}`,
      line,
      place: place + 1,
      of,
    }))
  })

/** Holders as they are sent, in the order of the tickets. Empty names and answers are left out. */
export const holdersOf = (seats: readonly Seat[], typed: Readonly<Record<string, TypedHolder>>): Holder[] =>
  seats.map(({ key, line }) => {
    const { name = '', answers = {} } = typed[key] ?? {}
    const filled = Object.entries(answers).filter(([, answer]) => answer !== '')
    return {
      type: line.type_id,
      ...(name.trim() && { name: name.trim() }),
      ...(filled.length > 0 && { answers: Object.fromEntries(filled) }),
    }
  })

/** Required questions without an answer, as `key question`. */
export const missingAnswers = (
  seats: readonly Seat[],
  typed: Readonly<Record<string, TypedHolder>>,
): string[] =>
  seats.flatMap(({ key, line }) =>
    line.questions
      .filter(({ id, required }) => required && !String(typed[key]?.answers[id] ?? '').trim())
      .map(({ id }) => `${key} ${id}`),
  )
