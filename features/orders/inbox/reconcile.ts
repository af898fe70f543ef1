import { sql } from 'kysely'
import type Stripe from 'stripe'
import type { PaymentMode } from '#kernel/config.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { isGone } from '#kernel/payments/provider-error.ts'
import { fulfil } from '../fulfil.ts'
import { storeEvent } from './stripe-events.ts'

/** The account to reconcile; without `account` it is the platform's own. */
export interface AccountRef {
  mode: PaymentMode
  account?: string
}

/**
 * The provider retries a delivery for three days. One more day covers a night in which this job did not run.
 */
const LOOKBACK_SECONDS = 4 * 86_400
/** The provider's maximum number of event types per request. */
const TYPES_PER_REQUEST = 20

/** Queues a reconcile job for each connected account and for the platform. */
export async function reconcilePayments(kernel: Kernel): Promise<void> {
  const modes = (['test', 'live'] as const).filter((mode) => kernel.payments.configured(mode))
  await kernel.database.asService('job: queue the nightly reconcile', async (db) => {
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
 * Lists the provider's recent events and sessions and processes what no delivery reported. Unknown events are
 * stored and processed like any other, and paid sessions whose order is unpaid are fulfilled.
 * @param types the event types that have handlers
 * @throws {StripeError} when a request to the provider fails; the queue retries the job
 */
export async function reconcileAccount(kernel: Kernel, ref: AccountRef, types: string[]): Promise<void> {
  try {
    const events = await storeMissedEvents(kernel, ref, types)
    const orders = ref.account ? await fulfilMissed(kernel, { mode: ref.mode, account: ref.account }) : 0
    if (events || orders)
      kernel.log.warn({ ...ref, events, orders }, 'the reconcile job processed missed payment events')
  } catch (error) {
    // The account has been disconnected. Its own event or the repair job handles that.
    if (!ref.account || !isGone(error)) throw error
  }
}

const recently = () => ({ gte: Math.floor(Date.now() / 1000) - LOOKBACK_SECONDS })
const requestOptions = ({ account }: AccountRef) => (account ? { stripeAccount: account } : {})

/** @returns the number of events that were unknown */
async function storeMissedEvents(kernel: Kernel, ref: AccountRef, types: string[]): Promise<number> {
  const stripe = kernel.payments.client(ref.mode)
  let missed = 0
  for (let at = 0; at < types.length; at += TYPES_PER_REQUEST) {
    const wanted = { created: recently(), limit: 100, types: types.slice(at, at + TYPES_PER_REQUEST) }
    let page: Stripe.Event[] = []
    const storePage = async () => {
      for (const event of await findUnknown(kernel, page)) {
        // Events in a connected account's own list don't name the account.
        const from = ref.account ? { ...event, account: ref.account } : event
        await storeEvent(kernel, from, {
          mode: ref.mode,
          endpoint: ref.account ? 'connect' : 'platform',
        })
        missed++
      }
      page = []
    }
    for await (const event of stripe.events.list(wanted, requestOptions(ref)))
      if (page.push(event) === 100) await storePage()
    await storePage()
  }
  return missed
}

async function findUnknown(kernel: Kernel, events: Stripe.Event[]): Promise<Stripe.Event[]> {
  if (!events.length) return []
  const rows = await kernel.database.asService('job: which events are known', (db) =>
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
  // Oldest first, in the order of delivery.
  return events.filter(({ id }) => !known.has(id)).toReversed()
}

/** Fulfills orders that are unpaid here and complete at the provider. @returns the number of such orders */
async function fulfilMissed(kernel: Kernel, ref: AccountRef & { account: string }): Promise<number> {
  const stripe = kernel.payments.client(ref.mode)
  let fulfilled = 0
  const sessions = stripe.checkout.sessions.list(
    { created: recently(), limit: 100, status: 'complete' },
    requestOptions(ref),
  )
  let page: string[] = []
  const fulfilPage = async () => {
    for (const sessionId of await findUnpaid(kernel, page)) {
      // A slow payment may still be pending.
      const order = await fulfil(kernel, { sessionId, ...ref })
      if (order && order.status !== 'pending') fulfilled++
    }
    page = []
  }
  for await (const { id } of sessions) if (page.push(id) === 100) await fulfilPage()
  await fulfilPage()
  return fulfilled
}

async function findUnpaid(kernel: Kernel, sessions: string[]): Promise<string[]> {
  if (!sessions.length) return []
  const { rows } = await kernel.database.asService('job: orders that may be paid', (db) =>
    sql<{ id: string }>`
      select stripe_session_id as id from public.orders
      where stripe_session_id = any (${sessions}::text[])
        and status in ('pending', 'canceled', 'expired')`.execute(db),
  )
  return rows.map(({ id }) => id)
}
