import { sql } from 'kysely'
import { languageOfTag } from '#kernel/browser/languages.ts'
import type { Claims } from '#kernel/db/claims.ts'
import type { Db } from '#kernel/db/database.ts'
import { onceByKey } from '#kernel/http/idempotency.ts'
import type { Attempt } from '#kernel/http/idempotency.ts'
import type { RouteContext } from '#kernel/http/route.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { addressKey } from '#kernel/limits.ts'
import { providerError } from '#kernel/payments/provider-error.ts'
import { tokenHash } from '#kernel/secrets/one-time-token.ts'
import { CHECKOUT_AWAY, orderErrors } from '#features/orders/errors.ts'
import { itemOffer, itemSale } from '#features/orders/item-sale.ts'
import { letterLanguage } from '#features/orders/letter-language.ts'
import { startOrder } from '#features/orders/start-order.ts'
import { endTied, settleTied } from '#features/orders/tied-orders.ts'
import { editAddress, storedToken } from './edit-links.ts'
import type { FormPayment, FormPaymentRequest } from './endpoints.ts'
import { formErrors } from './errors.ts'
import { finishPaid } from './finish-paid.ts'

/** Checkouts, and queries to the provider, of one network. A person needs few of them. */
const PER_ADDRESS = { points: 60, seconds: 600 }
/** Repeated calls and reads of the state, which only cost a database query. */
const READS_PER_ADDRESS = { points: 600, seconds: 600 }

interface Entry {
  id: string
  item: string
  quantity: number
  state: 'awaiting' | 'sent' | 'refused'
  /** Of the order that paid for it. */
  paid: { name: string; amount: number; quantity: number; currency: string } | null
  isOpen: boolean
  /** ISO 8601. */
  until: string
  ticket: Buffer
  edit_hash: Buffer | null
  language: string
  public_key: string
  /** Whether the row waits for approval; null: it is not there. */
  waits: boolean | null
}

const networkOf = ({ claims, clientIp }: RouteContext<unknown>) => `${claims.tenant} ${addressKey(clientIp)}`
const tiedTo = (tenantId: string, id: string) => ({ tenantId, queue: 'form-paid' as const, id })

/**
 * Opens the checkout for what was sent, at the price that the product has for this caller now.
 * @throws {AppError} see `payForm` in endpoints.ts
 */
export async function payForm(c: RouteContext<FormPaymentRequest>): Promise<{ url: string }> {
  await c.kernel.limits.take('form.pay-call', networkOf(c), READS_PER_ADDRESS)
  return onceByKey(c, 'form-payment', (attempt) => payOnce(c, attempt))
}

async function payOnce(c: RouteContext<FormPaymentRequest>, attempt: Attempt): Promise<{ url: string }> {
  const { kernel, claims, input } = c
  await kernel.limits.take('form.pay', networkOf(c), PER_ADDRESS)
  const entry = await findEntry(kernel, claims, input)
  if (entry.state !== 'awaiting' || entry.paid) throw formErrors.already_paid()
  const tied = tiedTo(claims.tenant!, entry.id)
  await endTied(kernel, tied, attempt.id).catch((error: unknown) => {
    throw providerError(error, CHECKOUT_AWAY)
  })
  const sale = await itemSale(kernel, claims, {
    itemId: entry.item,
    quantity: entry.quantity,
    seen: { ...input.seen, interval: null },
  })
  const { url } = await startOrder(
    kernel,
    {
      ...sale,
      tied: { queue: tied.queue, id: tied.id },
      async confirm(db, order) {
        await sale.confirm(db, order)
        await confirmUnpaid(db, claims, entry.id, order.id)
      },
    },
    {
      ...(claims.role === 'end_user' ? { userId: claims.sub, email: claims.email } : {}),
      pageUrl: input.page_url,
      ui: 'page',
      earlier: [],
      network: addressKey(c.clientIp),
      locale: letterLanguage(input.locale, c.request.headers.get('accept-language')),
    },
    attempt,
  )
  return { url: url! }
}

