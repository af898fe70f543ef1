import { formatPrice } from '#kernel/browser/money.ts'
import { PLATFORM_POOL } from '#kernel/db/claims.ts'
import type { Db } from '#kernel/db/database.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { writeLetter } from '#kernel/mail/letter.ts'
import type { Mail } from '#kernel/mail/mailer.ts'
import { isLocalOrigin, originAllowed } from '#kernel/tenancy.ts'
import type { Letters } from '#kernel/unit.ts'
import type { OrderLetter } from './letters.ts'
import { TEST_MARK, letterTexts } from './texts/letters-en.ts'
import { wayBack } from './return/way-back.ts'

const kinds = Object.keys(letterTexts) as OrderLetter[]

/** The letters of this unit, by kind; each is written from the order as it is when it is sent. */
export const letters: Letters = Object.fromEntries(
  kinds.map((kind) => [kind, (kernel: Kernel, ids: Ids) => write(kernel, kind, ids)]),
)

interface Ids {
  tenant: string
  order: string
}

async function write(kernel: Kernel, kind: OrderLetter, ids: Ids): Promise<Mail | undefined> {
  const about = await kernel.database.asService('read an order for a letter', (db) => read(db, ids))
  const forSeller = kind.endsWith('-seller')
  const to = forSeller ? about?.seller_email : about?.email
  if (!about || !to) return undefined
  // Play money costs nothing: without an end anybody's mailbox could be written to in a tenant's name.
  if (!forSeller && about.mode === 'test')
    await kernel.limits.take('order.test-letter', ids.tenant, TEST_LETTERS)
  const words = letterTexts[kind]({
    shop: about.shop,
    product: about.quantity > 1 ? `${about.quantity} × ${about.name}` : about.name,
    amount: formatPrice(about.amount_total, about.currency),
    refunded: formatPrice(about.amount_refunded, about.currency),
    buyer: about.email ?? 'The buyer',
    guest: about.auth_user_id === null,
    renewal: about.renewal_of !== null,
    interval: about.interval,
  })
  const address = forSeller ? `${kernel.config.publicUrl}/studio` : shopPage(about, kernel.config.publicUrl)
  const letter = writeLetter({
    brand: forSeller ? 'Bolt Blocks' : about.shop,
    subject: `${about.mode === 'test' ? TEST_MARK : ''}${words.subject}`,
    lines: words.lines,
    closing: words.closing,
    ...(words.button && address ? { button: { label: words.button, address } } : {}),
  })
  return { to, ...letter }
}

/** Buyers' letters of test mode that a tenant sends; what comes beyond is dropped. */
const TEST_LETTERS = { points: 100, seconds: 3600 }

/**
 * The page the buyer stood on, where a letter may lead: on a site that the tenant lists now. Preview hosts are
 * everybody's, so a letter never leads there; the own machine is nobody else's.
 */
function shopPage(
  { page_url, allowed_origins }: { page_url: string | null; allowed_origins: string[] },
  publicUrl: string,
): string | undefined {
  const page = page_url ? wayBack(page_url, { allowed_origins, stripe_mode: 'test' }, publicUrl) : undefined
  if (!page) return undefined
  const own = page.origin === new URL(publicUrl).origin || isLocalOrigin(page.origin)
  return own || originAllowed({ allowed_origins, stripe_mode: 'live' }, page.origin) ? page.href : undefined
}

/** The order with its shop and the shop's owner; a renewal leads to the page its first order began on. */
const read = (db: Db, { tenant, order }: Ids) =>
  db
    .selectFrom('orders as o')
    .innerJoin('tenants as t', 't.id', 'o.tenant_id')
    .leftJoin('orders as first', (join) =>
      join.onRef('first.tenant_id', '=', 'o.tenant_id').onRef('first.id', '=', 'o.renewal_of'),
    )
    .leftJoin('auth.users as owner', (join) =>
      join.on('owner.pool_id', '=', PLATFORM_POOL).onRef('owner.id', '=', 't.owner_user_id'),
    )
    .select([
      't.name as shop',
      't.allowed_origins',
      'owner.email as seller_email',
      'o.mode',
      'o.name',
      'o.quantity',
      'o.interval',
    ])
    .select([
      'o.amount_total',
      'o.amount_refunded',
      'o.currency',
      'o.email',
      'o.auth_user_id',
      'o.renewal_of',
    ])
    .select((eb) => eb.fn.coalesce('o.page_url', 'first.page_url').as('page_url'))
    .where('o.tenant_id', '=', tenant)
    .where('o.id', '=', order)
    .executeTakeFirst()
