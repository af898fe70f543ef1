import { sql } from 'kysely'
import type { RouteContext } from '#kernel/http/route.ts'
import { letterLanguage } from '#features/orders/letter-language.ts'
import { networkOf } from './carts.ts'
import { refusing } from './refusals.ts'

/** Each withholds seats from others once there are some, for an address that is not proved. */
const PER_ADDRESS = { points: 20, seconds: 3600 }

/** @throws {AppError} not_waiting while tickets are for sale, quantity */
export async function joinWaitingList(
  c: RouteContext<{ type: string; email: string; quantity?: number; locale?: string }>,
): Promise<{ waiting: true }> {
  const { kernel, claims, input } = c
  await kernel.limits.take('tickets.wait', networkOf(c), PER_ADDRESS)
  const language = letterLanguage(input.locale, c.request.headers.get('accept-language')) ?? 'en'
  await refusing(
    kernel.database.withClaims(claims, (db) =>
      sql`select app.wait_for_tickets(${input.type}, ${input.email}, ${input.quantity ?? 1}, ${language})`.execute(
        db,
      ),
    ),
  )
  return { waiting: true }
}
