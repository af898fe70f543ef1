import { accessTests } from '#testing/access-matrix.ts'
import { world } from '#testing/access/world.ts'

const { tenantA, tenantB } = world

/** What the owner of a tenant sees of its account; the counters are the server's. */
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
})
const sees = (rows: string[]) => ({ select: { columns, rows } })

const proof = (tenant_id: string, state_hash: string) => ({
  tenant_id,
  state_hash,
  mode: 'test',
  user_id: world.creatorA,
  expires_at: '2100-01-01T00:00:00Z',
  used_at: '2026-01-01T00:00:00Z',
})

accessTests({
  unit: 'features/connect',
  functions: {
    'app.selling_account(uuid,text)': ['service_role'],
    'app.can_sell(uuid,text)': ['anon', 'authenticated', 'end_user', 'service_role'],
  },
  tables: [
    {
      table: 'public.payment_accounts',
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
      columns: ['tenant_id', 'state_hash', 'mode', 'user_id', 'expires_at', 'used_at'],
      rows: { "A's": proof(tenantA, '\\x01'), "B's": proof(tenantB, '\\x02') },
      spare: proof(tenantA, '\\x03'),
      rights: {},
    },
  ],
})
