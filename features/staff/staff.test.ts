import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { StaffRole } from '#kernel/browser/staff-rights.ts'
import type { Claims } from '#kernel/db/claims.ts'
import { givePlan, makeItem, makeTenant } from '#testing/factories.ts'
import { functionCall } from '#testing/function-call.ts'
import { testApp } from '#testing/test-app.ts'
import { eventually } from '#testing/eventually.ts'
import { latestEmailTo, newEmail, signUp } from '#testing/test-users.ts'

const app = await testApp({ env: { AUTH_LIMIT_FACTOR: '1000' } })

/** A creator with the calls that they make. */
async function person(email = newEmail('staff')) {
  const session = await signUp(app, app.anonKey, email)
  return {
    id: session.user.id,
    email,
    call: functionCall(app, app.anonKey, session.access_token),
    db: app.client(app.anonKey, {
      global: { fetch: app.fetch, headers: { authorization: `Bearer ${session.access_token}` } },
    }),
    /** The data API as an application to which they gave access. */
    async application() {
      const token = await app.kernel.tokens.mintSession(
        { ...claimsOf(session.access_token), client_id: randomUUID() },
        600,
      )
      return app.client(app.anonKey, {
        global: { fetch: app.fetch, headers: { authorization: `Bearer ${token}` } },
      })
    },
    /** The same person after they proved a second factor. */
    async proven() {
      const token = await app.kernel.tokens.mintSession(
        { ...claimsOf(session.access_token), aal: 'aal2' },
        600,
      )
      return functionCall(app, app.anonKey, token)
    },
  }
}
type Person = Awaited<ReturnType<typeof person>>

const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as Claims

/** A tenant whose owner has the plan. */
async function shop(plan: 'free' | 'pro' | 'business' = 'business') {
  const owner = await person()
  if (plan !== 'free') await givePlan(app.database, owner.id, plan)
  const tenant = await makeTenant(app.database, { owner: owner.id, name: 'Hearth & Rye' })
  const at = `/tenant-staff/${tenant.id}`
  const invite = async (email: string, role: StaffRole, by: Person = owner) => {
    const { status, body } = await by.call('POST', `${at}/invitations`, { email, role })
    return { status, body, token: status === 200 ? tokenTo(email.trim().toLowerCase()) : '' }
  }
  return {
    ...tenant,
    owner,
    at,
    invite,
    /** Invites a new person, who accepts. */
    hire: async (role: StaffRole): Promise<Person> => {
      const member = await person()
      const { token } = await invite(member.email, role)
      const { status, body } = await member.call('POST', '/staff-invitation/accept', { token })
      assert.deepEqual([status, body], [200, { tenant_id: tenant.id }])
      return member
    },
  }
}

/** The token in the newest email to an address. */
function tokenTo(email: string): string {
  const { link } = latestEmailTo(app, email)
  assert.ok(link.startsWith(`${app.config.publicUrl}/invitation?token=`), link)
  return new URL(link).searchParams.get('token')!
}

const accept = (by: Person, token: string) => by.call('POST', '/staff-invitation/accept', { token })
const code = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code]

test('[peers M10] an invitation by email makes its recipient staff, and only once', async () => {
  const { at, owner, invite, id, name } = await shop()
  const editor = await person()
  const { body, token } = await invite(` ${editor.email.toUpperCase()} `, 'editor')
  assert.deepEqual([body.email, body.role, body.expired], [editor.email, 'editor', false])
  const anyone = functionCall(app, app.anonKey)
  const { body: shown } = await anyone('POST', '/staff-invitation/read', { token })
  assert.deepEqual([shown.tenant, shown.role, shown.email], [name, 'editor', 's***@example.test'])
  const shownTo = async (by: Person) =>
    (await by.call('POST', '/staff-invitation/read', { token })).body.email
  assert.equal(await shownTo(await person()), 's***@example.test', 'someone to whom the link was forwarded')
  assert.equal(await shownTo(editor), editor.email)
  assert.equal((await editor.call('GET', '/memberships')).body.memberships.length, 0, 'not before accepting')

  assert.deepEqual((await accept(editor, token)).body, { tenant_id: id })
  const { memberships } = (await editor.call('GET', '/memberships')).body
  assert.deepEqual(memberships, [
    {
      tenant_id: id,
      name,
      role: 'editor',
      needs_two_step: false,
      plan: 'business',
      ownership_offered: false,
    },
  ])
  const staff = (await owner.call('GET', at)).body
  assert.deepEqual(
    staff.members.map((member: { email: string; role: string }) => [member.email, member.role]),
    [
      [owner.email, 'owner'],
      [editor.email, 'editor'],
    ],
  )
  assert.deepEqual(staff.invitations, [])

  assert.deepEqual(code(await accept(editor, token)), [404, 'invitation_closed'], 'a replay')
  assert.deepEqual(code(await anyone('POST', '/staff-invitation/read', { token })), [
    404,
    'invitation_closed',
  ])
})

