import { sql } from 'kysely'
import type { Kernel } from '#kernel/kernel.ts'
import { tokenHash } from '#kernel/secrets/one-time-token.ts'
import type { WrittenMessage } from './message-parts.ts'

/** An event as emails show it, with the tenant that holders know. */
export interface AboutEvent {
  id: string
  title: string
  place: string | null
  zone: string
  starts_at: Date
  ends_at: Date
  updated_at: Date
  state: string
  site: string
  key: string
  language: string
  isTest: boolean
}

export interface HeldTicket {
  id: string
  /** Of its type. Names of holders are not in emails: a giver could write anything to anyone in the tenant's name. */
  name: string
  code_sealed: string
}

/** Tickets in one email; those beyond it are on the page. */
const MOST = 20

const ABOUT = `e.id, e.title, e.place, e.zone, e.starts_at, e.ends_at, e.updated_at, e.state, n.name as site, n.public_key as key`

export interface Holder {
  about: AboutEvent
  tickets: HeldTicket[]
  to: string
  isMember: boolean
  /** The proved address of the owner or a colleague of the tenant. */
  isStaff: boolean
  /** What the staff wrote, if it is asked for. */
  message: WrittenMessage | null
}

/**
 * The owner of a ticket, and all their valid tickets of its event; undefined if it has no owner any more.
 * @param ids with `transfers`, only who owned the ticket when it had been given away that often
 */
export async function readHolder(
  kernel: Kernel,
  {
    tenant,
    ticket,
    message,
    transfers,
  }: { tenant: string; ticket: string; message?: string; transfers?: string },
): Promise<Holder | undefined> {
  const { rows } = await kernel.database.asService('job: read tickets for a letter', (db) =>
    sql<AboutEvent & Omit<Holder, 'about' | 'tickets'> & { tickets: HeldTicket[] | null }>`
      select ${sql.raw(ABOUT)}, k.language, k.mode = 'test' as "isTest", k.owner_email as "to", k.auth_user_id is not null as "isMember",
        exists (select from auth.users u where u.pool_id = '00000000-0000-0000-0000-000000000000' and u.email = lower(k.owner_email)
          and u.email_confirmed_at is not null and (u.id = n.owner_user_id
            or exists (select from public.tenant_staff f where f.tenant_id = n.id and f.user_id = u.id))) as "isStaff",
        (select json_build_object('subject', m.subject, 'body', m.body) from public.ticket_messages m
          where m.tenant_id = k.tenant_id and m.id = ${message ?? null}) as message,
        (select json_agg(o) from (
          select x.id, t.name, x.code_sealed from public.tickets x
          join public.ticket_types t on t.tenant_id = x.tenant_id and t.id = x.type_id
          where x.tenant_id = k.tenant_id and x.event_id = k.event_id and x.state = 'valid' and lower(x.owner_email) = lower(k.owner_email)
          order by x.id limit ${MOST}) o) as tickets
      from public.tickets k
      join public.ticket_events e on e.tenant_id = k.tenant_id and e.id = k.event_id
      join public.tenants n on n.id = k.tenant_id
      where k.tenant_id = ${tenant} and k.id = ${ticket} and k.owner_email is not null
        and (${transfers ?? null}::smallint is null or k.transfers = ${transfers ?? null}::smallint)`.execute(
      db,
    ),
  )
  const [row] = rows
  if (!row) return undefined
  const { to, isMember, isStaff, tickets, message: written, ...about } = row
  return { about, tickets: tickets ?? [], to, isMember, isStaff, message: written }
}

/** An offer whose seats are still held, whose cart gets this token; undefined if it is over or was taken. */
export async function readOffer(
  kernel: Kernel,
  { tenant, wait }: { tenant: string; wait: string },
  token: string,
): Promise<{ about: AboutEvent; to: string; until: Date } | undefined> {
  const { rows } = await kernel.database.asService('job: store the link of an offer', (db) =>
    sql<AboutEvent & { to: string; until: Date }>`
      update app.ticket_carts c set secret_hash = ${tokenHash(token)}
      from public.ticket_waits w
      join public.ticket_events e on e.tenant_id = w.tenant_id and e.id = w.event_id
      join public.tenants n on n.id = w.tenant_id
      where w.tenant_id = ${tenant} and w.id = ${wait} and w.state = 'offered'
        and c.tenant_id = w.tenant_id and c.wait_id = w.id and c.state = 'held' and c.until_at > now()
      returning ${sql.raw(ABOUT)}, w.language, n.stripe_mode = 'test' as "isTest", w.email as "to", c.until_at as until`.execute(
      db,
    ),
  )
  const [row] = rows
  if (!row) return undefined
  const { to, until, ...about } = row
  return { about, to, until }
}
