/**
 * The users and tenants of all access matrices, with fixed ids, so that expectations can name them: creators
 * A and B with one tenant each, end users of both tenants, and a creator without data.
 */
export const world = {
  creatorA: 'aaaaaaaa-0000-7000-8000-00000000000a',
  creatorB: 'bbbbbbbb-0000-7000-8000-00000000000b',
  newCreator: 'cccccccc-0000-7000-8000-00000000000c',
  tenantA: 'aaaaaaaa-0000-7000-8000-0000000000a0',
  tenantB: 'bbbbbbbb-0000-7000-8000-0000000000b0',
  noTenant: 'dddddddd-0000-7000-8000-0000000000d0',
  keyA: 'pk_AAAAAAAAAAAAAAAAAAAAAAAA',
  keyB: 'pk_BBBBBBBBBBBBBBBBBBBBBBBB',
  endUserA: 'aaaaaaaa-0000-7000-8000-0000000000ea',
  otherEndUserA: 'aaaaaaaa-0000-7000-8000-0000000000eb',
  newEndUserA: 'aaaaaaaa-0000-7000-8000-0000000000ec',
  endUserB: 'bbbbbbbb-0000-7000-8000-0000000000ea',
} as const

/** Email address of a user of the matrices, as in their verified token. */
export const emailOf = (id: string) => `${id.slice(0, 4)}-${id.slice(-4)}@example.test`

type Row = Record<string, unknown>

const tenant = (letter: 'a' | 'b', more: Row): Row => ({
  allowed_origins: [`https://${letter}.example`],
  theme: { variant: 'zen' },
  description: `Canary words of ${letter}`,
  status: 'active',
  stripe_mode: 'live',
  stripe_status: 'connected',
  stripe_account_id_test: `acct_canary_test_${letter}`,
  stripe_account_id_live: `acct_canary_live_${letter}`,
  auth_provider: 'auth0',
  auth_status: 'connected',
  auth0_domain: `${letter}.eu.auth0.com`,
  auth0_client_id: `client-${letter}`,
  auth0_client_secret: `canary-sealed-secret-${letter}`,
  subscription_status: 'active',
  subscription_tier: 'day_pass',
  access_expires_at: '2100-01-01T00:00:00Z',
  day_pass_expires_at: '2100-01-01T00:00:00Z',
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  audit_days: 90,
  ...more,
})

/** The two tenants with every column filled, so that values that must stay hidden exist. */
export const tenants: Record<'tenant A' | 'tenant B', Row> = {
  'tenant A': tenant('a', {
    id: world.tenantA,
    name: 'Tenant A',
    public_key: world.keyA,
    owner_user_id: world.creatorA,
  }),
  'tenant B': tenant('b', {
    id: world.tenantB,
    name: 'Tenant B',
    public_key: world.keyB,
    owner_user_id: world.creatorB,
  }),
}
