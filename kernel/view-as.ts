import type { EmbedUser } from './browser/embed-page.ts'
import { type Claims, PLATFORM_POOL } from './db/claims.ts'
import type { Kernel } from './kernel.ts'

/** Seconds for which a ticket loads its page; the page then needs none. */
const LIFETIME_S = 120

/**
 * The right of a tenant's owner or staff to load one page as it is for someone else. It is no credential of the API: only
 * the page's server reads it, and rolls back what it does.
 */
export interface ViewTicket {
  tenant: string
  /** The creator who asked for it, and how far they had proved who they are: staff may need a second factor. */
  creator: Pick<Claims, 'sub' | 'aal'>
  /** Name of the page under /embed. */
  page: string
  /** Id of what the page shows, if its address names one: a creator's block, a form, a list. */
  block: string | null
  /** Whom the page is rendered for; their claims never leave the server. */
  claims: Claims
  user: EmbedUser | null
}

const placeOf = (tenant: string) => `view-as:${tenant}` as const

/** @returns the ticket for the query parameter `view_as`, and when it expires (ISO 8601) */
export function sealTicket({ sealer }: Pick<Kernel, 'sealer'>, ticket: ViewTicket) {
  const until = Date.now() + LIFETIME_S * 1000
  return {
    ticket: sealer.seal(JSON.stringify({ ...ticket, until }), placeOf(ticket.tenant)),
    expires_at: new Date(until).toISOString(),
  }
}

/** The ticket, if it is for this page (and block) of this tenant, has not expired, and its creator still has the right to view as others. */
export async function openTicket(
  { sealer, database }: Pick<Kernel, 'sealer' | 'database'>,
  text: string,
  tenant: string,
  { page, block }: Pick<ViewTicket, 'page' | 'block'>,
): Promise<ViewTicket | undefined> {
  const ticket = read(sealer, text, tenant)
  if (!ticket || ticket.until < Date.now() || ticket.page !== page || ticket.block !== block) return undefined
  const { rows } = await database.once(
    { role: 'authenticated', pool: PLATFORM_POOL, ...ticket.creator },
    {
      text: "select from app.tenants_with('people') as id where id = $1",
      values: [tenant],
      readOnly: true,
    },
  )
  return rows.length > 0 ? ticket : undefined
}

function read(sealer: Kernel['sealer'], text: string, tenant: string) {
  try {
    return JSON.parse(sealer.open(text, placeOf(tenant))) as ViewTicket & { until: number }
  } catch {
    return undefined
  }
}
