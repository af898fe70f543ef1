// Calls every mounted function with another creator's tenant or row. The functions are read from the server,
// so a new function fails here until it is listed.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { STAFF_ROLES, includesRight } from '#kernel/browser/staff-rights.ts'
import type { TenantRight } from '#kernel/browser/staff-rights.ts'
import type { Route } from '#kernel/http/route.ts'
import { givePlan, makeItem, makeTenant } from '#testing/factories.ts'
import { functionCall } from '#testing/function-call.ts'
import { signUp } from '#testing/test-users.ts'
import { testApp } from '#testing/test-app.ts'
import { units } from './units.ts'

const app = await testApp({
  // Nothing listens at this port, so requests to Auth0 fail immediately.
  env: { AUTH_LIMIT_FACTOR: '1000', AUTH0_DOMAIN_OVERRIDES: 'nobody.auth0.com=http://localhost:1' },
})
const [ann, bob] = [await signUp(app, app.anonKey), await signUp(app, app.anonKey)]
// Some functions need a plan; without it the plan alone would refuse them.
for (const { user } of [ann, bob]) await givePlan(app.database, user.id, 'business')
const annTenant = await makeTenant(app.database, { owner: ann.user.id })
/**
 * Another tenant of Ann's, for which she makes the same calls, to prove that they are not refused for
 * everyone.
 */
const annOther = await makeTenant(app.database, { owner: ann.user.id })
const bobTenant = await makeTenant(app.database, { owner: bob.user.id })
const annItem = await makeItem(app.database, annTenant.id)
/** The staff of a third tenant of Ann's, one of each role. */
const staffed = await makeTenant(app.database, { owner: ann.user.id })
const staff = await Promise.all(
  STAFF_ROLES.map(async (role) => {
    const { user, access_token } = await signUp(app, app.anonKey)
    await app.owner.query('insert into public.tenant_staff (tenant_id, user_id, role) values ($1, $2, $3)', [
      staffed.id,
      user.id,
      role,
    ])
    return { role, call: functionCall(app, app.anonKey, access_token) }
  }),
)
const [updated, deleted, sold] = [await itemOfOther(), await itemOfOther(), await itemOfOther()]
const pictured = await itemOfOther()
await app.owner.query(
  `insert into public.item_pictures (tenant_id, item_id, hash, bytes, width, height)
   select tenant_id, id, md5('picture'), '\\x01', 1, 1 from public.items where id in ($1, $2)`,
  [pictured, annItem],
)
const visitorOfAnn = await signUp(app, annOther.public_key)
const visitorOfBob = await signUp(app, bobTenant.public_key)

/** A block in Ann's My Blocks, which her tenant shows. */
const annBlock = (
  await app.owner.query("insert into public.bolt_blocks (user_id, title) values ($1, 'Hours') returning id", [
    ann.user.id,
  ])
).rows[0].id as string

const [oak, elm, ash] = [await teamOf(), await teamOf(), await teamOf()]
const [annOrder, annOtherOrder] = [await orderOf(annTenant.id), await orderOf(annOther.id)]

/** Creates a team at Ann's other tenant, whose admin her visitor is, with an invitation. */
async function teamOf(): Promise<{ team: string; invitation: string }> {
  const { rows } = await app.owner.query<{ team: string; invitation: string }>(
    `with made as (insert into public.teams (tenant_id, name) values ($1, 'Oak') returning tenant_id, id),
       joined as (insert into public.team_members (tenant_id, team_id, auth_user_id)
         select tenant_id, id, $2::uuid from made),
       invited as (insert into public.team_invitations (tenant_id, team_id, email)
         select tenant_id, id, 'leo@example.test' from made returning team_id, id)
     select team_id as team, id as invitation from invited`,
    [annOther.id, visitorOfAnn.user.id],
  )
  return rows[0]!
}

/** Creates an unpaid order. */
async function orderOf(tenant: string): Promise<string> {
  const { rows } = await app.owner.query(
    `insert into public.orders (tenant_id, mode, seller, source_id, name, amount_total, currency, auth_user_id,
       stripe_account_id, state_hash, receipt_hash)
     values ($1, 'test', 'pay', $2, 'Loaf', 100, 'eur', $3, 'acct_1', '\\x01', '\\x02') returning id`,
    [tenant, annItem, visitorOfAnn.user.id],
  )
  return rows[0].id as string
}