test('two uses of one invitation at once make one member', async () => {
  const { invite, at, owner } = await shop()
  const editor = await person()
  const { token } = await invite(editor.email, 'editor')
  const answers = await Promise.all(Array.from({ length: 5 }, () => accept(editor, token)))
  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  assert.equal(answers.filter(({ status }) => status === 404).length, 4)
  assert.equal((await owner.call('GET', at)).body.members.length, 2)
})

test('a forwarded invitation opens nothing for someone else, and stays valid for its recipient', async () => {
  const { invite } = await shop()
  const [editor, thief] = [await person(), await person()]
  const { token } = await invite(editor.email, 'admin')
  assert.deepEqual(code(await accept(thief, token)), [403, 'other_address'])
  const claimed = newEmail('unconfirmed')
  await app.client().auth.signUp({ email: claimed, password: 'zebra-lantern-42-mop' })
  assert.equal((await accept(editor, token)).status, 200)
})

test('an address that the account has not confirmed proves nothing', async () => {
  const { invite } = await shop()
  const editor = await person()
  const { token } = await invite(editor.email, 'editor')
  await app.owner.query('update auth.users set email_confirmed_at = null where id = $1', [editor.id])
  assert.deepEqual(code(await accept(editor, token)), [403, 'other_address'])
})

test('an expired or withdrawn invitation, and the link of an earlier email, open nothing', async () => {
  const { invite, owner, at } = await shop()
  const editor = await person()
  const first = await invite(editor.email, 'editor')
  assert.deepEqual(code(await invite(editor.email, 'support')), [409, 'already_invited'])
  const again = await owner.call('POST', `${at}/invitations/${first.body.id}/send`, {})
  assert.equal(again.status, 200)
  const second = tokenTo(editor.email)
  assert.notEqual(second, first.token)
  assert.deepEqual(code(await accept(editor, first.token)), [404, 'invitation_closed'])

  await app.owner.query('alter table public.staff_invitations disable trigger user')
  await app.owner.query(`update public.staff_invitations set expires_at = now() - interval '1 second'`)
  await app.owner.query('alter table public.staff_invitations enable trigger user')
  assert.deepEqual(code(await accept(editor, second)), [404, 'invitation_closed'])
  assert.equal((await owner.call('GET', at)).body.invitations[0].expired, true)

  await owner.call('POST', `${at}/invitations/${first.body.id}/send`, {})
  const third = tokenTo(editor.email)
  assert.equal((await owner.call('DELETE', `${at}/invitations/${first.body.id}`)).status, 200)
  assert.deepEqual(code(await accept(editor, third)), [404, 'invitation_closed'])
  assert.deepEqual(code(await owner.call('DELETE', `${at}/invitations/${first.body.id}`)), [
    404,
    'invitation_not_found',
  ])
})

test('staff beside the owner and open invitations fit the seats of the owner’s plan', async () => {
  const free = await shop('free')
  assert.equal((await free.owner.call('GET', free.at)).body.seats, 1)
  await free.invite(newEmail(), 'editor')
  assert.deepEqual(code(await free.invite(newEmail(), 'editor')), [409, 'staff_seats'])

  const pro = await shop('pro')
  const rush = await Promise.all(Array.from({ length: 6 }, () => pro.invite(newEmail(), 'editor')))
  assert.equal(rush.filter(({ status }) => status === 200).length, 3, 'also when they are sent at once')
  assert.equal((await pro.owner.call('GET', pro.at)).body.seats, 3)
})

test('staff stay when the plan ends, and no one joins', async () => {
  const { hire, invite, owner, at } = await shop('business')
  const [editor] = [await hire('editor'), await hire('support')]
  const late = await person()
  const { token } = await invite(late.email, 'editor')
  await app.owner.query(`update public.bolt_subscriptions set plan_id = 'free' where user_id = $1`, [
    owner.id,
  ])
  assert.equal((await editor.db.from('tenants').select('id')).data!.length, 1)
  assert.deepEqual(code(await accept(late, token)), [409, 'staff_seats'])
  assert.equal((await owner.call('DELETE', `${at}/members/${editor.id}`)).status, 200)
})

