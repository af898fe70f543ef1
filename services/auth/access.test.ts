import { PLATFORM_POOL } from '#kernel/db/claims.ts'
import { accessTests } from '#testing/access-matrix.ts'
import type { Row, TableAccess } from '#testing/access/types.ts'
import { emailOf, world } from '#testing/access/world.ts'

const { creatorA, creatorB, tenantA, endUserA, otherEndUserA } = world
const then = '2026-01-01T00:00:00Z'
const later = '2100-01-01T00:00:00Z'

const user = (pool_id: string, id: string) => ({
  pool_id,
  id,
  email: emailOf(id),
  encrypted_password: '$argon2id$canary',
  email_confirmed_at: then,
  phone: `49${Number.parseInt(id.slice(0, 4) + id.slice(-4), 16)}`,
  phone_confirmed_at: then,
  email_change: 'canary@example.test',
  email_change_sent_at: then,
  email_change_confirmed: 'current',
  phone_change: '4915100000000',
  phone_change_sent_at: then,
  reauthentication_sent_at: then,
  invited_at: then,
  is_sso_user: true,
  sign_up_contested: true,
  confirmation_sent_at: then,
  recovery_sent_at: then,
  last_sign_in_at: then,
  raw_app_meta_data: { provider: 'email' },
  raw_user_meta_data: { name: 'Canary' },
  is_anonymous: false,
  banned_until: then,
  deleted_at: then,
  created_at: then,
  updated_at: then,
})
const identity = (pool_id: string, user_id: string) => ({
  pool_id,
  id: user_id.replace('7000', '7001'),
  user_id,
  provider: 'email',
  provider_id: user_id,
  identity_data: { sub: user_id },
  last_sign_in_at: then,
  created_at: then,
  updated_at: then,
})
const session = (pool_id: string, user_id: string, n = 2) => ({
  pool_id,
  id: user_id.replace('7000', `700${n}`),
  user_id,
  aal: 'aal1',
  amr: '[{"method": "password", "timestamp": 1}]',
  refresh_counter: 1,
  refreshed_at: then,
  user_agent: 'canary',
  ip: '203.0.113.7/32',
  taken_up: true,
  oauth_client_id: null,
  factor_id: tenantA,
  counter_floor: 1,
  created_at: then,
})
const mailToken = (pool_id: string, user_id: string) => ({
  pool_id,
  user_id,
  type: 'signup',
  token_hash: '\\x01',
  code_hash: '\\x01',
  code_attempts: 1,
  redirect_to: 'https://a.example/canary',
  sent_to: 'canary@example.test',
  code_challenge: 'canary'.padEnd(43, '-'),
  code_challenge_method: 's256',
  created_at: then,
  expires_at: later,
})
const handOver = (pool_id: string, session_id: string, code_hash: string) => ({
  pool_id,
  code_hash,
  session_id,
  verifier_hash: '\\x01',
  expires_at: later,
})
const flowState = (pool_id: string, user_id: string, n: number) => ({
  pool_id,
  id: user_id.replace('7000', `701${n}`),
  user_id,
  auth_code_hash: `\\x0${n}`,
  code_challenge: 'canary'.padEnd(43, '-'),
  code_challenge_method: 's256',
  authentication_method: 'otp',
  aal: 'aal1',
  provider_tokens_sealed: 'canary-sealed-tokens',
  created_at: then,
  expires_at: later,
})
const factor = (pool_id: string, user_id: string, n = 1) => ({
  pool_id,
  id: user_id.replace('7000', `702${n}`),
  user_id,
  factor_type: 'totp',
  status: 'verified',
  friendly_name: 'canary phone',
  secret_sealed: 'canary-sealed-secret',
  last_used_step: 1,
  phone: '4915100000000',
  credential_id: `canary-${n}`,
  public_key: '\\x01',
  sign_count: 1,
  transports: ['usb'],
  rp_id: 'canary.example',
  attempts: 1,
  attempts_since: then,
  last_challenged_at: then,
  created_at: then,
  updated_at: then,
})
const mfaChallenge = (pool_id: string, factor_id: string) => ({
  pool_id,
  id: factor_id.replace('702', '703'),
  factor_id,
  ip: '203.0.113.7/32',
  attempts: 1,
  code_hash: '\\x01',
  challenge_hash: '\\x01',
  origin: 'https://canary.example',
  rp_id: 'canary.example',
  created_at: then,
  expires_at: later,
})
const recoveryCode = (pool_id: string, factor_id: string, code_hash: string) => ({
  pool_id,
  factor_id,
  code_hash,
  used_at: then,
})
const passkey = (pool_id: string, user_id: string, n = 1) => ({
  pool_id,
  id: user_id.replace('7000', `704${n}`),
  user_id,
  credential_id: `canary-${n}`,
  public_key: '\\x01',
  sign_count: 1,
  transports: ['internal'],
  rp_id: 'canary.example',
  backed_up: true,
  friendly_name: 'canary keychain',
  last_used_at: then,
  created_at: then,
})
const passkeyChallenge = (pool_id: string, user_id: string, n = 1) => ({
  pool_id,
  id: user_id.replace('7000', `705${n}`),
  user_id,
  challenge_hash: '\\x01',
  origin: 'https://canary.example',
  rp_id: 'canary.example',
  expires_at: later,
})
const knownPlace = (pool_id: string, user_id: string) => ({
  pool_id,
  user_id,
  place_hash: `\\x${'ca'.repeat(32)}`,
  seen_at: then,
})
const oauthClient = (pool_id: string, id: string) => ({
  pool_id,
  id,
  client_name: 'Canary App',
  secret_hash: '\\x01',
  token_endpoint_auth_method: 'client_secret_basic',
  registration_type: 'manual',
  client_uri: 'https://canary.example',
  logo_uri: 'https://canary.example/logo.png',
  redirect_uris: ['https://canary.example/back'],
  grant_types: ['authorization_code'],
  scope: 'email',
  created_at: then,
  updated_at: then,
})
const APP = 'aaaaaaaa-0000-7005-8000-0000000000c1'
const authorization = (pool_id: string, user_id: string, n: number) => ({
  pool_id,
  id: user_id.replace('7000', `706${n}`),
  client_id: APP,
  user_id,
  redirect_uri: 'https://canary.example/back',
  scope: 'email',
  state: 'canary',
  nonce: 'canary',
  code_challenge: 'canary'.padEnd(43, '-'),
  status: 'approved',
  code_hash: `\\x0${n}`,
  session_id: null,
  created_at: then,
  expires_at: later,
})
const consent = (pool_id: string, user_id: string) => ({
  pool_id,
  user_id,
  client_id: APP,
  scopes: ['email'],
  granted_at: then,
})
const poolSettings = (pool_id: string) => ({ pool_id, settings: { email: false }, updated_at: then })
const provider = (pool_id: string, name: string) => ({
  pool_id,
  name,
  id: pool_id,
  title: 'Canary',
  enabled: true,
  client_id: 'canary',
  client_secret_sealed: 'canary-sealed-secret',
  config: { issuer: 'https://canary.example' },
  created_at: then,
  updated_at: then,
})
const providerLogin = (pool_id: string, user_id: string) => ({
  pool_id,
  state_hash: '\\x01',
  provider: 'google',
  browser_hash: '\\x01',
  nonce: 'canary',
  verifier_sealed: 'canary-sealed-verifier',
  authorize_url: 'https://canary.example/authorize',
  redirect_to: 'https://a.example/canary',
  code_challenge: 'canary'.padEnd(43, '-'),
  code_challenge_method: 's256',
  linking_user_id: user_id,
  linking_session_id: session(pool_id, user_id).id,
  created_at: then,
  expires_at: later,
})
const usedMessage = (pool_id: string, byte: string) => ({
  pool_id,
  message_hash: `\\x${byte.repeat(32)}`,
  expires_at: later,
})
const signingKey = (kid: string, generation: number) => ({
  kid,
  private_jwk_sealed: 'canary-sealed-key',
  public_jwk: { kty: 'EC' },
  generation,
  signs_from: then,
  retires_at: later,
  created_at: then,
})

