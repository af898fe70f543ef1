import { sql } from 'kysely'
import type { Db } from '#kernel/db/database.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { writeLetter } from '#kernel/mail/letter.ts'
import type { Letter } from '#kernel/mail/letter.ts'
import { findCreatorEmail } from './customers.ts'

export interface Notice {
  user_id: string
  kind: 'trial_will_end' | 'payment_failed' | 'action_required' | 'plan_ended' | 'trial_refused'
  /** The provider's subscription or invoice. */
  about: string
}

/** Queues an email, once per subject. The job exists exactly if the caller's transaction commits. */
export async function notify(kernel: Kernel, db: Db, notice: Notice): Promise<void> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('app.plan_notices')
    .values(notice)
    .onConflict((conflict) => conflict.columns(['user_id', 'kind', 'about']).doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 1n) await kernel.jobs.send(db, 'plan-mail', notice)
}

/**
 * Whether a subscription was ended because of a second free trial. The email about it is the only record of
 * that.
 */
export async function wasRefused(db: Db, userId: string, subscriptionId: string): Promise<boolean> {
  const notice = await db
    .selectFrom('app.plan_notices')
    .select('kind')
    .where('user_id', '=', userId)
    .where('kind', '=', 'trial_refused')
    .where('about', '=', subscriptionId)
    .executeTakeFirst()
  return notice !== undefined
}

/**
 * Sends the emails that `notify` queued. An email that was already sent, or whose user was deleted, is
 * skipped.
 */
export async function sendNotice(kernel: Kernel, notice: Notice): Promise<void> {
  const found = await kernel.database.asService('job: read an email about a plan', async (db) => {
    const open = await ofNotice(db, notice).select('kind').where('sent_at', 'is', null).executeTakeFirst()
    if (!open) return undefined
    const row = await db
      .selectFrom('subscriptions as s')
      .leftJoin('bolt_plans as p', 'p.id', 's.plan_id')
      .select(['p.name', 's.trial_end'])
      .where('s.user_id', '=', notice.user_id)
      .orderBy('s.created_at', 'desc')
      .limit(1)
      .executeTakeFirst()
    return {
      email: await findCreatorEmail(db, notice.user_id),
      plan: row?.name ?? 'paid',
      ends: row?.trial_end,
    }
  })
  if (!found) return
  if (found.email)
    await kernel.mail.send({
      to: found.email,
      ...writeLetter(letterOf(notice.kind, found.plan, found.ends ?? null, kernel.config.publicUrl)),
    })
  await kernel.database.asService('job: record a sent email about a plan', (db) =>
    db
      .updateTable('app.plan_notices')
      .set({ sent_at: sql<Date>`now()` })
      .where('user_id', '=', notice.user_id)
      .where('kind', '=', notice.kind)
      .where('about', '=', notice.about)
      .execute(),
  )
}

const ofNotice = (db: Db, { user_id, kind, about }: Notice) =>
  db
    .selectFrom('app.plan_notices')
    .where('user_id', '=', user_id)
    .where('kind', '=', kind)
    .where('about', '=', about)

const day = (moment: Date) => moment.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** The subject, lines and button link of each email. */
const MESSAGES: Record<
  Notice['kind'],
  (plan: string, when: string) => [subject: string, lines: string[], to: 'billing' | 'pricing']
> = {
  trial_will_end: (plan, when) => [
    'Your free trial has started',
    [
      `Your free trial of the ${plan} plan has started, with all its features. It ends${when}. Then we charge your card.`,
      'Cancel before it ends to pay nothing.',
    ],
    'billing',
  ],
  payment_failed: (plan) => [
    'Your payment did not go through',
    [
      `The payment for your ${plan} plan did not go through. We will try again in the next few days.`,
      'Your plan stays active for now. Check your card to keep it.',
    ],
    'billing',
  ],
  action_required: (plan) => [
    'Confirm a payment with your bank',
    [`The payment for your ${plan} plan is on hold until you confirm it with your bank.`],
    'billing',
  ],
  plan_ended: (plan) => [
    `Your ${plan} plan has ended`,
    [
      `Your ${plan} plan has ended. Your work is still there, and you will not be charged again.`,
      'To continue, choose a plan at any time.',
    ],
    'pricing',
  ],
  trial_refused: () => [
    'You already used your free trial',
    [
      'Each person and card gets one free trial, and yours has already been used.',
      'You were not charged. Choose the plan again to start without a trial.',
    ],
    'pricing',
  ],
}

function letterOf(kind: Notice['kind'], plan: string, ends: Date | null, publicUrl: string): Letter {
  const [subject, lines, to] = MESSAGES[kind](plan, ends ? ` on ${day(ends)}` : '')
  return {
    subject,
    brand: 'Bolt Blocks',
    lines,
    button:
      to === 'billing'
        ? { label: 'Manage Billing', address: `${publicUrl}/bolt/billing` }
        : { label: 'See plans', address: `${publicUrl}/bolt/pricing` },
    closing: ['You get this email because it is about your plan.'],
  }
}
