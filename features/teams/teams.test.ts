import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeJwt } from 'jose'
import { givePlan } from '#testing/factories.ts'
import { testApp } from '#testing/test-app.ts'
import { authCall, newEmail } from '#testing/test-users.ts'
import { teamSite } from '#testing/team-site.ts'

const app = await testApp({ env: { AUTH_LIMIT_FACTOR: '1000' } })
const site = await teamSite(app)

type Member = Awaited<ReturnType<typeof site.member>>
const code = async (call: Promise<{ status: number; body: { code?: string } }>) => (await call).body.code
const roles = async (by: Member) => {
  const { body } = await by.call('GET', '/my-teams')
  return body.team?.members.map(({ id, role }: { id: string; role: string }) => [id, role])
}
/** The team in a new token, in `getUser()`, and in the token for the site's own server. */
async function claimed(member: Member): Promise<unknown> {
  const { data, error } = await app
    .client(site.public_key)
    .auth.refreshSession({ refresh_token: member.session.refresh_token })
  assert.equal(error, null)
  member.session = data.session!
  const { team } = decodeJwt<{ app_metadata: { team?: unknown } }>(data.session!.access_token).app_metadata
  assert.deepEqual(data.user!.app_metadata['team'], team)
  const made = await authCall(app, site.public_key)('POST', '/site-token', {
    token: data.session!.access_token,
    body: {},
  })
  assert.deepEqual(decodeJwt<{ app_metadata: { team?: unknown } }>(made.body.token).app_metadata.team, team)
  return team
}

test('[peers A12] a member makes a team, invites, and both have it in their claims, from the database alone', async () => {
  const mia = await site.member()
  const { id, admin } = await site.team('Reading club', mia)
  assert.deepEqual(await claimed(mia), { id, name: 'Reading club', role: 'member' })
  assert.deepEqual(await claimed(admin), { id, name: 'Reading club', role: 'admin' })
  assert.deepEqual(await roles(mia), [
    [admin.id, 'admin'],
    [mia.id, 'member'],
  ])

  // What the browser may write is no team, and what an import writes is replaced.
  const client = app.client(site.public_key)
  await client.auth.setSession(mia.session)
  await client.auth.updateUser({ data: { team: { id, role: 'admin' } } })
  mia.session = (await client.auth.getSession()).data.session!
  const forged = { team: { id, name: 'Reading club', role: 'admin' } }
  await app.owner.query(
    'update auth.users set raw_app_meta_data = raw_app_meta_data || $2::jsonb where id = $1',
    [mia.id, forged],
  )
  assert.deepEqual(await claimed(mia), { id, name: 'Reading club', role: 'member' })
  const stranger = await app.owner.query(
    `insert into auth.users (pool_id, email, email_confirmed_at, raw_app_meta_data) values ($1, $2, now(), $3)
     returning raw_app_meta_data as metadata`,
    [site.id, newEmail(), forged],
  )
  assert.deepEqual(stranger.rows[0].metadata, {})

  await admin.call('PUT', `/my-teams/${id}`, { name: 'Book club' })
  assert.deepEqual(await claimed(mia), { id, name: 'Book club', role: 'member' })
  await admin.call('DELETE', `/my-teams/${id}/members/${mia.id}`)
  assert.equal(await claimed(mia), undefined)
})

test('only an admin changes a team; a team of others is not found', async () => {
  const mia = await site.member()
  const { id, admin } = await site.team('Oak', mia)
  const other = await site.member()
  const calls: [string, string, unknown][] = [
    ['PUT', `/my-teams/${id}`, { name: 'Mine' }],
    ['DELETE', `/my-teams/${id}`, undefined],
    ['PUT', `/my-teams/${id}/members/${mia.id}`, { role: 'admin' }],
    ['DELETE', `/my-teams/${id}/members/${admin.id}`, undefined],
    ['POST', `/my-teams/${id}/invitations`, { email: newEmail() }],
  ]
  for (const [method, path, body] of calls) {
    assert.equal(await code(mia.call(method, path, body)), 'not_team_admin', `${method} ${path}`)
    assert.equal(await code(other.call(method, path, body)), 'team_not_found', `${method} ${path}`)
  }
  assert.equal(await code(other.call('PUT', `/my-teams/${id}`, { active: true })), 'team_not_found')
})

