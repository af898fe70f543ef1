import { sourceSetting } from './request-source.ts'

/** The four PostgreSQL roles that a request can run as. */
export type Role = 'anon' | 'authenticated' | 'end_user' | 'service_role'

/** Pool of the creators. A tenant's end users are in a pool whose id is the tenant's id. */
export const PLATFORM_POOL = '00000000-0000-0000-0000-000000000000'

/** The caller, as row-level security sees it in `request.jwt.claims`. */
export interface Claims {
  role: Role
  /** PLATFORM_POOL, or a tenant id. */
  pool: string
  /** Tenant id, when the request came with a tenant's public key or an end user's token. */
  tenant?: string
  sub?: string
  email?: string
  session_id?: string
  aal?: string
  aud?: string
  exp?: number
  [claim: string]: unknown
}

/** A visitor of the platform without a session. */
export const ANONYMOUS: Claims = { role: 'anon', pool: PLATFORM_POOL }

/** The server itself. */
export const SERVICE: Claims = { role: 'service_role', pool: PLATFORM_POOL }

/** Names of the transaction-local settings, in the order of the parameters in SETTINGS_SQL. */
export const SETTINGS = [
  'role',
  'request.jwt.claims',
  'request.eq',
  'request.method',
  'request.path',
  'request.headers',
  'statement_timeout',
  'transaction_read_only',
  'response.status',
  'response.headers',
  'request.source',
  'request.member',
] as const

/** Default statement timeout in milliseconds. */
export const STATEMENT_TIMEOUT = 30_000

/**
 * Statement timeout in milliseconds for queries that outside callers compose, by role. Queries usually take a tenth of
 * a second; the timeout stops mistakes and attacks.
 */
export const ROLE_TIMEOUT: Record<Role, number> = {
  anon: 3000,
  end_user: 3000,
  authenticated: 8000,
  service_role: 60_000,
}

export interface TransactionSettings {
  settings?: Record<string, string>
  /** Milliseconds after which PostgreSQL cancels a statement (SQLSTATE 57014). Default: STATEMENT_TIMEOUT. */
  timeoutMs?: number
  readOnly?: boolean
}

/** Values of SETTINGS without a caller; used to prepare the statement that sets them. */
export const NO_SETTINGS = ['anon', '', '', '', '', '', '0', 'off', '', '', '', '']

/** Values for SETTINGS, in order. Unused settings get an empty or default value, so that nothing carries over. */
export function settingValues(claims: Claims, options: TransactionSettings = {}): string[] {
  const given = options.settings ?? {}
  const unknown = Object.keys(given).find((name) => !(SETTINGS as readonly string[]).includes(name))
  if (unknown) throw new TypeError(`${unknown} is not a transaction setting of ours`)
  return [
    claims.role,
    JSON.stringify(claims),
    given['request.eq'] ?? '{}',
    given['request.method'] ?? '',
    given['request.path'] ?? '',
    given['request.headers'] ?? '{}',
    String(options.timeoutMs ?? STATEMENT_TIMEOUT),
    options.readOnly ? 'on' : 'off',
    given['response.status'] ?? '',
    given['response.headers'] ?? '',
    sourceSetting(),
    memberSetting(claims),
  ]
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * The value of `request.member`: tenant and id of the member who makes the request, 36 characters each. Empty for every
 * other caller, and for a member who is only assumed (View as). `app.my_audiences()` finds the member's row by it.
 */
export const memberSetting = (claims: Claims): string =>
  claims.role === 'end_user' &&
  UUID.test(claims.tenant ?? '') &&
  UUID.test(claims.sub ?? '') &&
  !('pretend' in claims)
    ? `${claims.tenant}${claims.sub}`
    : ''
