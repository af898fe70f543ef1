import { accessTests } from '#testing/access-matrix.ts'
import { emailOf, world } from '#testing/access/world.ts'

const { tenantA, tenantB, endUserA, otherEndUserA, endUserB } = world

const ofBuyer = [
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
  'quantity',
  'interval',
  'renewal_of',
  'subscription_status',
  'current_period_end',
  'cancel_at_period_end',
  'seats',
]
const ofSeller = [
  ...ofBuyer,
  'problem',
  'dispute_status',
  'refund_failed',
  'stripe_payment_intent_id',
  'updated_at',
]
/** Only the server reads the account, the session and the secrets that prove who the buyer is. */
const hidden = [
  'stripe_account_id',
  'stripe_session_id',
  'page_url',
  'state_hash',
  'receipt_hash',
  'code_hash',
  'code_expires_at',
  'checked_at',
  'version',
  'stripe_customer_id',
  'stripe_subscription_id',
  'stripe_invoice_id',
  'stock_taken',
  'erased_at',
  'locale',
]
const sold = (tenant_id: string, number: number, auth_user_id: string | null) => ({
  tenant_id,
  id: `${tenant_id.slice(0, 8)}-0000-7000-8000-00000000020${number}`,
  mode: 'live',
  status: 'refunded',
  problem: 'canary problem',
  seller: 'pay',
  source_id: 'aaaaaaaa-0000-7000-8000-000000000011',
  name: 'Canary',
  amount_total: 1000,
  amount_refunded: 1000,
  currency: 'eur',
  auth_user_id,
  email: auth_user_id ? emailOf(auth_user_id) : 'canary-buyer@example.test',
  stripe_account_id: 'acct_canary',
  stripe_session_id: `cs_canary_${number}`,
  stripe_payment_intent_id: `pi_canary_${number}`,
  page_url: 'https://a.example/canary',
  state_hash: `\\x0${number}`,
  receipt_hash: `\\x0${number}`,
  code_hash: `\\x0${number}`,
  code_expires_at: '2100-01-01T00:00:00Z',
  checked_at: '2026-01-01T00:00:00Z',
  created_at: '2026-01-01T00:00:00Z',
  paid_at: '2026-01-01T00:00:00Z',
  refunded_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  quantity: 2,
  interval: 'month',
  renewal_of: null,
  subscription_status: 'active',
  current_period_end: '2026-01-01T00:00:00Z',
  cancel_at_period_end: true,
  seats: 2,
  dispute_status: 'canary',
  refund_failed: true,
  version: 3,
  stripe_customer_id: 'cus_canary',
  stripe_subscription_id: `sub_canary_${number}`,
  stripe_invoice_id: `in_canary_${number}`,
  stock_taken: 1,
  erased_at: null,
  locale: 'de',
})
const refund = (tenant_id: string, number: number) => ({
  tenant_id,
  id: `${tenant_id.slice(0, 8)}-0000-7000-8000-00000000030${number}`,
  order_id: `${tenant_id.slice(0, 8)}-0000-7000-8000-00000000020${number}`,
  amount: 500,
  status: 'failed',
  reason: 'duplicate',
  failure_reason: 'canary reason',
  stripe_refund_id: `re_canary_${number}`,
  requested_by: tenant_id,
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
})
const ofRefund = Object.keys(refund(tenantA, 1)).filter((column) => column !== 'stripe_refund_id')
const refunds = (rows: string[]) => ({ select: { columns: ofRefund, rows } })
const buyer = (rows: string[]) => ({ select: { columns: ofBuyer, rows } })
const seller = (rows: string[]) => ({ select: { columns: ofSeller, rows } })
const ofTenantA = ["A's, by an end user", "A's, by another end user", "A's, by a guest"]

const event = (id: string) => ({
  id,
  endpoint: 'connect',
  mode: 'live',
  account: 'acct_canary',
  type: 'checkout.session.completed',
  object_type: 'checkout.session',
  object_id: 'cs_canary',
  created: '2026-01-01T00:00:00Z',
  received_at: '2026-01-01T00:00:00Z',
  tried_at: '2026-01-01T00:00:00Z',
  processed_at: '2026-01-01T00:00:00Z',
  error: 'canary',
})

const idempotent = (number: number) => ({
  key_hash: `\\x0${number}`,
  body_hash: '\\x01',
  attempt_id: 'aaaaaaaa-0000-7000-8000-000000000401',
  sealed_secret: 'canary',
  sealed_answer: 'canary',
  begun_at: '2026-01-01T00:00:00Z',
  created_at: '2026-01-01T00:00:00Z',
})

const holding = (number: number) => ({
  tenant_id: tenantA,
  order_id: sold(tenantA, number, null).id,
  item_id: 'aaaaaaaa-0000-7000-8000-000000000501',
  holder: `\\x${'0'.repeat(62)}0${number}`,
  held_at: '2026-01-01T00:00:00Z',
})

