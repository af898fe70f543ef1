import pg from 'pg'
import { commonErrors } from '#kernel/errors.ts'
import { tenantErrors } from '#kernel/tenant-with.ts'
import type { Cart } from './endpoints.ts'
import { ticketErrors } from './errors.ts'

type Refusal = keyof typeof ticketErrors

/** Constraints of tables, which staff may run into through the data API too. */
export const CONSTRAINTS: Record<string, Refusal> = {
  tickets_plan: 'plan',
  ticket_quotas_capacity: 'seats_taken',
  ticket_quotas_taken: 'seats_taken',
  ticket_types_taken: 'seats_taken',
}

/** The declared error for a refusal by the database; undefined for any other error. `details.left` says how many are left. */
function refusalOf(error: unknown): Error | undefined {
  if (!(error instanceof pg.DatabaseError) || !error.constraint) return undefined
  const { constraint, detail } = error
  if (constraint === 'tickets_right_missing') return tenantErrors.right_missing()
  const name = CONSTRAINTS[constraint] ?? constraint.replace(/^tickets_/, '')
  if (!Object.hasOwn(ticketErrors, name)) return undefined
  const refusal = ticketErrors[name as Refusal]
  if (name === 'price_changed' && detail) {
    const { total_cents, lines } = JSON.parse(detail) as Pick<Cart, 'total_cents' | 'lines'>
    return refusal({ details: { total_cents, lines } })
  }
  const left = Number(detail)
  if (!detail || !Number.isInteger(left)) return refusal()
  if (name === 'sold_out')
    return refusal({
      text: left > 0 ? `Only ${left} left.` : 'These tickets are sold out.',
      details: { left },
    })
  return refusal({ details: { limit: left } })
}

/** Runs a statement of this block. @throws {AppError} the declared error if the database refuses */
export async function refusing<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw refusalOf(error) ?? error
  }
}

/** What a function of the database returned, or a 404. */
export function found<T>(value: T | null | undefined, missing: () => Error = commonErrors.not_found): T {
  if (value === null || value === undefined) throw missing()
  return value
}
