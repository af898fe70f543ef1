import { accessTests } from '#testing/access-matrix.ts'
import { world } from '#testing/access/world.ts'

const { tenantA, tenantB } = world

/** The owner of a tenant reads its account; only the server reads the counters. */
const columns = [
  'tenant_id',
  'mode',
  'account_id',
  'display_name',
  'country',
  'details_submitted',
  'charges_enabled',
  'payouts_enabled',
  'requirements',
  'read_at',
  'created_at',
  'kind',
  'disabled_reason',
]
const account = (tenant_id: string, mode: 'test' | 'live') => ({
  tenant_id,
  mode,
  account_id: `acct_canary_${tenant_id.slice(0, 1)}_${mode}`,
  generation: 2,
  version: 3,
  display_name: 'Canary Bakery',
  country: 'DE',
  details_submitted: true,
  charges_enabled: true,
  payouts_enabled: true,
  requirements: ['external_account'],
  read_at: '2026-01-01T00:00:00Z',
  created_at: '2026-01-01T00:00:00Z',
  kind: 'standard',
  disabled_reason: 'rejected.other',
})
const sees = (rows: string[]) => ({ select: { columns, rows } })

const seesSmoke = (rows: string[]) => ({
  select: { columns: ['tenant_id', 'id', 'status', 'created_at', 'paid_at', 'refunded_at'], rows },
})

const proof = (tenant_id: string, state_hash: string) => ({
  tenant_id,
  state_hash,
  mode: 'test',
  user_id: world.creatorA,
  expires_at: '2100-01-01T00:00:00Z',
  used_at: '2026-01-01T00:00:00Z',
  purpose: 'oauth',
  browser_hash: '\\x0a',
})

const release = (tenant_id: string, account_id: string) => ({
  tenant_id,
  mode: 'live',
  account_id,
  created_at: '2026-01-01T00:00:00Z',
})

const smoke = (tenant_id: string, id: string) => ({
  tenant_id,
  id,
  account_id: 'acct_canary_smoke',
  session_id: `cs_canary_${id.slice(0, 2)}`,
  payment_intent_id: `pi_canary_${id.slice(0, 2)}`,
  status: 'refunded',
  created_at: '2026-01-01T00:00:00Z',
  paid_at: '2026-01-01T00:00:00Z',
  refunded_at: '2026-01-01T00:00:00Z',
})
const smokeIds = ['1', '2', '3', '4'].map((n) => `${n}0000000-0000-7000-8000-00000000005e`)

accessTests({
  unit: 'features/connect',
  functions: {
    'app.selling_account(uuid,text)': ['service_role'],
    'app.check_payments_owner()': [],
    'app.can_sell(uuid,text)': ['anon', 'authenticated', 'end_user', 'service_role'],
  },
  tables: [
    {
      table: 'public.payment_accounts',
      staff: 'settings',
      key: ['tenant_id', 'mode'],
      columns: [...columns, 'generation', 'version'],
      rows: {
        "A's test account": account(tenantA, 'test'),
        "A's live account": account(tenantA, 'live'),
        "B's live account": account(tenantB, 'live'),
      },
      spare: account(tenantB, 'test'),
      rights: {
        'creator A': sees(["A's test account", "A's live account"]),
        'creator B': sees(["B's live account"]),
        'new creator': sees([]),
        'creator with the id of an end user of A': sees([]),
      },
    },
    {
      table: 'app.connect_states',
      key: ['tenant_id', 'state_hash'],
      columns: [
        'tenant_id',
        'state_hash',
        'mode',
        'user_id',
        'expires_at',
        'used_at',
        'purpose',
        'browser_hash',
      ],
      rows: { "A's": proof(tenantA, '\\x01'), "B's": proof(tenantB, '\\x02') },
      spare: proof(tenantA, '\\x03'),
      rights: {},
    },
    {
      table: 'app.payment_account_releases',
      key: ['tenant_id', 'mode', 'account_id'],
      columns: ['tenant_id', 'mode', 'account_id', 'created_at', 'refusal'],
      rows: { "A's": release(tenantA, 'acct_1'), "B's": release(tenantB, 'acct_2') },
      spare: { ...release(tenantA, 'acct_3'), refusal: 'Not now' },
      rights: {},
    },
    {
      table: 'public.smoke_payments',
      staff: 'settings',
      key: ['tenant_id', 'id'],
      columns: [
        'tenant_id',
        'id',
        'status',
        'created_at',
        'paid_at',
        'refunded_at',
        'account_id',
        'session_id',
        'payment_intent_id',
      ],
      rows: { "A's": smoke(tenantA, smokeIds[0]!), "B's": smoke(tenantB, smokeIds[1]!) },
      spare: smoke(tenantA, smokeIds[2]!),
      rights: {
        'creator A': seesSmoke(["A's"]),
        'creator B': seesSmoke(["B's"]),
        'new creator': seesSmoke([]),
        'creator with the id of an end user of A': seesSmoke([]),
      },
    },
  ],
})