const link = (letter: string) => ({
  tenant_id: tenantA,
  order_id: sold(tenantA, 1, null).id,
  hash: `\\x${letter.repeat(64)}`,
  created_at: '2026-01-01T00:00:00Z',
})

const letter = (tenant_id: string, number: number) => ({
  tenant_id,
  order_id: sold(tenant_id, number, null).id,
  id: `${tenant_id.slice(0, 8)}-0000-7000-8000-00000000040${number}`,
  letter: 'order-paid-buyer',
  sent_at: '2026-01-01T00:00:00Z',
})
const letters = (rows: string[]) => ({ select: { columns: Object.keys(letter(tenantA, 1)), rows } })

accessTests({
  unit: 'features/orders',
  functions: {
    'app.erase_orders_of(uuid,uuid,text)': [],
    'app.keep_order_erased()': [],
    'app.is_charged(uuid,uuid)': [],
    'app.order_grants(uuid,uuid)': ['service_role'],
    'app.buyer_holds(uuid,uuid,text,uuid)': ['service_role'],
    'app.has_bought(text,uuid)': ['anon', 'end_user', 'service_role'],
    'app.bought_facts(uuid,uuid,timestamp with time zone)': [],
    'app.granting_orders(uuid)': [],
    'app.claim_orders(uuid,uuid)': ['service_role'],
    'app.count_hold(uuid,uuid,bytea,numeric)': ['service_role'],
    'app.claim_by_proof()': [],
    'app.claim_by_payment()': [],
  },
  tables: [
    {
      table: 'public.orders',
      staff: 'orders',
      cites: ['B05'],
      key: ['tenant_id', 'id'],
      columns: [...ofSeller, ...hidden],
      rows: {
        "A's, by an end user": sold(tenantA, 1, endUserA),
        "A's, by another end user": sold(tenantA, 2, otherEndUserA),
        "A's, by a guest": sold(tenantA, 3, null),
        "B's, by an end user": sold(tenantB, 4, endUserB),
        // The same id in two pools means two different users.
        "B's, by the namesake of A's end user": sold(tenantB, 5, endUserA),
      },
      spare: sold(tenantA, 6, endUserA),
      rights: {
        'end user of A': { cites: ['C08'], ...buyer(["A's, by an end user"]) },
        'other end user of A': buyer(["A's, by another end user"]),
        'new end user of A': buyer([]),
        'end user of B': buyer(["B's, by an end user"]),
        'end user of B with the id of creator A': buyer([]),
        'creator A': { cites: ['S7-034'], ...seller(ofTenantA) },
        'creator B': seller(["B's, by an end user", "B's, by the namesake of A's end user"]),
        'new creator': seller([]),
        'creator with the id of an end user of A': seller([]),
      },
    },
    {
      table: 'public.order_refunds',
      staff: 'orders',
      cites: ['B05'],
      key: ['tenant_id', 'id'],
      columns: [...ofRefund, 'stripe_refund_id'],
      rows: { "A's": refund(tenantA, 1), "B's": refund(tenantB, 4) },
      spare: refund(tenantA, 2),
      rights: {
        'creator A': refunds(["A's"]),
        'creator B': refunds(["B's"]),
        'new creator': refunds([]),
        'creator with the id of an end user of A': refunds([]),
      },
    },
    {
      table: 'app.idempotency_keys',
      key: ['key_hash'],
      columns: Object.keys(idempotent(1)),
      rows: { kept: idempotent(1) },
      spare: idempotent(2),
      rights: {},
    },
    {
      table: 'app.stock_holders',
      key: ['tenant_id', 'order_id'],
      columns: Object.keys(holding(1)),
      rows: { kept: holding(1) },
      spare: holding(2),
      rights: {},
    },
    {
      table: 'app.order_letters',
      staff: 'orders',
      key: ['tenant_id', 'order_id', 'id'],
      columns: Object.keys(letter(tenantA, 1)),
      rows: { "A's": letter(tenantA, 1), "B's": letter(tenantB, 4) },
      spare: letter(tenantA, 2),
      rights: {
        'creator A': letters(["A's"]),
        'creator B': letters(["B's"]),
        'new creator': letters([]),
        'creator with the id of an end user of A': letters([]),
      },
    },
    {
      table: 'app.order_links',
      key: ['tenant_id', 'order_id', 'hash'],
      columns: Object.keys(link('a')),
      rows: { kept: link('a') },
      spare: link('b'),
      rights: {},
    },
    {
      table: 'app.stripe_events',
      key: ['id'],
      columns: Object.keys(event('')),
      rows: { kept: event('evt_canary1') },
      spare: event('evt_canary2'),
      rights: {},
    },
  ],
})