function itemOfOther() {
  return makeItem(app.database, annOther.id)
}

const asAnn = functionCall(app, app.anonKey, ann.access_token)
const asBob = functionCall(app, app.anonKey, bob.access_token)
const atBob = functionCall(app, bobTenant.public_key, visitorOfBob.access_token)
const atAnn = functionCall(app, annOther.public_key, visitorOfAnn.access_token)

const functions = units.flatMap((unit) => unit.functions ?? [])
const nameOf = ({ endpoint }: Route) => `${endpoint.method} ${endpoint.path}`

const product = { name: 'Loaf', price_cents: 100 }
const provider = { name: 'google', enabled: false, client_id: 'x', client_secret: 'y' }
const auth0 = { domain: 'nobody.auth0.com', client_id: 'x', client_secret: 'y' }
const webhook = { id: randomUUID() }
const ofCustomer = { customerId: randomUUID() }
const ofRole = { role: 'Editor' }
const ofTable = { tableId: randomUUID() }
const ofTeam = { teamId: randomUUID() }
const ofApp = { client_id: randomUUID() }

/** Functions that take a tenant, with the right that they require of its staff and the rest of a valid input. */
const takesTenant: Record<string, [right: TenantRight | 'tie', input: object]> = {
  'POST /stripe-connect-start': ['own', {}],
  'POST /start-stripe-express-onboarding': ['own', { mode: 'test' }],
  'POST /start-stripe-standard-oauth': ['own', {}],
  'POST /stripe-account-label': ['settings', {}],
  'POST /stripe-dashboard-link': ['own', {}],
  'POST /stripe-disconnect': ['own', {}],
  'POST /set-tenant-mode': ['own', { mode: 'test' }],
  'POST /checkout-smoke-live': ['settings', {}],
  'POST /checkout-smoke-refund': ['settings', {}],
  'POST /delete-tenant': ['own', { name: 'Another name' }],
  'POST /auth-config': ['settings', { auth_provider: 'supabase' }],
  'GET /tenant-auth0': ['settings', {}],
  'POST /test-auth0': ['settings', auth0],
  'POST /connect-auth0': ['settings', auth0],
  'GET /tenant-auth-settings': ['settings', {}],
  'PATCH /tenant-auth-settings': ['settings', { settings: { disable_signup: true } }],
  'PUT /tenant-auth-provider': ['settings', provider],
  'POST /tenant-auth-provider-test': ['settings', provider],
  'PATCH /tenant-auth-provider': ['settings', { name: 'google', enabled: true }],
  'DELETE /tenant-auth-provider': ['settings', { name: 'google' }],
  'GET /tenant-apps': ['settings', {}],
  'GET /tenant-look': ['see', {}],
  'POST /tenant-apps': [
    'settings',
    { name: 'App', redirect_uris: ['https://app.example/back'], public: true },
  ],
  'DELETE /tenant-apps': ['settings', ofApp],
  'POST /tenant-app-secret': ['settings', ofApp],
  'POST /check-installation': ['see', { url: 'http://10.0.0.1/' }],
  'GET /webhook-endpoints': ['settings', { mode: 'test' }],
  'POST /webhook-endpoints': [
    'settings',
    { mode: 'test', url: 'https://hook.example/', events: ['order.paid'] },
  ],
  'PATCH /webhook-endpoints': ['settings', webhook],
  'DELETE /webhook-endpoints': ['settings', webhook],
  'POST /webhook-secret': ['settings', webhook],
  'POST /webhook-ping': ['settings', webhook],
  'GET /webhook-deliveries': ['settings', webhook],
  'GET /webhook-delivery': ['settings', { ...webhook, message_id: randomUUID() }],
  'POST /webhook-replay': ['settings', { ...webhook, message_id: randomUUID() }],
  'GET /payment-events': ['orders', { mode: 'test' }],
  'POST /payment-event-replay': ['orders', { id: 'evt_1' }],
  'GET /tenant-items/:tenantId/items': ['see', {}],
  'GET /tenant-orders/:tenantId/orders': ['orders', {}],
  'GET /tenant-orders/:tenantId/orders.csv': ['orders', {}],
  'GET /tenant-activity/:tenantId': ['orders', { mode: 'test' }],
  'GET /tenant-stats/:tenantId': ['orders', { mode: 'test', days: 30, zone: 'Europe/Berlin' }],
  'POST /tenant-items/:tenantId/items': ['content', product],
  'GET /tenant-customers/:tenantId/customers': ['people', {}],
  'POST /tenant-customers/:tenantId/names': ['people', { ids: [] }],
  'GET /tenant-customers/:tenantId/customers.csv': ['people', {}],
  'GET /tenant-customers/:tenantId/customers/:customerId': ['people', ofCustomer],
  'POST /tenant-customers/:tenantId/customers/:customerId/ban': ['people', ofCustomer],
  'POST /tenant-customers/:tenantId/customers/:customerId/unban': ['people', ofCustomer],
  'POST /tenant-customers/:tenantId/customers/:customerId/sign-out': ['people', ofCustomer],
  'DELETE /tenant-customers/:tenantId/customers/:customerId': ['people', ofCustomer],
  'GET /tenant-roles/:tenantId/roles': ['see', {}],
  'POST /tenant-roles/:tenantId/roles': ['people', { name: 'Editor' }],
  'PUT /tenant-roles/:tenantId/roles/:role': ['people', { ...ofRole, is_default: true }],
  'POST /tenant-roles/:tenantId/roles/:role/members': ['people', { ...ofRole, give: [randomUUID()] }],
  'DELETE /tenant-roles/:tenantId/roles/:role': ['people', ofRole],
  'GET /tenant-staff/:tenantId': ['staff', {}],
  'POST /tenant-staff/:tenantId/invitations': ['staff', { email: 'new@example.test', role: 'editor' }],
  'POST /tenant-staff/:tenantId/invitations/:invitationId/send': ['staff', { invitationId: randomUUID() }],
  'DELETE /tenant-staff/:tenantId/invitations/:invitationId': ['staff', { invitationId: randomUUID() }],
  'PUT /tenant-staff/:tenantId/members/:userId': ['staff', { userId: randomUUID(), role: 'editor' }],
  'DELETE /tenant-staff/:tenantId/members/:userId': ['staff', { userId: randomUUID() }],
  'PUT /tenant-staff/:tenantId/two-step': ['own', { required: false }],
  'POST /tenant-staff/:tenantId/ownership': ['own', { user_id: randomUUID(), name: 'Another name' }],
  // Every member declines or accepts what was offered to them, and leaves.
  'DELETE /tenant-staff/:tenantId/ownership': ['tie', {}],
  'POST /tenant-staff/:tenantId/ownership/accept': ['tie', {}],
  'DELETE /tenant-staff/:tenantId/membership': ['tie', {}],
  'POST /tenant-items/:tenantId/starter': ['content', {}],
  'GET /tenant-customers/:tenantId/customers/:customerId/data.zip': ['people', ofCustomer],
  'GET /tenant-audit/:tenantId/changes': ['settings', {}],
  'GET /tenant-audit/:tenantId/changes.csv': ['settings', {}],
  'PUT /tenant-audit/:tenantId/settings': ['own', { kept_days: 30 }],
  'POST /tenant-roles/:tenantId/view-as': ['people', { page: 'auth', viewer: { kind: 'visitor' } }],
  'POST /tenant-roles/:tenantId/find': ['people', { keys: ['a@example.test'] }],
  'GET /data-tables/:tenantId/tables': ['content', {}],
  'POST /data-tables/:tenantId/tables': ['content', { title: 'Guests' }],
  'PUT /data-tables/:tenantId/tables/:tableId': ['content', { ...ofTable, revision: 1 }],
  'DELETE /data-tables/:tenantId/tables/:tableId': ['content', ofTable],
  'POST /data-tables/:tenantId/tables/:tableId/restore': ['content', ofTable],
  'POST /data-tables/:tenantId/tables/:tableId/uploads': [
    'content',
    { ...ofTable, field: 'aaaaaaaa', name: 'a.pdf' },
  ],
  'POST /data-tables/:tenantId/tables/:tableId/file-links': ['content', { ...ofTable, files: [] }],
  'GET /data-tables/:tenantId/types': ['content', {}],
  'GET /data-tables/:tenantId/tables/:tableId/trash': ['content', ofTable],
  'POST /data-tables/:tenantId/tables/:tableId/trash/restore': ['content', { ...ofTable, rows: [] }],
  'GET /data-tables/:tenantId/tables/:tableId/rows/:rowId/history': [
    'content',
    { ...ofTable, rowId: randomUUID() },
  ],
  'GET /tenant-teams/:tenantId/teams': ['people', {}],
  'POST /tenant-teams/:tenantId/teams': ['people', { name: 'Oak' }],
  'GET /tenant-teams/:tenantId/teams/:teamId': ['people', ofTeam],
  'PUT /tenant-teams/:tenantId/teams/:teamId': ['people', { ...ofTeam, name: 'Oak' }],
  'DELETE /tenant-teams/:tenantId/teams/:teamId': ['people', ofTeam],
  'POST /tenant-teams/:tenantId/teams/:teamId/members': ['people', { ...ofTeam, member_id: randomUUID() }],
  'PUT /tenant-teams/:tenantId/teams/:teamId/members/:memberId': [
    'people',
    {
      ...ofTeam,
      memberId: randomUUID(),
      role: 'admin',
    },
  ],
  'DELETE /tenant-teams/:tenantId/teams/:teamId/members/:memberId': [
    'people',
    { ...ofTeam, memberId: randomUUID() },
  ],
  'POST /tenant-teams/:tenantId/teams/:teamId/invitations/:invitationId/resend': [
    'people',
    {
      ...ofTeam,
      invitationId: randomUUID(),
    },
  ],
  'DELETE /tenant-teams/:tenantId/teams/:teamId/invitations/:invitationId': [
    'people',
    {
      ...ofTeam,
      invitationId: randomUUID(),
    },
  ],
  'GET /tenant-teams/:tenantId/settings': ['people', {}],
  'PUT /tenant-teams/:tenantId/settings': ['people', { members_create: true }],
}

