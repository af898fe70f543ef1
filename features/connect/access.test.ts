import { accessTests } from '#testing/access-matrix.ts'
import { world } from '#testing/access/world.ts'

const { tenantA, tenantB } = world

/** What a creator reads of the accounts of their own tenants. */
const readable = [
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
const account = (tenant_id: string, mode: string, account_id: string) => ({
  tenant_id,
  mode,
  account_id,
  generation: 1,
  version: 3,
  display_name: 'Canary',
  country: 'DE',
  details_submitted: true,
  charges_enabled: true,
  payouts_enabled: true,
  requirements: ['canary.requirement'],
  read_at: '2026-01-01T00:00:00Z',
  created_at: '2026-01-01T00:00:00Z',
})
const sees = (rows: string[]) => ({ select: { columns: readable, rows } })

const stateColumns = ['tenant_id', 'state_hash', 'mode', 'user_id', 'expires_at', 'used_at']
const state = (tenant_id: string, byte: string, user_id: string) => ({
  tenant_id,
  state_hash: `\\x${byte.repeat(32)}`,
  mode: 'test',
  user_id,
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
      columns: [...readable, 'generation', 'version'],
      rows: {
        "A's test": account(tenantA, 'test', 'acct_canaryTestA'),
        "A's live": account(tenantA, 'live', 'acct_canaryLiveA'),
        "B's test": account(tenantB, 'test', 'acct_canaryTestB'),
      },
      spare: account(tenantB, 'live', 'acct_canaryLiveB'),
      rights: {
        'creator A': { cites: ['A10'], ...sees(["A's test", "A's live"]) },
        'creator B': sees(["B's test"]),
        'new creator': sees([]),
        'creator with the id of an end user of A': sees([]),
      },
    },
    {
      table: 'app.connect_states',
      key: ['tenant_id', 'state_hash'],
      columns: stateColumns,
      rows: {
        "A's": state(tenantA, 'aa', world.creatorA),
        "B's": state(tenantB, 'bb', world.creatorB),
      },
      spare: state(tenantA, 'cc', world.creatorA),
      rights: {},
    },
  ],
})