test('an admin manages staff, but neither admins nor the owner', async () => {
  const { hire, invite, owner, at } = await shop()
  const [admin, other, editor] = [await hire('admin'), await hire('admin'), await hire('editor')]
  assert.equal((await invite(newEmail(), 'support', admin)).status, 200)
  assert.deepEqual(code(await invite(newEmail(), 'admin', admin)), [403, 'right_missing'])
  assert.equal((await admin.call('PUT', `${at}/members/${editor.id}`, { role: 'support' })).status, 200)
  const refused = [
    admin.call('PUT', `${at}/members/${editor.id}`, { role: 'admin' }),
    admin.call('PUT', `${at}/members/${other.id}`, { role: 'editor' }),
    admin.call('PUT', `${at}/members/${admin.id}`, { role: 'editor' }),
    admin.call('DELETE', `${at}/members/${other.id}`),
    admin.call('POST', `${at}/ownership`, { user_id: admin.id, name: 'Hearth & Rye' }),
    admin.call('PUT', `${at}/two-step`, { required: true }),
    admin.call('POST', '/delete-tenant', { tenant_id: at.split('/')[2], name: 'Hearth & Rye' }),
  ]
  for (const answer of await Promise.all(refused)) assert.deepEqual(code(answer), [403, 'right_missing'])
  assert.deepEqual(code(await admin.call('DELETE', `${at}/members/${owner.id}`)), [404, 'member_not_found'])
  assert.equal((await owner.call('PUT', `${at}/members/${other.id}`, { role: 'editor' })).status, 200)
})

test('who loses the right to invite leaves no invitation behind', async () => {
  const { hire, invite, owner, at, id } = await shop()
  const admin = await hire('admin')
  const second = await person()
  const { token } = await invite(second.email, 'editor', admin)
  await owner.call('PUT', `${at}/members/${admin.id}`, { role: 'editor' })
  assert.deepEqual(code(await accept(second, token)), [404, 'invitation_closed'])

  // One that was being inserted while they lost it.
  const late = await invite(second.email, 'editor')
  await app.owner.query('update public.staff_invitations set invited_by = $2 where tenant_id = $1', [
    id,
    admin.id,
  ])
  assert.deepEqual(code(await accept(second, late.token)), [404, 'invitation_closed'])
})

test('the token of a removed member, a member who left, and one with another role is refused at once', async () => {
  const { hire, owner, at, id } = await shop()
  await makeItem(app.database, id)
  const [editor, support, door] = [await hire('editor'), await hire('support'), await hire('door')]
  const items = `/tenant-items/${id}/items`
  assert.equal((await editor.call('GET', items)).status, 200)
  await owner.call('DELETE', `${at}/members/${editor.id}`)
  assert.deepEqual(code(await editor.call('GET', items)), [404, 'tenant_not_found'])
  assert.deepEqual((await editor.db.from('items').select('id')).data, [])

  assert.equal((await support.call('GET', `/tenant-orders/${id}/orders`)).status, 200)
  await owner.call('PUT', `${at}/members/${support.id}`, { role: 'editor' })
  assert.deepEqual(code(await support.call('GET', `/tenant-orders/${id}/orders`)), [403, 'right_missing'])

  assert.equal((await door.call('DELETE', `${at}/membership`)).status, 200)
  assert.deepEqual((await door.call('GET', '/memberships')).body.memberships, [])
  assert.deepEqual(code(await door.call('DELETE', `${at}/membership`)), [404, 'tenant_not_found'])
})

test('staff never read a secret', async () => {
  const { hire, id } = await shop()
  await app.owner.query(`update public.tenants set auth0_client_secret = 'canary-secret' where id = $1`, [id])
  for (const role of ['admin', 'editor', 'support'] as const) {
    const member = await hire(role)
    const { data } = await member.db.from('tenants').select('*').eq('id', id)
    assert.equal(data!.length, 1)
    assert.ok(!JSON.stringify(data).includes('canary'), role)
    assert.ok((await member.db.from('tenants').select('auth0_client_secret').eq('id', id)).error)
    assert.ok((await member.db.from('staff_invitations').select('token_hash')).error)
    const read = await member.call('GET', `/tenant-auth0?tenant_id=${id}`)
    assert.equal(read.status, role === 'admin' ? 200 : 403)
    assert.ok(!JSON.stringify(read.body).includes('canary'))
  }
})

test('door staff read the name of the tenant and nothing else', async () => {
  const { hire, id, name } = await shop()
  const door = await hire('door')
  assert.equal((await door.call('GET', '/memberships')).body.memberships[0].name, name)
  for (const table of ['tenants', 'items', 'orders', 'end_users', 'roles', 'audiences', 'staff_invitations'])
    assert.deepEqual((await door.db.from(table).select('*')).data, [], table)
  assert.deepEqual(code(await door.call('GET', `/tenant-items/${id}/items`)), [404, 'tenant_not_found'])
})

