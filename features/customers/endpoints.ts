import { endpoint } from '#kernel/browser/endpoint.ts'

/** A person with an account at a tenant. Times are ISO 8601. */
export interface Customer {
  id: string
  /** Empty for somebody with a telephone number alone, or a guest. */
  email: string
  email_confirmed: boolean
  /** E.164 without the plus; empty when there is none. */
  phone: string
  /** What they call themselves, if they said so; never checked. */
  name: string
  /** How they sign in: `email`, `phone`, `google` … */
  providers: string[]
  /** Came without an account: the session is all there is. */
  guest: boolean
  /** Shut out until then; null for everybody else. */
  banned_until: string | null
  created_at: string
  last_sign_in_at: string | null
  /** Paid orders in the mode that was asked for, and what was paid less what went back, by currency. */
  purchases: number
  spent: Money[]
}

/** Minor units of a currency. */
export interface Money {
  amount: number
  currency: string
}

export type CustomerFilter = 'all' | 'buyers' | 'unconfirmed' | 'banned' | 'guests'

export interface CustomerQuery {
  tenantId: string
  /** Of the purchases; the tenant's current mode unless given. */
  mode?: 'test' | 'live'
  filter?: CustomerFilter
  /** Part of an address, a number or a name, or a whole id. */
  q?: string
}

export interface CustomersPage {
  /** Newest first. */
  customers: Customer[]
  /** How many there are of these, counted up to 10,000; on the first page only. */
  total: number | null
  /** Give it back as `cursor` for the next page; null on the last. */
  next: string | null
}

/** A way in. */
export interface CustomerIdentity {
  provider: string
  /** The address or number there, if it has one. */
  address: string
  last_sign_in_at: string | null
  created_at: string
}

/** Where the person is signed in. */
export interface CustomerSession {
  id: string
  user_agent: string | null
  ip: string | null
  /** The builder's own application it is for; null for the tenant's sites. */
  app: string | null
  created_at: string
  refreshed_at: string
}

export interface CustomerPurchase {
  id: string
  name: string
  quantity: number
  status: 'pending' | 'paid' | 'canceled' | 'expired' | 'failed' | 'refunded'
  amount_total: number
  amount_refunded: number
  currency: string
  interval: 'week' | 'month' | 'year' | null
  subscription_status: string | null
  created_at: string
}

export interface CustomerDetail extends Customer {
  identities: CustomerIdentity[]
  /** Second factors that are set up, by kind. */
  factors: string[]
  /** The most recently used first, at most 100. */
  sessions: CustomerSession[]
  /** In the mode that was asked for, newest first, at most 50; without checkouts that were left. */
  orders: CustomerPurchase[]
}

export const listCustomers = endpoint<CustomerQuery & { cursor?: string; limit?: number }, CustomersPage>(
  'GET',
  '/tenant-customers/:tenantId/customers',
)

/** The same people as a CSV file (text/csv, at most 50,000 rows); cells that a spreadsheet would run are defused. */
export const exportCustomers = endpoint<CustomerQuery, string>(
  'GET',
  '/tenant-customers/:tenantId/customers.csv',
)

/** One person of one tenant. */
export interface CustomerOf {
  tenantId: string
  customerId: string
}

export const readCustomer = endpoint<CustomerOf & { mode?: 'test' | 'live' }, CustomerDetail>(
  'GET',
  '/tenant-customers/:tenantId/customers/:customerId',
)

/**
 * Shuts somebody out: they cannot sign in, and what they have open ends within seconds. `hours` from 1 to 87600;
 * for good when left out.
 */
export const banCustomer = endpoint<CustomerOf & { hours?: number }, Customer>(
  'POST',
  '/tenant-customers/:tenantId/customers/:customerId/ban',
)

export const unbanCustomer = endpoint<CustomerOf, Customer>(
  'POST',
  '/tenant-customers/:tenantId/customers/:customerId/unban',
)

/** Ends one session, or all of them; whoever it was may sign in again. */
export const signOutCustomer = endpoint<CustomerOf & { session_id?: string }, { ended: number }>(
  'POST',
  '/tenant-customers/:tenantId/customers/:customerId/sign-out',
)

/**
 * Deletes the account for good; orders are the tenant's books and stay. 409 `subscription_lives` while the person is
 * still charged for something.
 */
export const deleteCustomer = endpoint<CustomerOf, { deleted: true }>(
  'DELETE',
  '/tenant-customers/:tenantId/customers/:customerId',
)
