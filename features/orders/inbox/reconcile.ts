import { sql } from 'kysely'
import type Stripe from 'stripe'
import type { PaymentMode } from '#kernel/config.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { isGone } from '#kernel/payments/provider-error.ts'
import { fulfil } from '../fulfil.ts'
import { keepEvent } from './stripe-events.ts'

/** An account to ask about; none: the platform itself. */
export interface AccountRef {
  mode: PaymentMode
  account?: string
}

/** The provider itself tries a delivery for three days; one day more for a night that was missed. */
const REACH_SECONDS = 4 * 86_400
/** The provider takes so many types in one question. */
const TYPES_AT_ONCE = 20

/** Queues a question about each account that is connected, and about the platform. */
export async function reconcilePayments(kernel: Kernel): Promise<void> {
  const modes = (['test', 'live'] as const).filter((mode) => kernel.payments.configured(mode))
  await kernel.database.asService('queue the nightly reconcile', async (db) => {
    for (const mode of modes) {
      const accounts = await db
        .selectFrom('payment_accounts')
        .select('account_id')
        .distinct()
        .where('mode', '=', mode)
        .where('account_id', 'is not', null)
        .execute()
      await kernel.jobs.send(db, 'reconcile-account', { mode })
      for (const { account_id } of accounts)
        await kernel.jobs.send(db, 'reconcile-account', { mode, account: account_id })
    }
  })
}

/**
 * Asks the provider what happened lately and mends what no delivery told: events that are not known are kept and
 * worked like any other, paid sessions whose order is not are fulfilled.
 * @param types of events that somebody reacts to
 * @throws {StripeError} when the provider cannot be asked: the queue tries again
 */
export async function reconcileAccount(kernel: Kernel, ref: AccountRef, types: string[]): Promise<void> {
  try {
    const events = await keepMissed(kernel, ref, types)
    const orders = ref.account ? await fulfilMissed(kernel, { mode: ref.mode, account: ref.account }) : 0
    if (events || orders) kernel.log.warn({ ...ref, events, orders }, 'the reconcile found what was missed')
  } catch (error) {
    // The account let go of us; its own event or the repair tells.
    if (!ref.account || !isGone(error)) throw error
  }
}

const lately = () => ({ gte: Math.floor(Date.now() / 1000) - REACH_SECONDS })
const askAs = ({ account }: AccountRef) => (account ? { stripeAccount: account } : {})

/** @returns how many events were not known */
async function keepMissed(kernel: Kernel, ref: AccountRef, types: string[]): Promise<number> {
  const stripe = kernel.payments.client(ref.mode)
  let missed = 0
  for (let at = 0; at < types.length; at += TYPES_AT_ONCE) {
    const wanted = { created: lately(), limit: 100, types: types.slice(at, at + TYPES_AT_ONCE) }
    let page: Stripe.Event[] = []
    const keepPage = async () => {
      for (const event of await unknown(kernel, page)) {
        // A connected account's own list does not repeat whose it is.
        const from = ref.account ? { ...event, account: ref.account } : event
        await keepEvent(kernel, from, {
          mode: ref.mode,
          endpoint: ref.account ? 'connect' : 'platform',
        })
        missed++
      }
      page = []
    }
    for await (const event of stripe.events.list(wanted, askAs(ref)))
      if (page.push(event) === 100) await keepPage()
    await keepPage()
  }
  return missed
}

async function unknown(kernel: Kernel, events: Stripe.Event[]): Promise<Stripe.Event[]> {
  if (!events.length) return []
  const rows = await kernel.database.asService('which events are known', (db) =>
    db
      .selectFrom('app.stripe_events')
      .select('id')
      .where(
        'id',
        'in',
        events.map(({ id }) => id),
      )
      .execute(),
  )
  const known = new Set(rows.map(({ id }) => id))
  // Oldest first, as they would have come.
  return events.filter(({ id }) => !known.has(id)).toReversed()
}

/** Orders that we hold for unpaid and the provider for complete. @returns how many there were */
async function fulfilMissed(kernel: Kernel, ref: AccountRef & { account: string }): Promise<number> {
  const stripe = kernel.payments.client(ref.mode)
  let mended = 0
  const sessions = stripe.checkout.sessions.list(
    { created: lately(), limit: 100, status: 'complete' },
    askAs(ref),
  )
  let page: string[] = []
  const mendPage = async () => {
    for (const sessionId of await unpaid(kernel, page)) {
      // A slow payment may still be under way.
      const order = await fulfil(kernel, { sessionId, ...ref })
      if (order && order.status !== 'pending') mended++
    }
    page = []
  }
  for await (const { id } of sessions) if (page.push(id) === 100) await mendPage()
  await mendPage()
  return mended
}

async function unpaid(kernel: Kernel, sessions: string[]): Promise<string[]> {
  if (!sessions.length) return []
  const { rows } = await kernel.database.asService('orders that may be paid', (db) =>
    sql<{ id: string }>`
      select stripe_session_id as id from public.orders
      where stripe_session_id = any (${sessions}::text[])
        and status in ('pending', 'canceled', 'expired')`.execute(db),
  )
  return rows.map(({ id }) => id)
}
