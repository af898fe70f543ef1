/**
 * The users and tenants of all access matrices, with fixed ids, so that expectations can name them: creators
 * A and B with one tenant each, end users of both tenants, and a creator without data.
 */
export const world = {
  creatorA: 'aaaaaaaa-0000-7000-8000-00000000000a',
  creatorB: 'bbbbbbbb-0000-7000-8000-00000000000b',
  newCreator: 'cccccccc-0000-7000-8000-00000000000c',
  adminA: 'aaaaaaaa-0000-7000-8000-0000000000ad',
  editorA: 'aaaaaaaa-0000-7000-8000-0000000000ed',
  supportA: 'aaaaaaaa-0000-7000-8000-00000000005a',
  doorA: 'aaaaaaaa-0000-7000-8000-0000000000d0',
  formerA: 'aaaaaaaa-0000-7000-8000-0000000000f0',
  adminB: 'bbbbbbbb-0000-7000-8000-0000000000ad',
  invitedA: 'aaaaaaaa-0000-7000-8000-00000000001a',
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

/** The staff of tenant A. One was removed, and another was invited but has not accepted. */
export const staff = [
  { tenant_id: world.tenantA, user_id: world.adminA, role: 'admin' },
  { tenant_id: world.tenantA, user_id: world.editorA, role: 'editor' },
  { tenant_id: world.tenantA, user_id: world.supportA, role: 'support' },
  { tenant_id: world.tenantA, user_id: world.doorA, role: 'door' },
].map((member) => ({ ...member, invited_by: world.creatorA, created_at: '2026-01-01T00:00:00Z' }))

export const invitation = {
  tenant_id: world.tenantA,
  id: 'aaaaaaaa-0000-7000-8000-0000000001a1',
  email: emailOf(world.invitedA),
  role: 'admin',
  token_hash: `\\x${'aa'.repeat(32)}`,
  invited_by: world.creatorA,
  created_at: '2026-01-01T00:00:00Z',
  expires_at: '2100-01-01T00:00:00Z',
}

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
  staff_two_step: false,
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  audit_days: 90,
  measuring: 'off',
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