/**
 * Functions that take a tenant's row: the field of its id, a row of Ann's other tenant, the rest of a valid
 * input.
 */
const takesRow: Record<
  string,
  [field: string, own: string, more: object, by: 'creator' | 'visitor', foreign?: string]
> = {
  'PUT /item-operations/:itemId': ['itemId', updated, product, 'creator'],
  'GET /item-operations/:itemId/picture': ['itemId', pictured, {}, 'creator', annItem],
  'DELETE /item-operations/:itemId': ['itemId', deleted, {}, 'creator'],
  'POST /purchase': ['item_id', sold, { page_url: 'http://shop.localhost:5000/' }, 'visitor'],
  'GET /order-operations/:orderId': ['orderId', annOtherOrder, {}, 'creator', annOrder],
  'GET /order-operations/:orderId/log': ['orderId', annOtherOrder, {}, 'creator', annOrder],
  'POST /order-operations/:orderId/refund': ['orderId', annOtherOrder, {}, 'creator', annOrder],
  'POST /order-operations/:orderId/receipt': ['orderId', annOtherOrder, {}, 'creator', annOrder],
  'POST /order-operations/:orderId/subscription': [
    'orderId',
    annOtherOrder,
    { change: 'cancel_now' },
    'creator',
    annOrder,
  ],
  'GET /my-block/:id': ['id', annBlock, {}, 'visitor', annBlock],
  'GET /my-block/:id/state': ['id', annBlock, {}, 'visitor', annBlock],
  'POST /purchase-receipt': ['purchase_id', annOtherOrder, {}, 'visitor', annOrder],
  'PUT /purchase-seats/:orderId': ['orderId', annOtherOrder, { seats: 2 }, 'visitor', annOrder],
  'PUT /my-teams/:teamId': ['teamId', oak.team, { active: true }, 'visitor', elm.team],
  'DELETE /my-teams/:teamId': ['teamId', ash.team, {}, 'visitor', elm.team],
  'PUT /my-teams/:teamId/members/:memberId': [
    'teamId',
    oak.team,
    { memberId: visitorOfAnn.user.id, role: 'admin' },
    'visitor',
    elm.team,
  ],
  'DELETE /my-teams/:teamId/members/:memberId': [
    'teamId',
    oak.team,
    { memberId: visitorOfAnn.user.id },
    'visitor',
    elm.team,
  ],
  'POST /my-teams/:teamId/invitations': [
    'teamId',
    oak.team,
    { email: 'mia@example.test' },
    'visitor',
    elm.team,
  ],
  'POST /my-teams/:teamId/invitations/:invitationId/resend': [
    'teamId',
    oak.team,
    { invitationId: oak.invitation },
    'visitor',
    elm.team,
  ],
  'DELETE /my-teams/:teamId/invitations/:invitationId': [
    'teamId',
    elm.team,
    { invitationId: elm.invitation },
    'visitor',
    elm.team,
  ],
  'POST /my-teams/:teamId/seats': ['teamId', oak.team, { order_id: annOtherOrder }, 'visitor', elm.team],
  'POST /purchase-portal': [
    'purchase_id',
    annOtherOrder,
    { page_url: 'http://shop.localhost:5000/' },
    'visitor',
    annOrder,
  ],
}

