import { type Language, languageOfTag } from '#kernel/browser/languages.ts'
import { currencyExponent, formatPrice } from '#kernel/browser/money.ts'
import { PLATFORM_POOL } from '#kernel/db/claims.ts'
import type { Db } from '#kernel/db/database.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { writeLetter } from '#kernel/mail/letter.ts'
import { isLocalOrigin, originAllowed } from '#kernel/tenancy.ts'
import type { Letter, Letters } from '#kernel/unit.ts'
import { makeManageLink } from './manage-link.ts'
import { allowedReturnUrl } from './return/allowed-return-url.ts'
import { buyerWords } from './texts/letters/all.ts'
import { sellerWords } from './texts/letters/seller.ts'
import { TEST_MARK } from './texts/letters/words.ts'
import type { BuyerLetter, LetterFacts, SellerLetter } from './texts/letters/words.ts'

const kinds = [...Object.keys(sellerWords), ...Object.keys(buyerWords.en)] as (SellerLetter | BuyerLetter)[]

/** The emails of this unit, by kind. Each is written from the order's state at the time of sending. */
export const letters: Letters = Object.fromEntries(
  kinds.map((kind) => [kind, (kernel: Kernel, ids: Ids) => write(kernel, kind, ids)]),
)

interface Ids {
  tenant: string
  order: string
}

const isSellers = (kind: SellerLetter | BuyerLetter): kind is SellerLetter => kind in sellerWords

async function write(
  kernel: Kernel,
  kind: SellerLetter | BuyerLetter,
  ids: Ids,
): Promise<Letter | undefined> {
  const about = await kernel.database.asService('job: read an order for a letter', (db) => read(db, ids))
  const forSeller = isSellers(kind)
  const to = forSeller ? about?.seller_email : about?.email
  if (!about || !to) return undefined
  // Test payments cost nothing, so without a limit anyone could flood any mailbox in a tenant's name.
  if (!forSeller && about.mode === 'test')
    await kernel.limits.take('order.test-letter', ids.tenant, TEST_LETTERS)
  const language = forSeller ? 'en' : (languageOfTag(about.locale ?? '') ?? 'en')
  const facts: LetterFacts = {
    shop: about.shop,
    product: about.quantity > 1 ? `${about.quantity} × ${about.name}` : about.name,
    amount: amountIn(language, about.amount_total, about.currency),
    refunded: amountIn(language, about.amount_refunded, about.currency),
    buyer: about.email ?? 'The buyer',
    guest: about.auth_user_id === null,
    renewal: about.renewal_of !== null,
    manage: !forSeller && about.auth_user_id === null && about.interval !== null,
    interval: about.interval as LetterFacts['interval'],
  }
  const words = isSellers(kind) ? sellerWords[kind](facts) : buyerWords[language][kind](facts)
  const address = forSeller ? `${kernel.config.publicUrl}/studio` : shopPage(about, kernel.config.publicUrl)
  const first = { tenant_id: ids.tenant, id: about.renewal_of ?? ids.order }
  const letter = writeLetter({
    brand: forSeller ? 'Bolt Blocks' : about.shop,
    subject: `${about.mode === 'test' ? TEST_MARK : ''}${words.subject}`,
    lines: words.lines,
    closing: words.closing,
    language,
    ...(words.button && address ? { button: { label: words.button, address } } : {}),
    ...(words.manage && { link: { label: words.manage, address: await makeManageLink(kernel, first) } }),
  })
  return { to, ...letter, ...(!forSeller && { onSent: () => recordLetter(kernel, kind, ids) }) }
}

/** Remembers an email to the buyer for the order's timeline. */
const recordLetter = (kernel: Kernel, letter: BuyerLetter, { tenant, order }: Ids) =>
  kernel.database.asService('job: record an email about an order', async (db) => {
    await db.insertInto('app.order_letters').values({ tenant_id: tenant, order_id: order, letter }).execute()
  })

/** Formats the amount for the language. In English it uses the format of the product's pages. */
function amountIn(language: Language, minorUnits: number, currency: string): string {
  if (language === 'en') return formatPrice(minorUnits, currency)
  const digits = currencyExponent(currency)
  return new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(minorUnits / 10 ** digits)
}

/** The limit of emails to test-mode buyers per tenant. Emails over the limit are dropped. */
const TEST_LETTERS = { points: 100, seconds: 3600 }

/**
 * Returns the page where the buyer started the checkout if an email may link to it: a page on this server, on
 * localhost, or on a site that the tenant currently lists. Anyone can get a page on a preview host, so emails
 * never link there.
 */
function shopPage(
  { page_url, allowed_origins }: { page_url: string | null; allowed_origins: string[] },
  publicUrl: string,
): string | undefined {
  const page = page_url
    ? allowedReturnUrl(page_url, { allowed_origins, stripe_mode: 'test' }, publicUrl)
    : undefined
  if (!page) return undefined
  const own = page.origin === new URL(publicUrl).origin || isLocalOrigin(page.origin)
  return own || originAllowed({ allowed_origins, stripe_mode: 'live' }, page.origin) ? page.href : undefined
}

/**
 * Reads the order with its shop and the shop's owner. A renewal uses the page and the language of its first
 * order.
 */
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
    .select((eb) => eb.fn.coalesce('o.locale', 'first.locale').as('locale'))
    .where('o.tenant_id', '=', tenant)
    .where('o.id', '=', order)
    .executeTakeFirst()
