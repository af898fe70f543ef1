import { accessTests } from '#testing/access-matrix.ts'
import { world } from '#testing/access/world.ts'

const { creatorA, creatorB, newCreator, endUserA, noTenant, tenantA, tenantB } = world

const planCard = [
  'id',
  'name',
  'price_cents',
  'interval',
  'features',
  'sort',
  'staff_seats',
  'own_rows',
  'own_bytes',
]
const seesPlans = { select: { columns: planCard, rows: ['free', 'pro', 'business'] } }

const held = ['user_id', 'plan_id', 'status', 'trial_end', 'current_period_end', 'created_at', 'updated_at']
const seesHeld = (rows: string[]) => ({ select: { columns: held, rows } })
/** What a creator may write to a plan: Free, active, no dates. */
const free = (user_id: string) => ({
  user_id,
  plan_id: 'free',
  status: 'active',
  updated_at: '2026-02-02T00:00:00Z',
})
const upsert = (row: string, set: string) =>
  `insert into public.bolt_subscriptions (user_id, plan_id, status) values (${row})
   on conflict (user_id) do update set ${set}`

const mirror = [
  'id',
  'user_id',
  'status',
  'unit_amount',
  'currency',
  'interval',
  'current_period_end',
  'created_at',
]
/** Only the server reads provider ids and fields for internal accounting. */
const mirrorHidden = [
  'stripe_subscription_id',
  'stripe_customer_id',
  'mode',
  'plan_id',
  'trial_end',
  'cancel_at',
  'past_due_since',
  'version',
  'updated_at',
]
const mirrored = (id: string, user_id: string) => ({
  stripe_subscription_id: `sub_canary_${id}`,
  stripe_customer_id: 'cus_canary',
  mode: 'live',
  plan_id: 'pro',
  trial_end: '2100-01-01T00:00:00Z',
  cancel_at: '2100-01-01T00:00:00Z',
  past_due_since: '2026-01-01T00:00:00Z',
  version: 3,
  updated_at: '2026-01-01T00:00:00Z',
  id,
  user_id,
  status: 'active',
  unit_amount: 1900,
  currency: 'eur',
  interval: 'month',
  current_period_end: '2100-01-01T00:00:00Z',
  created_at: '2026-01-01T00:00:00Z',
})
const seesMirror = (rows: string[]) => ({ select: { columns: mirror, rows } })
const seesCustomer = (rows: string[]) => ({ select: { columns: ['user_id', 'stripe_customer_id'], rows } })

const early = '2026-01-01T00:00:00Z'
const customer = (user_id: string) => ({
  mode: 'live',
  user_id,
  customer_id: 'cus_canary',
  generation: 2,
  created_at: early,
})
const planCheckout = (id: string, user_id: string) => ({
  id,
  user_id,
  mode: 'live',
  plan_id: 'pro',
  status: 'complete',
  session_id: 'cs_canary',
  created_at: early,
})
const trial = (byte: string) => ({
  mode: 'live',
  subject: `\\x${byte.repeat(32)}`,
  subscription_id: 'sub_canary',
  created_at: early,
})
const notice = (user_id: string) => ({
  user_id,
  kind: 'plan_ended',
  about: 'sub_canary',
  created_at: early,
  sent_at: early,
})
const dayPass = (tenant_id: string) => ({
  tenant_id,
  id: `${tenant_id.slice(0, 8)}-0000-7000-8000-000000000071`,
  user_id: creatorA,
  source: 'bought',
  mode: 'live',
  status: 'refunded',
  minutes: 1440,
  note: 'canary',
  problem: 'canary',
  session_id: 'cs_canary',
  payment_intent_id: 'pi_canary',
  starts_at: early,
  ends_at: early,
  created_at: early,
})