/** Functions that take neither: only the caller's own data, or a secret that gives access to one order. */
const takesNeither = [
  // Tables of another tenant do not exist there: features/tables/files.test.ts.
  'POST /own-tables/:table/uploads',
  'POST /own-tables/:table/file-links',
  'POST /my-data',
  'POST /delete-account',
  'POST /order-status',
  'GET /catalogue',
  'GET /my-access',
  'GET /purchases',
  'GET /my-teams',
  'POST /my-teams',
  'POST /team-invitation',
  'POST /team-invitation/accept',
  'GET /access',
  'GET /billing',
  'POST /bolt-checkout',
  'POST /bolt-checkout-status',
  'POST /bolt-portal',
  'GET /stripe-admin',
  'GET /staff-stats',
  'GET /connect-setup',
  'GET /embed-release',
  'POST /fetch-headers',
  'GET /site-look',
  'GET /trust-checks',
  'GET /trust-check',
  'DELETE /trust-checks',
  'GET /memberships',
  'POST /staff-invitation/read',
  'POST /staff-invitation/accept',
]

/** Functions for the operator's staff, who may name any tenant. All other callers are refused. */
const takesAnyTenant: Record<string, object> = {
  'POST /grant-day-pass': { minutes: 1440, extend: true },
}

/** Id fields that do not belong to a tenant. */
const WITHOUT_TENANT = ['plan_id']

