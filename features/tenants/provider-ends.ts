import { sql } from 'kysely'
import type { PaymentMode } from '#kernel/config.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { isGone } from '#kernel/payments/provider-error.ts'
import type Stripe from 'stripe'

/** A row of `app.provider_ends`. */
interface End {
  mode: PaymentMode
  account_id: string
  kind: 'subscription' | 'checkout' | 'account'
  object_id: string
}

const BATCH = 100
/** Between two tries of the same. */
const PAUSE = sql`interval '5 minutes'`
/** Then nothing is open on an account any more that could end well. */
const AT_MOST = sql`interval '30 days'`

/**
 * Ends at the card provider what tenants that are gone have left there: subscriptions, then checkouts, and when
 * nothing of an account is left, our right to use it. What the provider refuses is asked again, for 30 days.
 */
export async function endAtProvider(kernel: Kernel): Promise<void> {
  for (;;) {
    const ends = await due(kernel)
    for (const end of ends) await settle(kernel, end)
    if (ends.length < BATCH) return
  }
}

/** Marks what is taken, so that a row that fails does not come again at once. */
async function due(kernel: Kernel): Promise<End[]> {
  const { rows } = await kernel.database.asService('what deleted tenants left at the provider', (db) =>
    sql<End>`update app.provider_ends e set tried_at = now()
      where (mode, account_id, kind, object_id) in (
        select mode, account_id, kind, object_id from app.provider_ends d
        where (tried_at is null or tried_at < now() - ${PAUSE})
          -- Our right to an account goes last, and never while somebody uses it.
          and (kind <> 'account' or not exists (select from app.provider_ends o
              where o.mode = d.mode and o.account_id = d.account_id and o.kind <> 'account')
            and not exists (select from public.payment_accounts a
              where a.account_id = d.account_id and a.mode = d.mode))
        order by kind = 'account', tried_at nulls first, created_at limit ${BATCH} for update skip locked)
      returning mode, account_id, kind, object_id`.execute(db),
  )
  return rows
}

async function settle(kernel: Kernel, end: End): Promise<void> {
  let refusal: string | undefined
  try {
    if (kernel.payments.configured(end.mode)) await ask(kernel, end)
    else refusal = `No ${end.mode} keys are set`
  } catch (error) {
    if (!isGone(error)) refusal = String(error)
  }
  if (refusal)
    kernel.log.warn({ ...end, refusal }, 'what a deleted tenant left at the provider did not end yet')
  await kernel.database.asService('what a deleted tenant left at the provider', (db) =>
    (refusal
      ? sql`with over as (delete from app.provider_ends where ${isIt(end)} and created_at < now() - ${AT_MOST})
          update app.provider_ends set refusal = ${refusal.slice(0, 500)}
          where ${isIt(end)} and created_at >= now() - ${AT_MOST}`
      : sql`delete from app.provider_ends where ${isIt(end)}`
    ).execute(db),
  )
}

const isIt = ({ mode, account_id, kind, object_id }: End) =>
  sql`mode = ${mode} and account_id = ${account_id} and kind = ${kind} and object_id = ${object_id}`

async function ask(kernel: Kernel, { mode, account_id, kind, object_id }: End): Promise<void> {
  const stripe = kernel.payments.client(mode)
  const on = { stripeAccount: account_id }
  if (kind === 'subscription') await stripe.subscriptions.cancel(object_id, {}, on)
  if (kind === 'checkout') await endCheckout(stripe, object_id, on)
  if (kind === 'account')
    await stripe.oauth
      .deauthorize({ client_id: kernel.payments.connectClientId(mode) ?? '', stripe_user_id: account_id })
      .catch((error: unknown) => {
        // The account's owner was faster.
        if (!/not connected to stripe account/i.test(String(error))) throw error
      })
}

/** A checkout that was paid while its shop went: money is the owner's, what would be charged again ends. */
async function endCheckout(stripe: Stripe, id: string, on: { stripeAccount: string }): Promise<void> {
  const session = await stripe.checkout.sessions.retrieve(id, {}, on)
  if (session.status === 'open') return void (await stripe.checkout.sessions.expire(id, {}, on))
  const subscription = session.subscription
  if (subscription)
    await stripe.subscriptions.cancel(
      typeof subscription === 'string' ? subscription : subscription.id,
      {},
      on,
    )
}
