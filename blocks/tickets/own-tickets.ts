import { sql } from 'kysely'
import type { Claims } from '#kernel/db/claims.ts'
import type { RouteContext } from '#kernel/http/route.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { tokenHash } from '#kernel/secrets/one-time-token.ts'
import { networkOf } from './carts.ts'
import type { OwnTicket } from './endpoints.ts'
import { sendRefunds } from './refunds.ts'
import { refusing } from './refusals.ts'
import { openCode, sealedCode } from './ticket-codes.ts'
import { passSigner } from './wallet/pass-turns.ts'

const PER_ADDRESS = { points: 300, seconds: 600 }

type Proof = { ticket: string; cart?: string }

/** The token of a cart, or null: then the caller's claims decide. */
const proofOf = ({ cart }: { cart?: string }) => (cart === undefined ? null : tokenHash(cart))

/** A ticket with what only the server needs. */
export interface StoredTicket extends OwnTicket {
  /** Of the buyer; null for who was given the ticket. */
  order_id: string | null
  /** Name of the tenant. */
  site: string
  event_updated_at: string
}

/** The caller's own tickets, or those of a cart, with their codes. */
export async function readTickets(
  kernel: Kernel,
  claims: Claims,
  proof: { cart?: string },
): Promise<StoredTicket[]> {
  const { rows } = await kernel.database.once<{
    ticket: Omit<StoredTicket, 'code' | 'can_save_pass'> & { code_sealed: string | null }
  }>(claims, { name: 'my tickets', text: 'select app.my_tickets($1) as ticket', values: [proofOf(proof)] })
  const makesPasses = passSigner(kernel.config) !== undefined
  return rows.map(({ ticket: { code_sealed, ...ticket } }) => ({
    ...ticket,
    code: code_sealed && openCode(kernel.sealer, claims.tenant!, ticket.id, code_sealed),
    can_save_pass:
      makesPasses && code_sealed !== null && ticket.event.state === 'published' && !ticket.event.over,
  }))
}

/** What the caller sees of a ticket. */
export function shownTicket(ticket: StoredTicket): OwnTicket {
  const { order_id: _order, site: _site, event_updated_at: _at, ...shown } = ticket
  return shown
}

export async function myTickets(c: RouteContext<{ cart?: string }>): Promise<{ tickets: OwnTicket[] }> {
  const { kernel, claims, input } = c
  await kernel.limits.take('tickets.read', networkOf(c), PER_ADDRESS)
  return { tickets: (await readTickets(kernel, claims, input)).map(shownTicket) }
}

/** @throws {AppError} ticket_not_found, ticket_ended */
export async function renameTicket(
  c: RouteContext<Proof & { name?: string; email?: string; answers?: Record<string, string | boolean> }>,
): Promise<{ renamed: true }> {
  const { kernel, claims, input } = c
  await kernel.limits.take('tickets.change', networkOf(c), PER_ADDRESS)
  const answers = input.answers && JSON.stringify(input.answers)
  await refusing(
    kernel.database.withClaims(claims, (db) =>
      sql`select app.rename_ticket(${input.ticket}, ${proofOf(input)}, ${input.name ?? null}, ${input.email ?? null},
        ${answers ?? null})`.execute(db),
    ),
  )
  return { renamed: true }
}

/** @throws {AppError} ticket_not_found, ticket_ended, not_transferable */
export async function transferTicket(
  c: RouteContext<Proof & { email: string; name?: string }>,
): Promise<{ transferred: true }> {
  const { kernel, claims, input } = c
  await kernel.limits.take('tickets.change', networkOf(c), PER_ADDRESS)
  const code = sealedCode(kernel.sealer, claims.tenant!, input.ticket)
  await refusing(
    kernel.database.withClaims(claims, (db) =>
      sql`select app.transfer_ticket(${input.ticket}, ${proofOf(input)}, ${input.email}, ${input.name ?? null},
        decode(${code.code_hash}, 'hex'), ${code.code_sealed})`.execute(db),
    ),
  )
  return { transferred: true }
}

/** @throws {AppError} ticket_not_found, not_cancelable */
export async function cancelTicket(c: RouteContext<Proof>): Promise<{ canceled: boolean }> {
  const { kernel, claims, input } = c
  await kernel.limits.take('tickets.change', networkOf(c), PER_ADDRESS)
  const { rows } = await refusing(
    kernel.database.withClaims(claims, (db) =>
      sql<{
        canceled: boolean
      }>`select app.cancel_own_ticket(${input.ticket}, ${proofOf(input)}) as canceled`.execute(db),
    ),
  )
  await sendRefunds(kernel)
  return { canceled: rows[0]!.canceled }
}
