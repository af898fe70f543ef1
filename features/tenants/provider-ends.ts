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
/** Pause between two attempts for the same object. */
const PAUSE = sql`interval '5 minutes'`
/** After this time a row is dropped, because further attempts are unlikely to succeed. */
const MAX_AGE = sql`interval '30 days'`

/**
 * Ends what deleted tenants and erased users left open at the card provider: subscriptions and checkouts, and finally,
 * when an account has nothing left, our access to it. Requests that the provider refuses are retried for 30 days.
 */
export async function endAtProvider(kernel: Kernel): Promise<void> {
  for (;;) {
    const ends = await claimDue(kernel)
    for (const end of ends) await settle(kernel, end)
    if (ends.length < BATCH) return
  }
}

/** Claims due rows and marks the attempt, so that a failing row is not retried immediately. */
async function claimDue(kernel: Kernel): Promise<End[]> {
  const { rows } = await kernel.database.asService(
    'job: claim what deleted tenants left at the provider',
    (db) =>
      sql<End>`update app.provider_ends e set tried_at = now()
      where (mode, account_id, kind, object_id) in (
        select mode, account_id, kind, object_id from app.provider_ends d
        where (tried_at is null or tried_at < now() - ${PAUSE})
          -- Our access to an account is released last, and never while a tenant uses the account.
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
    if (kernel.payments.configured(end.mode)) await endObject(kernel, end)
    else refusal = `No ${end.mode} keys are set`
  } catch (error) {
    if (!isGone(error)) refusal = String(error)
  }
  if (refusal) kernel.log.warn({ ...end, refusal }, 'could not yet end what was left open at the provider')
  await kernel.database.asService('job: record the end of what a deleted tenant left at the provider', (db) =>
    (refusal
      ? sql`with over as (delete from app.provider_ends where ${matches(end)} and created_at < now() - ${MAX_AGE})
          update app.provider_ends set refusal = ${refusal.slice(0, 500)}
          where ${matches(end)} and created_at >= now() - ${MAX_AGE}`
      : sql`delete from app.provider_ends where ${matches(end)}`
    ).execute(db),
  )
}

const matches = ({ mode, account_id, kind, object_id }: End) =>
  sql`mode = ${mode} and account_id = ${account_id} and kind = ${kind} and object_id = ${object_id}`

async function endObject(kernel: Kernel, { mode, account_id, kind, object_id }: End): Promise<void> {
  const stripe = kernel.payments.client(mode)
  const on = { stripeAccount: account_id }
  if (kind === 'subscription') await stripe.subscriptions.cancel(object_id, {}, on)
  if (kind === 'checkout') await endCheckout(stripe, object_id, on)
  if (kind === 'account')
    await stripe.oauth
      .deauthorize({ client_id: kernel.payments.connectClientId(mode) ?? '', stripe_user_id: account_id })
      .catch((error: unknown) => {
        // The account's owner has already disconnected it.
        if (!/not connected to stripe account/i.test(String(error))) throw error
      })
}

/**
 * Ends a checkout. If it was paid while the tenant was deleted, or the buyer erased, the owner keeps the money and
 * its subscription ends.
 */
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
