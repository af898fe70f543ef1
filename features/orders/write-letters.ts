import { formatPrice } from '#kernel/browser/money.ts'
import { PLATFORM_POOL } from '#kernel/db/claims.ts'
import type { Db } from '#kernel/db/database.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { writeLetter } from '#kernel/mail/letter.ts'
import type { Mail } from '#kernel/mail/mailer.ts'
import type { Letters } from '#kernel/unit.ts'
import type { OrderLetter } from './letters.ts'
import { TEST_MARK, letterTexts } from './texts/letters-en.ts'

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
  const address = forSeller ? `${kernel.config.publicUrl}/studio` : about.page_url
  const letter = writeLetter({
    brand: forSeller ? 'Bolt Blocks' : about.shop,
    subject: `${about.mode === 'test' ? TEST_MARK : ''}${words.subject}`,
    lines: words.lines,
    closing: words.closing,
    ...(words.button && address ? { button: { label: words.button, address } } : {}),
  })
  return { to, ...letter }
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
    .select(['t.name as shop', 'owner.email as seller_email', 'o.mode', 'o.name', 'o.quantity', 'o.interval'])
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
