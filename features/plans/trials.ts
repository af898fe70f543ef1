import { createHash } from 'node:crypto'
import type Stripe from 'stripe'
import type { PaymentMode } from '#kernel/config.ts'
import type { Db } from '#kernel/db/database.ts'
import type { CustomerKey } from './customers.ts'

/** What identifies a user of the free trial. Only its hash is stored, and it outlives the account. */
const subject = (kind: 'user' | 'email' | 'card', value: string): Buffer =>
  createHash('sha256').update(`${kind}:${value}`).digest()

/** One mailbox counts as one person: the part after a plus is a label of the recipient. */
const mailbox = (email: string): string => email.toLowerCase().replace(/\+[^@]*(?=@[^@]*$)/, '')

function subjectsOf(userId: string, email: string | undefined): Buffer[] {
  return [subject('user', userId), ...(email ? [subject('email', mailbox(email))] : [])]
}

/** Whether this user had the free trial or any plan before; then a plan starts with a payment. */
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
 * Claims the trial for this subscription: for the user, and for the card it started with. The first
 * subscription to claim either keeps it. A card added later starts no trial and is not checked.
 * @param subscription with its payment method expanded
 * @returns false if the user or the card already used a trial with another subscription
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

/** Number of identifiers (account, mailbox, card) that a subscription has claimed. */
async function claimsOf(db: Db, mode: PaymentMode, subscriptionId: string): Promise<number> {
  const { held } = await db
    .selectFrom('app.plan_trials')
    .select((eb) => eb.fn.countAll<number>().as('held'))
    .where('mode', '=', mode)
    .where('subscription_id', '=', subscriptionId)
    .executeTakeFirstOrThrow()
  return held
}

/** The provider's fingerprint of a card, equal for all its holders; undefined for other payment methods. */
function fingerprintOf({ default_payment_method: method }: Stripe.Subscription): string | undefined {
  return (typeof method === 'object' && method?.card?.fingerprint) || undefined
}