/** @throws {AppError} see `readFormPayment` in endpoints.ts */
export async function readFormPayment(
  c: RouteContext<{ form: string; token: string; done?: true; locale?: string }>,
): Promise<FormPayment> {
  const { kernel, claims, input } = c
  await kernel.limits.take('form.pay-state', networkOf(c), READS_PER_ADDRESS)
  let entry = await findEntry(kernel, claims, input)
  if (entry.state === 'awaiting' && input.done) {
    await kernel.limits.take('form.pay-done', networkOf(c), PER_ADDRESS)
    await settleTied(kernel, tiedTo(claims.tenant!, entry.id))
    await finishPaid(kernel, claims.tenant!, entry.id)
    entry = await findEntry(kernel, claims, input)
  }
  const { state, paid, until, item, quantity } = entry
  const bought = paid && {
    price: {
      name: paid.name,
      price_cents: Math.round(paid.amount / paid.quantity),
      quantity: paid.quantity,
      currency: paid.currency,
    },
  }
  if (state === 'sent') {
    const waits = entry.waits && { waits: true as const }
    return { state, until, ...bought, ...waits, ...linkOf(kernel, input, claims, entry) }
  }
  if (paid) return { state: 'paid', until, ...bought }
  const offer = await itemOffer(kernel, claims, item)
  const isForSale = offer && offer.may_buy && offer.interval === null
  return {
    state: 'awaiting',
    until,
    ...(entry.isOpen && { is_open: true as const }),
    ...(isForSale && {
      price: { name: offer.name, price_cents: offer.price_cents, currency: offer.currency, quantity },
    }),
  }
}

/** The address at which the sender changes what they sent, if the form offers it. */
function linkOf(
  { config }: Kernel,
  { form, locale = '' }: { form: string; locale?: string },
  { tenant }: Claims,
  { ticket, edit_hash, public_key: key, language }: Entry,
): { edit?: string } {
  const of = { tenantId: tenant!, formId: form, ticket }
  const token = storedToken(config, 'form-edit', of, edit_hash)
  if (token === undefined) return {}
  return { edit: editAddress(config, { key, form, token, language: languageOfTag(locale) ?? language }) }
}

/**
 * What was sent with this form and has this secret. Others' entries, those of other tenants and forms, and deleted ones alike are not
 * found.
 * @throws {AppError} payment_ended
 */
async function findEntry(
  kernel: Kernel,
  { tenant }: Claims,
  { form, token }: { form: string; token: string },
): Promise<Entry> {
  const entry = await kernel.database.asService(
    'proof: a sender has the secret of what they pay for',
    async (db) => {
      const { rows } = await sql<Entry>`
      select p.submission_id as id, p.item_id as item, p.quantity, p.state, s.ticket, s.edit_hash, s.language, n.public_key,
        case when o.id is not null then json_build_object('name', o.name, 'amount', o.amount_total, 'quantity', o.quantity,
          'currency', o.currency) end as paid, not r.approved as waits,
        exists (select from public.orders w where w.tenant_id = p.tenant_id and w.tied_id = p.submission_id
          and w.tied_queue = 'form-paid' and w.status = 'pending') as "isOpen",
        to_json(p.created_at + app.form_payment_wait()) #>> '{}' as until
      from app.form_payments p
      join app.form_submissions s on s.tenant_id = p.tenant_id and s.form_id = p.form_id and s.id = p.submission_id
      join public.data_forms f on f.tenant_id = p.tenant_id and f.id = p.form_id
      join public.tenants n on n.id = p.tenant_id
      left join public.orders o on o.tenant_id = p.tenant_id
        and o.id = coalesce(p.order_id, app.form_payment_order(p.tenant_id, p.submission_id))
      left join app.records r on r.tenant_id = p.tenant_id and r.table_id = f.table_id and r.id = p.record_id and p.state = 'sent'
      where p.tenant_id = ${tenant} and p.form_id = ${form} and p.token_hash = ${tokenHash(token)}`.execute(
        db,
      )
      return rows[0]
    },
  )
  if (!entry) throw formErrors.payment_ended()
  return entry
}

/**
 * Checks in the order's transaction that no other order pays for this: of two that start at once the second waits here for the first.
 * @throws {AppError} payment_ended, already_paid, checkout_busy
 */
async function confirmUnpaid(db: Db, { tenant }: Claims, submission: string, orderId: string): Promise<void> {
  const { rows } = await sql<{ state: string; late: boolean }>`
    select state, created_at < now() - app.form_payment_wait() as late
    from app.form_payments where tenant_id = ${tenant} and submission_id = ${submission}
    for no key update`.execute(db)
  // A checkout that opens now would keep the entry, and its place in the form, for as long as new ones are opened.
  if (!rows[0] || rows[0].late) throw formErrors.payment_ended()
  const { rows: others } = await sql<{ pending: boolean; paid: boolean }>`
    select exists (select from public.orders o where o.tenant_id = ${tenant} and o.tied_id = ${submission}
        and o.tied_queue = 'form-paid' and o.status = 'pending' and o.id <> ${orderId}) as pending,
      app.form_payment_has_money(${tenant}, ${submission}) as paid`.execute(db)
  if (rows[0].state !== 'awaiting' || others[0]!.paid) throw formErrors.already_paid()
  if (others[0]!.pending) throw orderErrors.checkout_busy()
}
