import { endpoint } from '#kernel/browser/endpoint.ts'

/** A user with an account at a tenant. Times are ISO 8601. */
export interface Customer {
  id: string
  /** Empty for a guest, or for a user who has only a phone number. */
  email: string
  email_confirmed: boolean
  /** E.164 without the plus; empty without a number. */
  phone: string
  /** The name that the user entered, never verified; may be empty. */
  name: string
  /** How they sign in: `email`, `phone`, `google` … */
  providers: string[]
  /** A guest has no account, only a session. */
  guest: boolean
  /** The end of a ban; null without a ban. */
  banned_until: string | null
  created_at: string
  last_sign_in_at: string | null
  /**
   * The number of paid orders in the requested mode. `spent` is the amount paid minus refunds, by currency.
   */
  purchases: number
  spent: Money[]
}

/** Minor units of a currency. */
export interface Money {
  amount: number
  currency: string
}

export type CustomerFilter = 'all' | 'buyers' | 'unconfirmed' | 'banned' | 'guests'

/** What customers can be sorted by; `-created` means the newest first, as without a sort. */
export type CustomerSort = 'created' | 'last-sign-in' | 'email'

export interface CustomerQuery {
  tenantId: string
  /** The mode of the purchases. Defaults to the tenant's current mode. */
  mode?: 'test' | 'live'
  filter?: CustomerFilter
  /** Name of a role that they have. */
  role?: string
  /** A substring of an email, a phone number or a name, or a whole id. */
  q?: string
}

export interface CustomersPage {
  customers: Customer[]
  /** The number of matching customers, counted up to 10,000. Only on the first page. */
  total: number | null
  /** Send it as `cursor` to get the next page; null on the last page. */
  next: string | null
}

/** A sign-in method. */
export interface CustomerIdentity {
  provider: string
  /** Its email or phone number, if it has one. */
  address: string
  last_sign_in_at: string | null
  created_at: string
}

/** A session of the customer. */
export interface CustomerSession {
  id: string
  user_agent: string | null
  ip: string | null
  /** The builder's own application that it belongs to; null for the tenant's sites. */
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
  /** The kinds of the verified second factors. */
  factors: string[]
  /** The most recently used sessions first, at most 100. */
  sessions: CustomerSession[]
  /** Orders in the requested mode, newest first, at most 50, without abandoned checkouts. */
  orders: CustomerPurchase[]
}

/** A `cursor` works only with the `sort` that it was made for. */
export const listCustomers = endpoint<
  CustomerQuery & { sort?: CustomerSort | `-${CustomerSort}`; cursor?: string; limit?: number },
  CustomersPage
>('GET', '/tenant-customers/:tenantId/customers')

/** The name of a person by id: the name, else the email or phone number, of a customer, or of one who owns or runs the tenant. */
export interface PersonName {
  id: string
  name: string
}

/** Names for ids that other data contains, at most 100. Unknown ones are left out. Needs the right `people`. */
export const readNames = endpoint<{ tenantId: string; ids: string[] }, { names: PersonName[] }>(
  'POST',
  '/tenant-customers/:tenantId/names',
)

/**
 * The same customers as a CSV file (text/csv, at most 50,000 rows). Cells that a spreadsheet would execute
 * are escaped.
 */
export const exportCustomers = endpoint<CustomerQuery, string>(
  'GET',
  '/tenant-customers/:tenantId/customers.csv',
)

/** One customer of one tenant. */
export interface CustomerOf {
  tenantId: string
  customerId: string
}

export const readCustomer = endpoint<CustomerOf & { mode?: 'test' | 'live' }, CustomerDetail>(
  'GET',
  '/tenant-customers/:tenantId/customers/:customerId',
)

/**
 * Bans a customer: they cannot sign in, and their sessions end within seconds. `hours` is from 1 to 87600;
 * without it the ban is permanent.
 */
export const banCustomer = endpoint<CustomerOf & { hours?: number }, Customer>(
  'POST',
  '/tenant-customers/:tenantId/customers/:customerId/ban',
)

export const unbanCustomer = endpoint<CustomerOf, Customer>(
  'POST',
  '/tenant-customers/:tenantId/customers/:customerId/unban',
)

/** Ends one session, or all of them. The customer can sign in again. */
export const signOutCustomer = endpoint<CustomerOf & { session_id?: string }, { ended: number }>(
  'POST',
  '/tenant-customers/:tenantId/customers/:customerId/sign-out',
)

/**
 * Everything that is stored about a customer, as a ZIP file: `data.json`, and their files in `files/`. Secrets
 * and hashes are not in it.
 */
export const exportCustomerData = endpoint<CustomerOf, Blob>(
  'GET',
  '/tenant-customers/:tenantId/customers/:customerId/data.zip',
)

/**
 * The same for the calling end user. Neither field is needed within ten minutes of the sign-in; otherwise 400
 * `current_password_required` or `reauthentication_needed`.
 */
export const exportOwnData = endpoint<{ password?: string; nonce?: string }, Blob>('POST', '/my-data')

/**
 * Erases the person: the account, its sign-in methods, memberships, roles and files. Orders are the tenant's
 * accounting records and stay, without the person. 409 `subscription_lives` while the customer is still
 * charged for something. The same address can sign up again, as a new person.
 */
export const deleteCustomer = endpoint<CustomerOf, { deleted: true }>(
  'DELETE',
  '/tenant-customers/:tenantId/customers/:customerId',
)
