import { sql } from 'kysely'
import type { Claims } from '#kernel/db/claims.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { tenantWith } from '#kernel/tenant-with.ts'
import { refusing } from './refusals.ts'
import { sealedCode } from './ticket-codes.ts'

interface Gift {
  tenantId: string
  typeId: string
  holders: { name?: string; email: string }[]
}

/** Gives tickets, all or nothing. @throws {AppError} tenant_not_found, right_missing, type_not_found, sold_out, plan_required */
export function giveTickets(
  kernel: Kernel,
  claims: Claims,
  { tenantId, typeId, holders }: Gift,
): Promise<{ tickets: string[] }> {
  return refusing(
    kernel.database.withClaims(claims, async (db) => {
      await tenantWith(db, tenantId, 'people')
      const { rows } = await sql<{ id: string }>`
        select app.uuidv7() as id from generate_series(1, ${holders.length}::integer)`.execute(db)
      const ids = rows.map(({ id }) => id)
      const tickets = holders.map((holder, place) => ({
        ...holder,
        id: ids[place]!,
        ...sealedCode(kernel.sealer, tenantId, ids[place]!),
      }))
      await sql`select app.give_tickets(${tenantId}, ${typeId}, ${JSON.stringify(tickets)})`.execute(db)
      return { tickets: ids }
    }),
  )
}