/** Only the service role reads and writes identities. Every other role is denied, even for its own row. */
const closed = (table: string, key: string[], rows: Record<string, Row>, spare: Row): TableAccess => ({
  table,
  key,
  columns: Object.keys(spare),
  rows,
  spare,
  rights: {},
})

accessTests({
  unit: 'services/auth',
  functions: {
    'auth.session_ended()': [],
    'auth.erase_person()': [],
    'auth.signing_keys_changed()': [],
    'auth.pool_settings_changed()': [],
    'auth.tenant_deleted()': [],
    'auth.tenant_apps_deleted()': [],
    'auth.user_barred()': [],
    'auth.providers_changed()': [],
    'auth.tenant_providers_deleted()': [],
    'auth.tenant_auth0_logins_deleted()': [],
    'auth.tenant_web3_deleted()': [],
  },
  tables: [
    {
      ...closed(
        'auth.users',
        ['pool_id', 'id'],
        {
          'creator A': user(PLATFORM_POOL, creatorA),
          'creator B': user(PLATFORM_POOL, creatorB),
          'end user of A': user(tenantA, endUserA),
        },
        user(tenantA, otherEndUserA),
      ),
      columns: [...Object.keys(user(tenantA, otherEndUserA)), 'barred_until'],
      computed: ['barred_until'],
      attempts: [
        {
          as: 'service',
          does: 'stores an address that another pool has, because each pool has its own users',
          sql: `insert into auth.users (pool_id, email) values ('${tenantA}', '${emailOf(creatorA)}')`,
          outcome: { inserts: 1 },
        },
        {
          as: 'service',
          does: 'cannot store the same address twice in a pool',
          sql: `insert into auth.users (pool_id, email) values ('${tenantA}', '${emailOf(endUserA)}')`,
          outcome: { fails: '23505' },
        },
        {
          as: 'service',
          does: 'cannot store an address that is not in lower case',
          sql: `insert into auth.users (pool_id, email) values ('${tenantA}', 'Ada@example.test')`,
          outcome: { fails: '23514' },
        },
        {
          as: 'service',
          does: 'cannot store a password that is not a hash',
          sql: `insert into auth.users (pool_id, encrypted_password) values ('${tenantA}', 'zebra-lantern-42-mop')`,
          outcome: { fails: '23514' },
        },
      ],
    },
    closed(
      'auth.auth0_logins',
      ['pool_id', 'nonce_hash'],
      {
        "tenant A's": {
          pool_id: tenantA,
          nonce_hash: '\\x01',
          created_at: then,
          expires_at: later,
        },
      },
      { pool_id: tenantA, nonce_hash: '\\x02', created_at: then, expires_at: later },
    ),
    closed(
      'auth.identities',
      ['pool_id', 'id'],
      { "creator A's": identity(PLATFORM_POOL, creatorA), "end user's": identity(tenantA, endUserA) },
      identity(PLATFORM_POOL, creatorB),
    ),
    closed(
      'auth.sessions',
      ['pool_id', 'id'],
      { "creator A's": session(PLATFORM_POOL, creatorA), "end user's": session(tenantA, endUserA) },
      session(PLATFORM_POOL, creatorB),
    ),
    closed(
      'auth.one_time_tokens',
      ['pool_id', 'user_id', 'type'],
      { "creator A's": mailToken(PLATFORM_POOL, creatorA), "end user's": mailToken(tenantA, endUserA) },
      { ...mailToken(PLATFORM_POOL, creatorB), token_hash: '\\x02' },
    ),
    closed(
      'auth.one_time_codes',
      ['pool_id', 'code_hash'],
      {
        "creator A's": handOver(PLATFORM_POOL, session(PLATFORM_POOL, creatorA).id, '\\x01'),
        "end user's": handOver(tenantA, session(tenantA, endUserA).id, '\\x02'),
      },
      handOver(tenantA, session(tenantA, endUserA).id, '\\x03'),
    ),
    closed(
      'auth.flow_states',
      ['pool_id', 'id'],
      { "creator A's": flowState(PLATFORM_POOL, creatorA, 1), "end user's": flowState(tenantA, endUserA, 2) },
      flowState(PLATFORM_POOL, creatorB, 3),
    ),
    closed(
      'auth.mfa_factors',
      ['pool_id', 'id'],
      { "creator A's": factor(PLATFORM_POOL, creatorA), "end user's": factor(tenantA, endUserA) },
      factor(PLATFORM_POOL, creatorB, 2),
    ),
    closed(
      'auth.mfa_challenges',
      ['pool_id', 'id'],
      {
        "creator A's": mfaChallenge(PLATFORM_POOL, factor(PLATFORM_POOL, creatorA).id),
        "end user's": mfaChallenge(tenantA, factor(tenantA, endUserA).id),
      },
      {
        ...mfaChallenge(PLATFORM_POOL, factor(PLATFORM_POOL, creatorA).id),
        id: factor(PLATFORM_POOL, creatorA, 9).id,
      },
    ),
    closed(
      'auth.mfa_recovery_codes',
      ['pool_id', 'factor_id', 'code_hash'],
      {
        "creator A's": recoveryCode(PLATFORM_POOL, factor(PLATFORM_POOL, creatorA).id, '\\x01'),
        "end user's": recoveryCode(tenantA, factor(tenantA, endUserA).id, '\\x02'),
      },
      recoveryCode(tenantA, factor(tenantA, endUserA).id, '\\x03'),
    ),
    closed(
      'auth.passkeys',
      ['pool_id', 'id'],
      { "creator A's": passkey(PLATFORM_POOL, creatorA), "end user's": passkey(tenantA, endUserA) },
      passkey(PLATFORM_POOL, creatorB, 2),
    ),
    closed(
      'auth.passkey_challenges',
      ['pool_id', 'id'],
      {
        "creator A's": passkeyChallenge(PLATFORM_POOL, creatorA),
        "end user's": passkeyChallenge(tenantA, endUserA),
      },
      passkeyChallenge(PLATFORM_POOL, creatorB, 2),
    ),
    closed(
      'auth.known_places',
      ['pool_id', 'user_id', 'place_hash'],
      { "creator A's": knownPlace(PLATFORM_POOL, creatorA), "end user's": knownPlace(tenantA, endUserA) },
      knownPlace(PLATFORM_POOL, creatorB),
    ),
    closed(
      'auth.oauth_clients',
      ['pool_id', 'id'],
      { "the operator's": oauthClient(PLATFORM_POOL, APP), "tenant A's": oauthClient(tenantA, APP) },
      oauthClient(tenantA, APP.replace('c1', 'c2')),
    ),
    closed(
      'auth.oauth_authorizations',
      ['pool_id', 'id'],
      {
        "creator A's": authorization(PLATFORM_POOL, creatorA, 1),
        "end user's": authorization(tenantA, endUserA, 2),
      },
      authorization(PLATFORM_POOL, creatorA, 3),
    ),
    closed(
      'auth.oauth_consents',
      ['pool_id', 'user_id', 'client_id'],
      { "creator A's": consent(PLATFORM_POOL, creatorA), "end user's": consent(tenantA, endUserA) },
      consent(PLATFORM_POOL, creatorB),
    ),
    closed(
      'auth.pool_settings',
      ['pool_id'],
      { "creators'": poolSettings(PLATFORM_POOL), "tenant A's": poolSettings(tenantA) },
      poolSettings(world.tenantB),
    ),
    closed(
      'auth.providers',
      ['pool_id', 'name'],
      { "creators'": provider(PLATFORM_POOL, 'google'), "tenant A's": provider(tenantA, 'google') },
      provider(tenantA, 'custom:canary'),
    ),
    closed(
      'auth.provider_logins',
      ['pool_id', 'state_hash'],
      {
        "creator A's": providerLogin(PLATFORM_POOL, creatorA),
        "end user's": providerLogin(tenantA, endUserA),
      },
      { ...providerLogin(PLATFORM_POOL, creatorA), state_hash: '\\x02' },
    ),
    closed(
      'auth.web3_messages',
      ['pool_id', 'message_hash'],
      {
        "creators'": usedMessage(PLATFORM_POOL, '01'),
        "tenant A's": usedMessage(tenantA, '02'),
      },
      usedMessage(tenantA, '03'),
    ),
    closed(
      'auth.signing_keys',
      ['kid'],
      { signing: signingKey('canary-1', 1), old: signingKey('canary-2', 2) },
      signingKey('canary-3', 3),
    ),
  ],
})