test('the last admin neither leaves nor steps down without a transfer, also not two at once', async () => {
  const [mia, bo] = [await site.member(), await site.member()]
  const { id, admin } = await site.team('Elm', mia, bo)
  const at = (member: Member) => `/my-teams/${id}/members/${member.id}`
  assert.equal(await code(admin.call('DELETE', at(admin))), 'last_team_admin')
  assert.equal(await code(admin.call('PUT', at(admin), { role: 'member' })), 'last_team_admin')
  const moved = await admin.call('PUT', at(mia), { role: 'admin', transfer: true })
  assert.equal(moved.status, 200, JSON.stringify(moved.body))
  assert.deepEqual(await roles(mia), [
    [admin.id, 'member'],
    [mia.id, 'admin'],
    [bo.id, 'member'],
  ])
  assert.equal((await mia.call('PUT', at(bo), { role: 'admin' })).status, 200)
  const both = await Promise.all([mia.call('DELETE', at(mia)), bo.call('DELETE', at(bo))])
  assert.deepEqual(
    both.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 409],
  )
  const path = `/tenant-teams/${site.id}/teams/${id}/members/${both[0].status === 409 ? mia.id : bo.id}`
  assert.equal(await code(site.owner('DELETE', path)), 'last_team_admin', 'also not by the owner')
})

test('an account that is deleted leaves its team to the oldest member, and a team without members ends', async () => {
  const [mia, bo] = [await site.member(), await site.member()]
  const { id, admin } = await site.team('Ash', mia, bo)
  await app.owner.query('delete from auth.users where id = $1', [admin.id])
  assert.deepEqual(await roles(mia), [
    [mia.id, 'admin'],
    [bo.id, 'member'],
  ])
  await app.owner.query('update auth.users set deleted_at = now() where id = $1', [mia.id])
  assert.deepEqual(await roles(bo), [[bo.id, 'admin']])
  await app.owner.query('delete from auth.users where id = $1', [bo.id])
  const { rowCount } = await app.owner.query('select from public.teams where id = $1', [id])
  assert.equal(rowCount, 0)
})

test('a member of two teams acts for one; leaving it chooses no other', async () => {
  const mia = await site.member()
  const [first, second] = [await site.team('First', mia), await site.team('Second', mia)]
  const active = async () => (await mia.call('GET', '/my-teams')).body.team?.id
  assert.equal(await active(), second.id, 'the one that was joined last')
  assert.equal((await mia.call('PUT', `/my-teams/${first.id}`, { active: true })).body.team.name, 'First')
  assert.deepEqual(await claimed(mia), { id: first.id, name: 'First', role: 'member' })
  await mia.call('DELETE', `/my-teams/${first.id}/members/${mia.id}`)
  assert.equal(await active(), undefined)
  assert.equal(await claimed(mia), undefined)
})

test('[A03] the data API shows a member their own teams, and nothing of others or of a former team', async () => {
  const mia = await site.member()
  const { id, admin } = await site.team('Fir', mia)
  await site.team('Foreign')
  const teams = async (by: Member) => {
    const client = app.client(site.public_key, { accessToken: async () => by.session.access_token })
    const read = await client.from('teams').select('id')
    assert.equal(read.error, null)
    const people = await client.from('team_members').select('team_id')
    assert.equal(people.error, null)
    assert.equal((await client.from('team_invitations').select('id')).error?.code, '42501')
    return [read.data.map((row) => row.id), people.data.length]
  }
  assert.deepEqual(await teams(mia), [[id], 2])
  await admin.call('DELETE', `/my-teams/${id}/members/${mia.id}`)
  // The token is the old one: it names the team, but the policies read the tables.
  assert.deepEqual(await teams(mia), [[], 0])
})

test('members create teams only if the owner allows it, with the plan, and with a confirmed address', async () => {
  const closed = await teamSite(app)
  const mia = await closed.member()
  const { id, admin } = await closed.team('Kept', mia)
  const settings = `/tenant-teams/${closed.id}/settings`
  await closed.owner('PUT', settings, { members_create: false })
  assert.equal(await code(mia.call('POST', '/my-teams', { name: 'Own' })), 'teams_closed')
  await closed.owner('PUT', settings, { members_create: true })
  await app.owner.query('update auth.users set email_confirmed_at = null where id = $1', [mia.id])
  assert.equal(await code(mia.call('POST', '/my-teams', { name: 'Own' })), 'account_needed')
  await givePlan(app.database, closed.ownerId, 'pro')
  for (const [method, path, body] of [
    ['POST', '/my-teams', { name: 'Own' }],
    ['PUT', `/my-teams/${id}`, { name: 'New' }],
    ['POST', `/my-teams/${id}/invitations`, { email: newEmail() }],
    ['PUT', `/my-teams/${id}/members/${mia.id}`, { role: 'admin' }],
  ] as const)
    assert.equal(await code(admin.call(method, path, body)), 'teams_unavailable', path)
  assert.equal(await code(closed.owner('PUT', settings, { members_create: false })), 'upgrade_required')
  assert.equal((await closed.owner('GET', `/tenant-teams/${closed.id}/teams`)).body.teams.length, 1)
  assert.equal(
    (await mia.call('DELETE', `/my-teams/${id}/members/${mia.id}`)).status,
    200,
    'leaving needs no plan',
  )
})