test('[peers M10] the owner cannot leave; ownership moves by an offer that the member accepts', async () => {
  const { hire, owner, at, id, name } = await shop()
  const [admin, editor] = [await hire('admin'), await hire('editor')]
  assert.deepEqual(code(await owner.call('DELETE', `${at}/membership`)), [409, 'owner_stays'])
  const offer = { user_id: admin.id, name }
  assert.deepEqual(code(await owner.call('POST', `${at}/ownership`, { ...offer, name: 'Other' })), [
    409,
    'name_differs',
  ])
  const stranger = await person()
  const foreign = await owner.call('POST', `${at}/ownership`, { ...offer, user_id: stranger.id })
  assert.deepEqual(code(foreign), [404, 'member_not_found'])
  assert.deepEqual(code(await admin.call('POST', `${at}/ownership/accept`, {})), [404, 'offer_not_found'])

  assert.equal((await owner.call('POST', `${at}/ownership`, offer)).status, 200)
  const told = await eventually('an email to the future owner', async () => {
    const newest = latestEmailTo(app, admin.email)
    return newest.subject.startsWith('Take over') && newest
  })
  assert.equal(told.subject, `Take over ${name} in Bolt Blocks`)
  assert.ok(told.text.includes(`${owner.email} offers you the ownership of ${name}.`), told.text)
  assert.equal(told.link, `${app.config.publicUrl}/studio`)
  assert.equal((await admin.call('GET', '/memberships')).body.memberships[0].ownership_offered, true)
  assert.deepEqual(code(await editor.call('POST', `${at}/ownership/accept`, {})), [404, 'offer_not_found'])
  assert.deepEqual(code(await editor.call('DELETE', `${at}/ownership`)), [404, 'offer_not_found'])
  assert.equal((await admin.call('DELETE', `${at}/ownership`)).status, 200, 'declined')
  await owner.call('POST', `${at}/ownership`, offer)
  await app.owner.query(
    `update public.tenants set stripe_account_id_test = 'acct_kept', stripe_status = 'connected' where id = $1`,
    [id],
  )
  assert.equal((await admin.call('POST', `${at}/ownership/accept`, {})).status, 200)
  const sent = await eventually('an email to the former owner', async () => {
    const newest = latestEmailTo(app, owner.email)
    return newest.subject.endsWith('new owner') && newest
  })
  assert.equal(sent.subject, `${name} has a new owner`)
  assert.ok(sent.text.includes(admin.email), sent.text)

  const { rows } = await app.owner.query(
    'select owner_user_id, stripe_account_id_test from public.tenants where id = $1',
    [id],
  )
  assert.deepEqual(rows[0], { owner_user_id: admin.id, stripe_account_id_test: 'acct_kept' })
  const { members, seats } = (await admin.call('GET', at)).body
  assert.deepEqual(
    new Map(members.map((member: { user_id: string; role: string }) => [member.user_id, member.role])),
    new Map([
      [admin.id, 'owner'],
      [owner.id, 'admin'],
      [editor.id, 'editor'],
    ]),
  )
  assert.equal(seats, 1, 'the plan of the new owner counts')
  assert.deepEqual(code(await owner.call('POST', '/delete-tenant', { tenant_id: id, name })), [
    403,
    'right_missing',
  ])
  assert.deepEqual(code(await admin.call('POST', `${at}/ownership/accept`, {})), [404, 'offer_not_found'])
})

test('ownership is refused while a day pass is active, beyond 100 tenants, and after the offer has expired', async () => {
  const { hire, owner, at, id, name } = await shop()
  const admin = await hire('admin')
  const offer = () => owner.call('POST', `${at}/ownership`, { user_id: admin.id, name })
  await offer()
  await app.owner.query(
    `update public.tenants set subscription_tier = 'day_pass', subscription_status = 'active',
       access_expires_at = now() + interval '1 hour' where id = $1`,
    [id],
  )
  assert.deepEqual(code(await admin.call('POST', `${at}/ownership/accept`, {})), [409, 'day_pass_runs'])
  await app.owner.query(`update public.tenants set access_expires_at = now() where id = $1`, [id])
  await app.owner.query(
    `insert into public.tenants (name, owner_user_id) select 'T', $1 from generate_series(1, 100)`,
    [admin.id],
  )
  assert.deepEqual(code(await admin.call('POST', `${at}/ownership/accept`, {})), [409, 'too_many_tenants'])
  await app.owner.query(`delete from public.tenants where owner_user_id = $1`, [admin.id])
  await app.owner.query(`update public.ownership_offers set expires_at = now() - interval '1 second'`)
  assert.deepEqual(code(await admin.call('POST', `${at}/ownership/accept`, {})), [404, 'offer_not_found'])
})

