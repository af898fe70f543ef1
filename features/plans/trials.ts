import { createHash } from 'node:crypto'
import type Stripe from 'stripe'
import type { PaymentMode } from '#kernel/config.ts'
import type { Db } from '#kernel/db/database.ts'
import type { CustomerKey } from './customers.ts'

/** What one free trial is counted by; only its hash is kept, beyond the account's end. */
const subject = (kind: 'user' | 'email' | 'card', value: string): Buffer =>
  createHash('sha256').update(`${kind}:${value}`).digest()

/** One mailbox, one person: what stands behind a plus is the reader's own label. */
const mailbox = (email: string): string => email.toLowerCase().replace(/\+[^@]*(?=@[^@]*$)/, '')

function subjectsOf(userId: string, email: string | undefined): Buffer[] {
  return [subject('user', userId), ...(email ? [subject('email', mailbox(email))] : [])]
}

/** Whether this person had the free trial, or any plan, before: then a plan begins with its price. */
export async function hadTrial(
  db: Db,
  { userId, mode }: CustomerKey,
  email: string | undefined,
): Promise<boolean> {
  const trial = await db
    .selectFrom('app.plan_trials')
    .select('mode')
    .where('mode', '=', mode)
    .where('subject', 'in', subjectsOf(userId, email))
    .limit(1)
    .executeTakeFirst()
  if (trial) return true
  const earlier = await db
    .selectFrom('subscriptions')
    .select('id')
    .where('user_id', '=', userId)
    .where('mode', '=', mode)
    .limit(1)
    .executeTakeFirst()
  return earlier !== undefined
}

/**
 * Notes who has their trial with this subscription: the person, and the card that it began with. The first subscription
 * that names one keeps it; a card that is put in later begins no trial and is not looked at.
 * @param subscription with its payment method expanded
 * @returns false when the person or the card had theirs with another one
 */
export async function claimTrial(
  db: Db,
  { userId, mode }: CustomerKey,
  email: string | undefined,
  subscription: Stripe.Subscription,
): Promise<boolean> {
  const person = subjectsOf(userId, email)
  if ((await claimsOf(db, mode, subscription.id)) > person.length) return true
  const card = fingerprintOf(subscription)
  const subjects = [...person, ...(card ? [subject('card', card)] : [])]
  await db
    .insertInto('app.plan_trials')
    .values(
      subjects
        .toSorted((a, b) => a.compare(b))
        .map((one) => ({ mode, subject: one, subscription_id: subscription.id })),
    )
    .onConflict((conflict) => conflict.columns(['mode', 'subject']).doNothing())
    .execute()
  const other = await db
    .selectFrom('app.plan_trials')
    .select('subscription_id')
    .where('mode', '=', mode)
    .where('subject', 'in', subjects)
    .where('subscription_id', '<>', subscription.id)
    .limit(1)
    .executeTakeFirst()
  return other === undefined
}

/** How many (person by account and mailbox, then card) a subscription holds. */
async function claimsOf(db: Db, mode: PaymentMode, subscriptionId: string): Promise<number> {
  const { held } = await db
    .selectFrom('app.plan_trials')
    .select((eb) => eb.fn.countAll<number>().as('held'))
    .where('mode', '=', mode)
    .where('subscription_id', '=', subscriptionId)
    .executeTakeFirstOrThrow()
  return held
}

/** The provider's name for a card, the same whoever holds it; undefined for other ways to pay. */
function fingerprintOf({ default_payment_method: method }: Stripe.Subscription): string | undefined {
  return (typeof method === 'object' && method?.card?.fingerprint) || undefined
}