test('the owner lists, searches, makes and changes teams of their own tenant', async () => {
  const own = await teamSite(app)
  const mia = await own.member()
  const oak = await own.team('Oak 100%', mia)
  const made = await own.owner('POST', `/tenant-teams/${own.id}/teams`, {
    name: 'Beech',
    admin_email: mia.email,
  })
  assert.deepEqual([made.body.members, made.body.invitations], [0, 1])
  const list = async (q = '') => {
    const { body } = await own.owner(
      'GET',
      `/tenant-teams/${own.id}/teams?${new URLSearchParams(q ? { q } : {})}`,
    )
    return body.teams.map(({ name, members }: { name: string; members: number }) => [name, members])
  }
  assert.deepEqual(await list(), [
    ['Beech', 0],
    ['Oak 100%', 2],
  ])
  assert.deepEqual(await list('0%'), [['Oak 100%', 2]])
  assert.deepEqual(await list(mia.email.toUpperCase()), [['Oak 100%', 2]])
  const page = await own.owner('GET', `/tenant-teams/${own.id}/teams?limit=1`)
  const rest = await own.owner('GET', `/tenant-teams/${own.id}/teams?limit=1&cursor=${page.body.next}`)
  assert.deepEqual([rest.body.teams[0].name, rest.body.next], ['Oak 100%', null])

  const added = await own.owner('POST', `/tenant-teams/${own.id}/teams/${made.body.id}/members`, {
    member_id: mia.id,
  })
  assert.deepEqual(added.body.people[0].role, 'admin', 'the first member is an admin')
  const foreign = await site.member()
  const refused = own.owner('POST', `/tenant-teams/${own.id}/teams/${oak.id}/members`, {
    member_id: foreign.id,
  })
  assert.equal(await code(refused), 'team_member_not_found')
  assert.equal(await code(own.owner('GET', `/tenant-teams/${site.id}/teams`)), 'tenant_not_found')
  assert.equal(await code(site.owner('GET', `/tenant-teams/${site.id}/teams/${oak.id}`)), 'team_not_found')
  assert.equal((await own.owner('DELETE', `/tenant-teams/${own.id}/teams/${oak.id}`)).status, 200)
  assert.deepEqual(await list(), [['Beech', 1]])
})

test('webhooks report what happens to a team', async () => {
  const own = await teamSite(app)
  const events = [
    'team.created',
    'team.deleted',
    'team.member_added',
    'team.member_changed',
    'team.member_removed',
  ]
  const hook = await own.owner('POST', '/webhook-endpoints', {
    tenant_id: own.id,
    mode: 'test',
    url: 'https://example.com/hooks',
    events,
  })
  assert.equal(hook.status, 200, JSON.stringify(hook.body))
  const mia = await own.member()
  const { id, admin } = await own.team('Yew', mia)
  await admin.call('PUT', `/my-teams/${id}/members/${mia.id}`, { role: 'admin' })
  await mia.call('DELETE', `/my-teams/${id}/members/${mia.id}`)
  await admin.call('DELETE', `/my-teams/${id}`)
  const { rows } = await app.owner.query(
    'select type, data from app.webhook_messages where tenant_id = $1 order by seq',
    [own.id],
  )
  assert.deepEqual(
    rows.map(({ type, data }) => [type, data.email ?? data.name, data.role]),
    [
      ['team.created', 'Yew', undefined],
      ['team.member_added', admin.email, 'admin'],
      ['team.member_added', mia.email, 'member'],
      ['team.member_changed', mia.email, 'admin'],
      ['team.member_removed', mia.email, 'admin'],
      ['team.deleted', 'Yew', undefined],
    ],
  )
})
