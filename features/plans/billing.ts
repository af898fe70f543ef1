import { sql } from 'kysely'
import type { Claims } from '#kernel/db/claims.ts'
import type { Db } from '#kernel/db/database.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { instant, readAccess } from './access.ts'
import { findCustomer, findCreatorEmail } from './customers.ts'
import type { CustomerKey } from './customers.ts'
import type { Billing } from './endpoints.ts'
import { wasRefused } from './notices.ts'
import { PLAN_CURRENCY } from './plans.ts'
import { hadTrial } from './trials.ts'

/** The caller's plan, price and available actions, from our own rows. */
export async function readBilling(kernel: Kernel, claims: Claims): Promise<Billing> {
  const mode = kernel.payments.platformMode
  const key = { userId: claims.sub!, mode }
  const { active, plan, staff } = await readAccess(kernel, claims)
  return kernel.database.asService('closed: billing of the caller', async (db) => ({
    mode,
    active,
    plan,
    staff,
    held: await heldPlan(db, key),
    day_pass: await runningPass(db, key.userId),
    trial_available: !(await hadTrial(db, key, await findCreatorEmail(db, key.userId))),
    trial_refused: await lastWasRefused(db, key),
    manageable: (await findCustomer(db, key)) !== undefined,
  }))
}

interface Held {
  plan_id: string
  name: string
  status: string
  price_cents: number
  currency: string
  interval: string
  trial_end: Date | null
  current_period_end: Date | null
  cancel_at: Date | null
  past_due_since: Date | null
  grace_ends_at: Date | null
}

/** The plan's row with its subscription; a plan granted by the operator has no subscription. */
async function heldPlan(db: Db, { userId, mode }: CustomerKey): Promise<Billing['held']> {
  const { rows } = await sql<Held>`
    select h.plan_id, p.name, h.status, coalesce(s.unit_amount, p.price_cents) as price_cents,
      coalesce(s.currency, ${PLAN_CURRENCY}) as currency, coalesce(s.interval, p.interval) as interval,
      h.trial_end, h.current_period_end, s.cancel_at, s.past_due_since, s.past_due_since + app.grace() as grace_ends_at
    from public.bolt_subscriptions h join public.bolt_plans p on p.id = h.plan_id
    left join lateral (
      select * from public.subscriptions s
      where s.user_id = h.user_id and s.mode = ${mode} and s.plan_id = h.plan_id
      order by (s.status in ('active', 'trialing', 'past_due')) desc, s.created_at desc limit 1) s on true
    where h.user_id = ${userId}`.execute(db)
  const [held] = rows
  if (!held) return null
  return {
    ...held,
    trial_end: instant(held.trial_end),
    current_period_end: instant(held.current_period_end),
    cancel_at: instant(held.cancel_at),
    past_due_since: instant(held.past_due_since),
    grace_ends_at: instant(held.grace_ends_at),
  }
}

/**
 * Whether the newest chosen plan was ended because of a second free trial; a plan in good standing takes
 * precedence.
 */
async function lastWasRefused(db: Db, { userId, mode }: CustomerKey): Promise<boolean> {
  const last = await db
    .selectFrom('subscriptions')
    .select('stripe_subscription_id as id')
    .where('user_id', '=', userId)
    .where('mode', '=', mode)
    .orderBy(sql`status in ('active', 'trialing', 'past_due')`, 'desc')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.id ? wasRefused(db, userId, last.id) : false
}

async function runningPass(db: Db, userId: string): Promise<Billing['day_pass']> {
  const tenant = await db
    .selectFrom('tenants')
    .select(['id', 'name', 'access_expires_at'])
    .where('owner_user_id', '=', userId)
    .where('subscription_tier', '=', 'day_pass')
    .where('subscription_status', '=', 'active')
    .where('access_expires_at', '>', sql<Date>`now()`)
    .orderBy('access_expires_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return tenant
    ? { tenant_id: tenant.id, tenant_name: tenant.name, expires_at: tenant.access_expires_at!.toISOString() }
    : null
}