accessTests({
  unit: 'features/plans',
  functions: {
    'app.has_day_pass(uuid)': ['authenticated', 'service_role'],
    'app.has_access(uuid)': ['authenticated', 'service_role'],
    'app.plan_of(uuid)': ['authenticated', 'service_role'],
    'app.has_plan(uuid,text)': ['authenticated', 'service_role'],
    'app.pays_for_plan(uuid,uuid)': [],
    'app.clear_free_plan_dates()': [],
    'app.keep_day_pass_end()': [],
    'app.subscription_row_id(text,text)': ['service_role'],
    'app.grace()': ['service_role'],
    'app.standing(text,timestamp with time zone)': ['service_role'],
    'app.settle_plan(uuid,text)': ['service_role'],
    'app.is_staff(uuid,text[])': ['service_role'],
    'app.is_listed(uuid,text[])': ['service_role'],
    'app.start_day_pass(uuid,uuid)': ['service_role'],
    'app.end_day_pass(uuid,uuid)': ['service_role'],
    'app.offers_providers(uuid)': ['service_role'],
    'app.expire_day_passes()': ['service_role'],
  },
  tables: [
    {
      table: 'public.bolt_plans',
      cites: ['B05'],
      key: ['id'],
      shape: ['S3-019'],
      columns: [...planCard, 'stripe_price_id', 'stripe_price_id_live'],
      before: `update public.bolt_plans set stripe_price_id = 'price_canary', stripe_price_id_live = 'price_canary_live'`,
      rows: { free: { id: 'free' }, pro: { id: 'pro' }, business: { id: 'business' } },
      spare: {
        id: 'team',
        name: 'Team',
        price_cents: 9900,
        interval: 'month',
        features: ['Everything'],
        sort: 4,
        staff_seats: 1,
        own_rows: 1000,
        own_bytes: 1000,
        stripe_price_id: 'price_team',
        stripe_price_id_live: 'price_team_live',
      },
      deleteFails: '23503',
      rights: {
        anon: { cites: ['S7-027'], ...seesPlans },
        'visitor of A': seesPlans,
        'end user of A': seesPlans,
        'other end user of A': seesPlans,
        'new end user of A': seesPlans,
        'end user of B': seesPlans,
        'end user of B with the id of creator A': seesPlans,
        'creator A': seesPlans,
        'admin of A': seesPlans,
        'editor of A': seesPlans,
        'support of A': seesPlans,
        'door of A': seesPlans,
        'former admin of A': seesPlans,
        'invited to A': seesPlans,
        'creator B': seesPlans,
        'new creator': seesPlans,
        'creator with the id of an end user of A': seesPlans,
      },
    },
    {
      table: 'public.bolt_subscriptions',
      key: ['user_id'],
      shape: ['S3-017'],
      columns: [...held, 'settled'],
      rows: {
        "A's live paid plan": {
          user_id: creatorA,
          plan_id: 'pro',
          status: 'active',
          trial_end: '2100-01-01T00:00:00Z',
          current_period_end: '2100-01-01T00:00:00Z',
          created_at: '2026-01-01T00:00:00Z',
          updated_at: '2026-01-01T00:00:00Z',
        },
        "B's free plan": {
          user_id: creatorB,
          plan_id: 'free',
          status: 'active',
          created_at: '2026-01-01T00:00:00Z',
          updated_at: '2026-01-01T00:00:00Z',
        },
      },
      spare: {
        user_id: noTenant,
        plan_id: 'business',
        status: 'trialing',
        settled: 'business trialing',
        trial_end: '2100-01-01T00:00:00Z',
        current_period_end: '2100-01-01T00:00:00Z',
        created_at: '2026-01-01T00:00:00Z',
        updated_at: '2026-01-01T00:00:00Z',
      },
      rights: {
        'creator A': {
          cites: ['B02'],
          ...seesHeld(["A's live paid plan"]),
          insert: free(creatorA),
          insertFails: '23505',
          update: { to: free(creatorA), rows: [] },
        },
        'creator B': {
          cites: ['B02'],
          ...seesHeld(["B's free plan"]),
          insert: free(creatorB),
          insertFails: '23505',
          update: { to: free(creatorB), rows: ["B's free plan"] },
        },
        'new creator': {
          cites: ['S7-026'],
          ...seesHeld([]),
          insert: free(newCreator),
          update: { to: free(newCreator), rows: [] },
        },
        'creator with the id of an end user of A': {
          ...seesHeld([]),
          insert: free(endUserA),
          update: { to: free(endUserA), rows: [] },
        },
      },
      attempts: [
        ...['pro', 'business'].map((plan) => ({
          as: 'new creator' as const,
          cites: ['B01', 'S7-026'],
          does: `takes the ${plan} plan: refused`,
          sql: upsert(`'${newCreator}', '${plan}', 'active'`, `plan_id = '${plan}'`),
          outcome: 'refused' as const,
        })),
        ...['pro', 'business'].map((plan) => ({
          as: 'creator B' as const,
          cites: ['B01'],
          does: `turns the free plan into ${plan}: refused`,
          sql: `update public.bolt_subscriptions set plan_id = '${plan}'`,
          outcome: 'refused' as const,
        })),
        ...['trialing', 'past_due', 'pending', 'canceled'].flatMap((status) => [
          {
            as: 'new creator' as const,
            cites: ['B02'],
            does: `takes Free with status ${status}: refused`,
            sql: upsert(`'${newCreator}', 'free', '${status}'`, `status = '${status}'`),
            outcome: 'refused' as const,
          },
          {
            as: 'creator B' as const,
            cites: ['B02'],
            does: `changes Free to status ${status}: refused`,
            sql: `update public.bolt_subscriptions set status = '${status}'`,
            outcome: 'refused' as const,
          },
        ]),
        {
          as: 'new creator',
          cites: ['B03'],
          does: 'takes Free in the name of B: refused, and no conflict tells that B has a plan',
          sql: upsert(`'${creatorB}', 'free', 'active'`, `status = 'active'`),
          outcome: 'refused',
        },
        {
          as: 'creator B',
          cites: ['B03'],
          does: "hands the plan to another user's id: refused",
          sql: `update public.bolt_subscriptions set user_id = '${newCreator}'`,
          outcome: 'refused',
        },
        {
          as: 'creator A',
          cites: ['B03'],
          does: "writes over B's row by its id: nothing happens",
          sql: `update public.bolt_subscriptions set status = 'active' where user_id = '${creatorB}'`,
          outcome: { touches: [] },
        },
        {
          as: 'creator A',
          cites: ['S7-026'],
          does: 'takes Free over a live paid plan: refused',
          sql: upsert(`'${creatorA}', 'free', 'active'`, `plan_id = 'free', status = 'active'`),
          outcome: 'refused',
        },
        {
          as: 'creator B',
          cites: ['S4-025', 'S7-026'],
          does: 'takes Free again: the same row',
          sql: upsert(
            `'${creatorB}', 'free', 'active'`,
            `plan_id = 'free', status = 'active', updated_at = now()`,
          ),
          outcome: {
            touches: ["B's free plan"],
            becomes: { "B's free plan": { plan_id: 'free', status: 'active' } },
          },
        },
        {
          as: 'creator A',
          cites: ['B02'],
          does: 'returns to Free after the paid plan ended: no date stays',
          given: `update public.bolt_subscriptions set status = 'canceled' where user_id = '${creatorA}'`,
          sql: upsert(`'${creatorA}', 'free', 'active'`, `plan_id = 'free', status = 'active'`),
          outcome: {
            touches: ["A's live paid plan"],
            becomes: {
              "A's live paid plan": {
                plan_id: 'free',
                status: 'active',
                trial_end: null,
                current_period_end: null,
              },
            },
          },
        },
      ],
    },
    {
      table: 'public.subscriptions',
      cites: ['B05'],
      key: ['id'],
      shape: ['S3-014'],
      columns: [...mirror, ...mirrorHidden],
      rows: {
        "A's": mirrored('aaaaaaaa-0000-7000-8000-000000000051', creatorA),
        "B's": mirrored('bbbbbbbb-0000-7000-8000-000000000051', creatorB),
      },
      spare: mirrored('cccccccc-0000-7000-8000-000000000051', newCreator),
      rights: {
        'creator A': seesMirror(["A's"]),
        'creator B': seesMirror(["B's"]),
        'new creator': seesMirror([]),
        'creator with the id of an end user of A': seesMirror([]),
      },
    },
    {
      table: 'public.profiles',
      cites: ['B05'],
      key: ['user_id'],
      shape: ['S3-022'],
      columns: ['user_id', 'stripe_customer_id'],
      rows: {
        "A's": { user_id: creatorA, stripe_customer_id: 'cus_canary_a' },
        "B's": { user_id: creatorB, stripe_customer_id: 'cus_canary_b' },
      },
      spare: { user_id: newCreator, stripe_customer_id: 'cus_new' },
      rights: {
        'creator A': { cites: ['S7-028'], ...seesCustomer(["A's"]) },
        'creator B': seesCustomer(["B's"]),
        'new creator': seesCustomer([]),
        'creator with the id of an end user of A': seesCustomer([]),
      },
    },
    {
      table: 'app.billing_customers',
      key: ['mode', 'user_id'],
      columns: ['mode', 'user_id', 'customer_id', 'generation', 'created_at'],
      rows: { "A's": customer(creatorA) },
      spare: customer(newCreator),
      rights: {},
    },
    {
      table: 'app.billing_setup',
      key: ['mode'],
      columns: ['mode', 'portal_configuration_id', 'set_up_at'],
      rows: { live: { mode: 'live', portal_configuration_id: 'bpc_canary', set_up_at: early } },
      spare: { mode: 'test', portal_configuration_id: 'bpc_new', set_up_at: early },
      rights: {},
    },
    {
      table: 'app.plan_checkouts',
      key: ['id'],
      columns: ['id', 'user_id', 'mode', 'plan_id', 'status', 'session_id', 'created_at'],
      rows: { "A's": planCheckout('aaaaaaaa-0000-7000-8000-000000000061', creatorA) },
      spare: planCheckout('cccccccc-0000-7000-8000-000000000061', newCreator),
      rights: {},
    },
    {
      table: 'app.plan_trials',
      key: ['mode', 'subject'],
      columns: ['mode', 'subject', 'subscription_id', 'created_at'],
      rows: { one: trial('01') },
      spare: trial('02'),
      rights: {},
    },
    {
      table: 'app.plan_notices',
      key: ['user_id', 'kind', 'about'],
      columns: ['user_id', 'kind', 'about', 'created_at', 'sent_at'],
      rows: { "A's": notice(creatorA) },
      spare: notice(newCreator),
      rights: {},
    },
    {
      table: 'app.day_passes',
      key: ['tenant_id', 'id'],
      columns: [
        'tenant_id',
        'id',
        'user_id',
        'source',
        'mode',
        'status',
        'minutes',
        'note',
        'problem',
        'session_id',
        'payment_intent_id',
        'starts_at',
        'ends_at',
        'created_at',
      ],
      rows: { "A's": dayPass(tenantA), "B's": dayPass(tenantB) },
      spare: { ...dayPass(tenantA), id: 'cccccccc-0000-7000-8000-000000000071' },
      rights: {},
    },
  ],
})