/** Field names of an object contract. */
function fieldsOf({ input }: Route): string[] {
  const { def } = input as unknown as { def: { shape?: Record<string, unknown> } }
  return Object.keys(def.shape ?? {})
}

function call(by: typeof asBob, name: string, input: Record<string, unknown>) {
  const [method = '', path = ''] = name.split(' ')
  const rest = { ...input }
  const filled = path.replace(/:(\w+)/g, (_, field: string) => {
    const value = String(rest[field])
    delete rest[field]
    return value
  })
  const inQuery = method === 'GET' || method === 'DELETE'
  const query = new URLSearchParams(rest as Record<string, string>)
  return inQuery ? by(method, query.size ? `${filled}?${query}` : filled) : by(method, filled, rest)
}

/** Everything in Ann's first tenant that these functions could change. */
async function stateOfAnn() {
  const { rows } = await app.owner.query(
    `select (select to_jsonb(t) from public.tenants t where id = $1) as tenant,
      (select jsonb_agg(i order by id) from public.items i where tenant_id = $1) as items,
      (select count(*) from public.orders where tenant_id = $1) as orders,
      (select jsonb_agg(s) from auth.pool_settings s where pool_id = $1) as settings`,
    [annTenant.id],
  )
  return rows[0] as Record<string, unknown>
}
const before = await stateOfAnn()

/** Blocks may define cases for their own endpoints. */
for (const file of globSync('blocks/*/foreign-tenant.ts', { cwd: join(import.meta.dirname, '..') })) {
  const cases = (await import(`../${file.replaceAll('\\', '/')}`)) as {
    takesTenant: typeof takesTenant
    takesNeither: string[]
  }
  Object.assign(takesTenant, cases.takesTenant)
  takesNeither.push(...cases.takesNeither)
}