test('two-step verification can be required of staff; the owner is never locked out', async () => {
  const { hire, owner, at, id } = await shop()
  const admin = await hire('admin')
  assert.deepEqual(code(await owner.call('PUT', `${at}/two-step`, { required: true })), [
    403,
    'two_step_first',
  ])
  const proven = await owner.proven()
  assert.deepEqual((await proven('PUT', `${at}/two-step`, { required: true })).body, { required: true })

  assert.deepEqual(code(await admin.call('GET', at)), [404, 'tenant_not_found'])
  assert.deepEqual((await admin.db.from('tenants').select('id')).data, [])
  assert.equal((await admin.call('GET', '/memberships')).body.memberships[0].needs_two_step, true)
  assert.equal((await (await admin.proven())('GET', at)).status, 200)
  assert.equal(
    (await owner.call('GET', at)).body.two_step_required,
    true,
    'the owner without a second factor',
  )
  assert.equal((await owner.call('PUT', `${at}/two-step`, { required: false })).status, 200)
  assert.equal((await admin.call('GET', `/tenant-items/${id}/items`)).status, 200)
})

test('an account that ends is staff of nothing', async () => {
  const { hire, owner, at } = await shop()
  const editor = await hire('editor')
  await app.owner.query('delete from auth.users where id = $1', [editor.id])
  assert.equal((await owner.call('GET', at)).body.members.length, 1)
})

test('[peers M10] an application that acts for the owner or an admin changes neither the staff nor the settings', async () => {
  const { hire, owner, id } = await shop()
  const [admin, editor] = [await hire('admin'), await hire('editor')]
  for (const by of [owner, admin]) {
    const application = await by.application()
    const invitation = {
      tenant_id: id,
      email: newEmail(),
      role: 'editor',
      token_hash: `\\x${'ab'.repeat(32)}`,
    }
    const attempts = [
      application.from('staff_invitations').insert(invitation),
      application.from('staff_invitations').update({ token_hash: invitation.token_hash }).eq('tenant_id', id),
      application.from('staff_invitations').delete().eq('tenant_id', id),
      application.from('tenant_staff').update({ role: 'support' }).eq('user_id', editor.id),
      application.from('tenant_staff').delete().eq('user_id', editor.id),
      application.from('ownership_offers').insert({ tenant_id: id, user_id: admin.id }),
      application.from('ownership_offers').delete().eq('tenant_id', id),
      application
        .from('tenants')
        .update({ allowed_origins: ['https://evil.example'] })
        .eq('id', id),
      application.from('tenants').update({ audit_days: 30 }).eq('id', id),
    ]
    for (const [n, { error }] of (await Promise.all(attempts)).entries())
      assert.equal(error?.code, '42501', `${by === owner ? 'owner' : 'admin'} ${n}`)
    const renamed = await application.from('tenants').update({ name: 'Rye' }).eq('id', id).select('name')
    assert.deepEqual(renamed.data, [{ name: 'Rye' }], 'content is data')
  }
})

test('invitations are limited per mailbox and per inviter, whatever the spelling and the tenant', async () => {
  const strict = await testApp({ env: { AUTH_LIMIT_FACTOR: '1' } })
  const session = await signUp(strict, strict.anonKey)
  const call = functionCall(strict, strict.anonKey, session.access_token)
  await givePlan(strict.database, session.user.id, 'business')
  const make = async () => (await makeTenant(strict.database, { owner: session.user.id })).id
  const invite = async (tenant: string, email: string) => {
    const { status, body } = await call('POST', `/tenant-staff/${tenant}/invitations`, {
      email,
      role: 'door',
    })
    if (status === 200) await call('DELETE', `/tenant-staff/${tenant}/invitations/${body.id}`)
    return status
  }
  const [first, second] = [await make(), await make()]
  const one = []
  for (let n = 0; n < 6; n++) one.push(await invite(n % 2 ? first : second, `mia+${n}@example.test`))
  assert.deepEqual(one, [200, 200, 200, 200, 200, 429])
  const many = []
  for (let n = 0; n < 56; n++) many.push(await invite(n % 2 ? first : second, newEmail()))
  assert.deepEqual([many.indexOf(429), many.lastIndexOf(200)], [54, 53], 'sixty a day')
})
