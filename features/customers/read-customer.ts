import { sql } from 'kysely'
import type { Claims } from '#kernel/db/claims.ts'
import type { Db } from '#kernel/db/database.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { tenantWith } from '#kernel/tenant-with.ts'
import type { Customer, CustomerDetail, CustomerIdentity, CustomerOf, CustomerSession } from './endpoints.ts'
import { customerErrors } from './errors.ts'
import { personById } from './people.ts'
import { purchasesOf, withPurchases } from './spending.ts'

type CustomerRequest = CustomerOf & { mode?: 'test' | 'live' }

/**
 * Returns one customer of the caller's own tenant, with sign-in methods, sessions and purchases.
 * @throws {AppError} tenant_not_found, customer_not_found
 */
export async function customerDetail(
  kernel: Kernel,
  claims: Claims,
  request: CustomerRequest,
): Promise<CustomerDetail> {
  const { customer, mode } = await read(kernel, claims, request)
  const { tenantId, customerId } = request
  const more = await kernel.database.asService(
    'closed: a customer of a tenant, for its owner',
    async (db) => ({
      identities: await identitiesOf(db, tenantId, customerId),
      factors: await factorsOf(db, tenantId, customerId),
      sessions: await sessionsOf(db, tenantId, customerId),
    }),
  )
  const orders = await kernel.database.withClaims(claims, (db) => purchasesOf(db, tenantId, mode, customerId))
  return { ...customer, ...more, orders }
}

/** Returns the same customer as in the list. @throws {AppError} tenant_not_found, customer_not_found */
export async function readCustomer(
  kernel: Kernel,
  claims: Claims,
  request: CustomerRequest,
): Promise<Customer> {
  return (await read(kernel, claims, request)).customer
}

async function read(kernel: Kernel, claims: Claims, { tenantId, customerId, mode }: CustomerRequest) {
  const tenant = await kernel.database.withClaims(claims, (db) => tenantWith(db, tenantId, 'people'))
  const person = await kernel.database.asService('closed: a customer of a tenant, for its owner', (db) =>
    personById(db, tenant.id, customerId),
  )
  if (!person) throw customerErrors.customer_not_found()
  const of = mode ?? tenant.stripe_mode
  const [customer] = await kernel.database.withClaims(claims, (db) =>
    withPurchases(db, tenant.id, of, [person]),
  )
  return { customer: customer!, mode: of }
}

async function identitiesOf(db: Db, pool: string, user: string): Promise<CustomerIdentity[]> {
  const { rows } = await sql<CustomerIdentity>`
    select provider, left(coalesce(identity_data ->> 'email', identity_data ->> 'phone', ''), 320) as address,
      to_json(last_sign_in_at) #>> '{}' as last_sign_in_at, to_json(created_at) #>> '{}' as created_at
    from auth.identities i where pool_id = ${pool} and user_id = ${user} order by i.created_at limit 50`.execute(
    db,
  )
  return rows
}

async function factorsOf(db: Db, pool: string, user: string): Promise<string[]> {
  const { rows } = await sql<{ kind: string }>`
    select distinct factor_type as kind from auth.mfa_factors
    where pool_id = ${pool} and user_id = ${user} and status = 'verified'
    union select 'passkey' from auth.passkeys where pool_id = ${pool} and user_id = ${user}
    order by kind`.execute(db)
  return rows.map(({ kind }) => kind)
}

async function sessionsOf(db: Db, pool: string, user: string): Promise<CustomerSession[]> {
  const { rows } = await sql<CustomerSession>`
    select s.id, s.user_agent, host(s.ip) as ip, c.client_name as app,
      to_json(s.created_at) #>> '{}' as created_at, to_json(s.refreshed_at) #>> '{}' as refreshed_at
    from auth.sessions s left join auth.oauth_clients c on c.pool_id = s.pool_id and c.id = s.oauth_client_id
    where s.pool_id = ${pool} and s.user_id = ${user} order by s.refreshed_at desc limit 100`.execute(db)
  return rows
}