test('every mounted function is in the list that matches its contract', () => {
  const ofTenants = { ...takesTenant, ...takesAnyTenant }
  const listed = [...Object.keys(ofTenants), ...Object.keys(takesRow), ...takesNeither]
  assert.deepEqual(functions.map(nameOf).toSorted(), listed.toSorted())
  for (const route of functions) {
    const fields = fieldsOf(route)
    const tenant = fields.some((field) => /tenant/i.test(field))
    assert.equal(tenant, nameOf(route) in ofTenants, `${nameOf(route)} takes ${fields.join()}`)
    const takesId = fields.some((field) => /_id$|Id$/.test(field) && !WITHOUT_TENANT.includes(field))
    if (takesId) assert.ok(nameOf(route) in ofTenants || nameOf(route) in takesRow, nameOf(route))
  }
})

for (const route of functions) {
  const name = nameOf(route)
  if (name in takesTenant) {
    const field = fieldsOf(route).find((one) => /tenant/i.test(one))!
    test(`[C06] ${name}: another creator’s tenant is refused like an unknown one`, async () => {
      const foreign = await call(asBob, name, { [field]: annTenant.id, ...takesTenant[name]![1] })
      const unknown = await call(asBob, name, { [field]: randomUUID(), ...takesTenant[name]![1] })
      assert.ok([403, 404].includes(foreign.status), `${foreign.status} ${JSON.stringify(foreign.body)}`)
      assert.deepEqual([foreign.status, foreign.body], [unknown.status, unknown.body])
      const owner = await call(asAnn, name, { [field]: annOther.id, ...takesTenant[name]![1] })
      assert.notEqual(owner.body?.code, foreign.body.code, 'the owner has access to the tenant')
      assert.notEqual(owner.status, 400, 'the request is well-formed')
    })
  }
  if (name in takesTenant && takesTenant[name]![0] !== 'tie') {
    const field = fieldsOf(route).find((one) => /tenant/i.test(one))!
    const [right, input] = takesTenant[name] as [TenantRight, object]
    for (const { role, call: by } of staff)
      test(`${name}: staff with the role ${role} ${includesRight(role, right) ? 'may' : 'may not'}`, async () => {
        const { status, body } = await call(by, name, { [field]: staffed.id, ...input })
        const refused = body?.code === 'right_missing' || body?.code === 'tenant_not_found'
        assert.equal(refused, !includesRight(role, right), `${status} ${JSON.stringify(body)}`)
        if (refused) assert.equal(status, role === 'door' ? 404 : 403)
      })
  }
  if (name in takesAnyTenant)
    test(`[C06] ${name}: callers who are not staff are rejected, for any tenant`, async () => {
      const answers = []
      for (const [by, tenant_id] of [
        [asBob, annTenant.id],
        [asBob, randomUUID()],
        [asAnn, annTenant.id],
      ] as const)
        answers.push(await call(by, name, { tenant_id, ...takesAnyTenant[name] }))
      for (const { status, body } of answers) assert.deepEqual([status, body], [403, answers[0]!.body])
    })
  if (name in takesRow)
    test(`[C06] ${name}: a row of another tenant is refused like an unknown one`, async () => {
      const [field, own, more, by, theirs = annItem] = takesRow[name]!
      const stranger = by === 'creator' ? asBob : atBob
      const foreign = await call(stranger, name, { [field]: theirs, ...more })
      const unknown = await call(stranger, name, { [field]: randomUUID(), ...more })
      assert.ok([403, 404].includes(foreign.status), `${foreign.status} ${JSON.stringify(foreign.body)}`)
      assert.deepEqual([foreign.status, foreign.body], [unknown.status, unknown.body])
      const owner = await call(by === 'creator' ? asAnn : atAnn, name, { [field]: own, ...more })
      assert.notEqual(owner.body?.code, foreign.body.code)
    })
}

test('[C06] no database function that requests may call takes a tenant', async () => {
  const { rows } = await app.owner.query(
    `select p.proname from pg_catalog.pg_proc p where p.pronamespace = 'public'::regnamespace
      and exists (select from unnest(p.proargnames) arg where arg ~ 'tenant')
      and has_function_privilege('authenticated', p.oid, 'execute')`,
  )
  assert.deepEqual(rows, [])
})

test('[C06] none of the attempts changed Ann’s tenant', async () => {
  assert.deepEqual(await stateOfAnn(), before)
})
