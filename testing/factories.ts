import { randomUUID } from 'node:crypto'
import type { Database } from '#kernel/db/database.ts'
import { SERVICE } from '#kernel/db/claims.ts'

export interface TestTenant {
  id: string
  public_key: string
  name: string
  owner: string
}

/**
 * Creates a tenant as `create_tenant_autoprovision` does, with its default product, on the Free plan unless `plan` is
 * given. The owner needs no account, which the function demands.
 */
export async function makeTenant(
  database: Database,
  options: { owner?: string; name?: string; plan?: 'pro' | 'business' } = {},
): Promise<TestTenant> {
  const owner = options.owner ?? randomUUID()
  const { rows } = await database.once<{ id: string; public_key: string; name: string }>(SERVICE, {
    text: `insert into public.tenants (name, public_key, owner_user_id)
      values ($1, 'pk_' || app.random_text(24), $2) returning id, public_key, name`,
    values: [options.name ?? 'Hearth & Rye', owner],
  })
  if (options.plan) await givePlan(database, owner, options.plan)
  return { ...rows[0]!, owner }
}

/** Gives a creator a paid plan, as an operator does manually. */
export async function givePlan(database: Database, owner: string, plan: 'pro' | 'business'): Promise<void> {
  await database.once(SERVICE, {
    text: `insert into public.bolt_subscriptions (user_id, plan_id, status) values ($1, $2, 'active')
      on conflict (user_id) do update set plan_id = excluded.plan_id, status = excluded.status`,
    values: [owner, plan],
  })
}

/** Creates a product of a tenant and returns its id. */
export async function makeItem(
  database: Database,
  tenantId: string,
  item: {
    name?: string
    price_cents?: number
    currency?: string
    active?: boolean
    interval?: string
    stock?: number
  } = {},
): Promise<string> {
  const { rows } = await database.once<{ id: string }>(SERVICE, {
    text: `insert into public.items (tenant_id, name, price_cents, currency, active, interval, stock)
      values ($1, $2, $3, $4, $5, $6, $7) returning id`,
    values: [
      tenantId,
      item.name ?? 'Rye & honey loaf',
      item.price_cents ?? 1000,
      item.currency ?? 'eur',
      item.active ?? true,
      item.interval ?? null,
      item.stock ?? null,
    ],
  })
  return rows[0]!.id
}
