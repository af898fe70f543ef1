import { accessTests } from '#testing/access-matrix.ts'
import { emailOf, world } from '#testing/access/world.ts'

const { tenantA, tenantB } = world

/** What a buyer reads of an own order. */
const bought = [
  'tenant_id',
  'id',
  'mode',
  'status',
  'seller',
  'source_id',
  'name',
  'amount_total',
  'amount_refunded',
  'currency',
  'auth_user_id',
  'email',
  'created_at',
  'paid_at',
  'refunded_at',
]
/** What the creator reads of the orders of an own tenant: more, but no hash and no way back. */
const sold = [...bought, 'problem', 'stripe_payment_intent_id', 'updated_at']
const hidden = [
  'stripe_account_id',
  'stripe_session_id',
  'page_url',
  'state_hash',
  'receipt_hash',
  'code_hash',
  'code_expires_at',
  'checked_at',
]

const order = (tenant_id: string, number: string, buyer: string) => ({
  tenant_id,
  id: `aaaaaaaa-0000-7000-8000-0000000000${number}`,
  mode: 'test',
  status: 'paid',
  problem: 'Canary problem',
  seller: 'pay',
  source_id: 'aaaaaaaa-0000-7000-8000-000000000011',
  name: 'Canary',
  amount_total: 1000,
  amount_refunded: 100,
  currency: 'eur',
  auth_user_id: buyer,
  email: emailOf(buyer),
  stripe_account_id: 'acct_canary',
  stripe_session_id: `cs_canary_${number}`,
  stripe_payment_intent_id: `pi_canary_${number}`,
  page_url: 'https://a.example/canary',
  state_hash: `\\x${number.repeat(32)}`,
  receipt_hash: `\\x${number.repeat(32)}`,
  code_hash: `\\x${number.repeat(32)}`,
  code_expires_at: '2100-01-01T00:00:00Z',
  checked_at: '2026-01-01T00:00:00Z',
  created_at: '2026-01-01T00:00:00Z',
  paid_at: '2026-01-01T00:00:00Z',
  refunded_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
})
const buys = (rows: string[]) => ({ select: { columns: bought, rows } })
const sells = (rows: string[]) => ({ select: { columns: sold, rows } })

const event = (id: string) => ({
  id,
  endpoint: 'connect',
  mode: 'test',
  account: 'acct_canary',
  type: 'checkout.session.completed',
  object_type: 'checkout.session',
  object_id: 'cs_canary',
  created: '2026-01-01T00:00:00Z',
  received_at: '2026-01-01T00:00:00Z',
  tried_at: '2026-01-01T00:00:00Z',
  processed_at: '2026-01-01T00:00:00Z',
  error: 'Canary error',
})

accessTests({
  unit: 'features/orders',
  tables: [
    {
      table: 'public.orders',
      cites: ['B05'],
      key: ['tenant_id', 'id'],
      shape: ['S3-023'],
      columns: [...sold, ...hidden],
      rows: {
        "A's, first buyer": order(tenantA, '21', world.endUserA),
        "A's, other buyer": order(tenantA, '22', world.otherEndUserA),
        "B's": order(tenantB, '23', world.endUserB),
      },
      spare: order(tenantA, '24', world.endUserA),
      rights: {
        'end user of A': { cites: ['C08'], ...buys(["A's, first buyer"]) },
        'other end user of A': buys(["A's, other buyer"]),
        'new end user of A': buys([]),
        'end user of B': buys(["B's"]),
        'end user of B with the id of creator A': buys([]),
        'creator A': { cites: ['S7-034', 'A20'], ...sells(["A's, first buyer", "A's, other buyer"]) },
        'creator B': sells(["B's"]),
        'new creator': sells([]),
        'creator with the id of an end user of A': sells([]),
      },
    },
    {
      table: 'app.stripe_events',
      key: ['id'],
      columns: Object.keys(event('evt_0')),
      rows: { one: event('evt_canary1') },
      spare: event('evt_canary2'),
      rights: {},
    },
  ],
})
