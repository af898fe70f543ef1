import { languageOfTag } from '#kernel/browser/languages.ts'
import type { RouteContext } from '#kernel/http/route.ts'
import { networkOf } from './carts.ts'
import { ticketErrors } from './errors.ts'
import { calendarFile } from './mail/calendar-file.ts'
import { readTickets, type StoredTicket } from './own-tickets.ts'
import { ticketPdfInTurn } from './pdf/pdf-turns.ts'
import { passSigner, PASS_TYPE, ticketPassInTurn } from './wallet/pass-turns.ts'

/** Each file is made for its call; a PDF takes much longer than a calendar file. */
const PER_ADDRESS = { points: 60, seconds: 600 }
const PDFS_PER_ADDRESS = { points: 20, seconds: 600 }

type PassInput = { ticket: string; cart?: string; locale?: string }
type Input = { event: string; cart?: string; locale?: string }

/** The caller's valid tickets of an event as a PDF. @throws {AppError} ticket_not_found, too_many_requests */
export async function downloadPdf(c: RouteContext<Input>): Promise<Response> {
  await c.kernel.limits.take('tickets.pdf', networkOf(c), PDFS_PER_ADDRESS)
  const tickets = await ticketsOf(c)
  const valid = tickets.filter(({ code }) => code !== null)
  if (!valid[0]) throw ticketErrors.ticket_not_found()
  const { event, site } = valid[0]
  const pdf = await ticketPdfInTurn([
    { ...event, site, starts_at: new Date(event.starts_at), ends_at: new Date(event.ends_at) },
    valid.map(({ code, type_name, holder_name, order_id, test }) => ({
      code: code!,
      type: type_name,
      holder: holder_name,
      order: order_id,
      isTest: test,
    })),
    languageOfTag(c.input.locale ?? '') ?? 'en',
  ])
  return file(new Uint8Array(pdf), 'application/pdf', 'tickets.pdf')
}

/** A ticket of the caller as a wallet pass. @throws {AppError} ticket_not_found, ticket_ended, no_passes, too_many_requests */
export async function downloadPass(c: RouteContext<PassInput>): Promise<Response> {
  const { kernel, claims, input } = c
  await kernel.limits.take('tickets.file', networkOf(c), PER_ADDRESS)
  const signer = passSigner(kernel.config)
  if (!signer) throw ticketErrors.no_passes()
  // Who gave a ticket away does not find it any more.
  const ticket = (await readTickets(kernel, claims, input)).find(({ id }) => id === input.ticket)
  if (!ticket) throw ticketErrors.ticket_not_found()
  if (!ticket.can_save_pass) throw ticketErrors.ticket_ended()
  const { event, site } = ticket
  const pass = await ticketPassInTurn([
    { ...event, site, starts_at: new Date(event.starts_at), ends_at: new Date(event.ends_at) },
    {
      id: ticket.id,
      code: ticket.code!,
      type: ticket.type_name,
      holder: ticket.holder_name,
      order: ticket.order_id,
      isTest: ticket.test,
    },
    signer,
    languageOfTag(input.locale ?? '') ?? 'en',
  ])
  return file(new Uint8Array(pass), PASS_TYPE, 'ticket.pkpass')
}

/** The event of the caller's tickets as a calendar file. @throws {AppError} ticket_not_found */
export async function downloadCalendar(c: RouteContext<Input>): Promise<Response> {
  const [ticket] = await ticketsOf(c)
  if (!ticket) throw ticketErrors.ticket_not_found()
  const { event } = ticket
  const text = calendarFile(
    {
      ...event,
      starts_at: new Date(event.starts_at),
      ends_at: new Date(event.ends_at),
      updated_at: new Date(ticket.event_updated_at),
      isCanceled: event.state === 'canceled',
    },
    new URL(c.kernel.config.publicUrl).host,
  )
  return file(text, 'text/calendar; charset=utf-8', 'event.ics')
}

async function ticketsOf(c: RouteContext<Input>): Promise<StoredTicket[]> {
  const { kernel, claims, input } = c
  await kernel.limits.take('tickets.file', networkOf(c), PER_ADDRESS)
  const all = await readTickets(kernel, claims, input)
  return all.filter(({ event }) => event.id === input.event)
}

/** A download that no cache may keep: it has the codes. */
const file = (body: BodyInit, type: string, name: string) =>
  new Response(body, {
    headers: {
      'content-type': type,
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'private, no-store',
    },
  })
