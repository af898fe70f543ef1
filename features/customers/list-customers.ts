import type { Columns } from '#kernel/csv.ts'
import { csvFile, major } from '#kernel/csv.ts'
import type { Claims } from '#kernel/db/claims.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { tenantWith } from '#kernel/tenant-with.ts'
import type { Customer, CustomerQuery, CustomersPage } from './endpoints.ts'
import type { Which } from './people.ts'
import { countPeople, people } from './people.ts'
import { withPurchases } from './spending.ts'

const PAGE = 25
/** Maximum rows, more than a spreadsheet handles well. A search can narrow a longer list. */
const MAX_ROWS = 50_000

/**
 * Returns a page of the customers of the caller's own tenant, newest first unless `sort` says otherwise.
 * Sign-ups between two pages neither repeat nor hide a customer.
 * @throws {AppError} tenant_not_found, bad_cursor
 */
export async function listCustomers(
  kernel: Kernel,
  claims: Claims,
  { cursor, limit = PAGE, sort, ...query }: CustomerQuery & Paging,
): Promise<CustomersPage> {
  const which = { ...(await whichOf(kernel, claims, query)), sort }
  const { page, total } = await kernel.database.asService(
    'closed: customers of a tenant, for its owner',
    async (db) => ({
      page: await people(db, which, limit, cursor),
      total: cursor === undefined ? await countPeople(db, which) : null,
    }),
  )
  const customers = await kernel.database.withClaims(claims, (db) =>
    withPurchases(db, which.tenantId, which.mode, page.people),
  )
  return { customers, total, next: page.next }
}

interface Paging {
  cursor?: string
  limit?: number
  sort?: Which['sort']
}

/**
 * Returns the customers of a query as a CSV file.
 * @throws {AppError} tenant_not_found
 */
export async function exportCustomers(
  kernel: Kernel,
  claims: Claims,
  query: CustomerQuery,
): Promise<Response> {
  const which = await whichOf(kernel, claims, query)
  const { people: rows } = await kernel.database.asService(
    'closed: customers of a tenant as a file, for its owner',
    (db) => people(db, which, MAX_ROWS, undefined),
  )
  const customers = await kernel.database.withClaims(claims, (db) =>
    withPurchases(db, which.tenantId, which.mode, rows),
  )
  return csvFile('customers.csv', COLUMNS, customers)
}

/** Checks that the caller owns the tenant, because the following reads use the service role. */
async function whichOf(kernel: Kernel, claims: Claims, query: CustomerQuery): Promise<Which> {
  const tenant = await kernel.database.withClaims(claims, (db) => tenantWith(db, query.tenantId, 'people'))
  const { mode = tenant.stripe_mode, filter, role, q } = query
  return { tenantId: tenant.id, mode, filter, role, q }
}

const COLUMNS: Columns<Customer> = {
  Customer: (c) => c.id,
  Email: (c) => c.email,
  Confirmed: (c) => (c.email_confirmed ? 'yes' : 'no'),
  Phone: (c) => (c.phone ? `+${c.phone}` : ''),
  Name: (c) => c.name,
  'Signs in with': (c) => c.providers.join(' '),
  'Signed up': (c) => c.created_at,
  'Last sign-in': (c) => c.last_sign_in_at,
  'Banned until': (c) => c.banned_until,
  Purchases: (c) => c.purchases,
  Spent: (c) =>
    c.spent.map(({ amount, currency }) => `${major(amount, currency)} ${currency.toUpperCase()}`).join(' + '),
}
