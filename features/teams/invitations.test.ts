import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { sendLetter } from '#kernel/mail/letter-jobs.ts'
import { functionCall } from '#testing/function-call.ts'
import { testApp } from '#testing/test-app.ts'
import { latestEmailTo, newEmail, PASSWORD } from '#testing/test-users.ts'
import { teamSite } from '#testing/team-site.ts'
import { letters } from './write-letters.ts'

const app = await testApp({ env: { AUTH_LIMIT_FACTOR: '100' } })
const site = await teamSite(app)
const code = async (call: Promise<{ status: number; body: { code?: string } }>) => (await call).body.code

test('[peers A12] an invitation arrives by email and is accepted once, by the member whose address it was sent to', async () => {
  const { id, admin } = await site.team('Reading club')
  const [mia, eve] = [await site.member(), await site.member()]
  const sent = await admin.call('POST', `/my-teams/${id}/invitations`, {
    email: ` ${mia.email.toUpperCase()} `,
    page_url: 'http://shop.localhost:4800/club#top',
    locale: 'de-AT',
  })
  assert.equal(sent.status, 200, JSON.stringify(sent.body))
  const jobs = await app.owner.query("select data from pgboss.job where name = 'mail'")
  assert.equal(jobs.rows.length, 1)
  await sendLetter(app.kernel, letters, jobs.rows[0].data)
  const mail = latestEmailTo(app, mia.email)
  assert.equal(mail.subject, 'Einladung in ein Team bei Hearth & Rye')
  const link = new URL(latestEmailTo(app, mia.email).link)
  assert.equal(link.pathname, '/embed/invitation')
  assert.equal(link.searchParams.get('redirect_to'), 'http://shop.localhost:4800/club#top')
  const secret = link.searchParams.get('invitation')!
  assert.ok(!JSON.stringify(sent.body).includes(secret))
  const { rows } = await app.owner.query('select * from public.team_invitations where email = $1', [
    mia.email,
  ])
  assert.ok(!JSON.stringify(rows).includes(secret), 'only its hash is stored')

  const accept = (by: typeof mia) => by.call('POST', '/team-invitation/accept', { secret })
  const visitor = functionCall(app, site.public_key)
  const read = await visitor('POST', '/team-invitation', { secret })
  assert.deepEqual([read.body.team, Object.keys(read.body)], ['Reading club', ['team', 'expires_at']])
  assert.equal((await visitor('POST', '/team-invitation/accept', { secret })).status, 401)
  // Forwarded: someone else has the link.
  assert.equal(await code(accept(eve)), 'invitation_of_another')
  // Two tabs at once.
  const both = await Promise.all([accept(mia), accept(mia)])
  assert.deepEqual(
    both.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 404],
  )
  assert.equal(await code(accept(mia)), 'invitation_not_found')
  assert.equal(await code(accept(eve)), 'invitation_not_found')
  // Replayed after they left.
  assert.equal((await mia.call('DELETE', `/my-teams/${id}/members/${mia.id}`)).status, 200)
  assert.equal(await code(accept(mia)), 'invitation_not_found')
})

test('a team’s name is no subject, and not in the text either if it looks like a link', async () => {
  for (const [name, isShown] of [
    ['Reading club', true],
    ['St. John’s 3.0', true],
    ['You won: evil.example/prize', false],
    ['https://localhost', false],
    ['write to boss@evil', false],
    ['Win at 1.2.3.4/prize', false],
    ['Win at evil。example', false],
    ['Win at evil．example', false],
    ['Win at evil｡example', false],
    ['Win at 1。2。3。4', false],
    ['Class 1.2.3', true],
  ] as const) {
    const { id, admin } = await site.team(name)
    const email = newEmail()
    await site.invite(admin, id, email)
    const { subject, text, html } = await letterTo(email)
    assert.equal(subject, 'You are invited to a team on Hearth & Rye')
    assert.deepEqual(
      [text, html].map((part) => part.includes(name)),
      [isShown, isShown],
      name,
    )
    assert.ok(isShown || !/evil|localhost(?!:)/.test(text.replace(/https?:\S+/, '')), text)
  }
})

/** Runs the job of the newest invitation to an address. */
async function letterTo(email: string) {
  const { rows } = await app.owner.query(
    `select j.data from pgboss.job j join public.team_invitations i on i.id::text = j.data ->> 'invitation' where i.email = $1`,
    [email],
  )
  await sendLetter(app.kernel, letters, rows[0].data)
  return latestEmailTo(app, email)
}

test('an unconfirmed or changed address, another tenant and a ban accept nothing', async () => {
  const { id, admin } = await site.team('Oak')
  const email = newEmail()
  const { secret } = await site.invite(admin, id, email)
  // An account that only claims the address: the confirmation is someone else's to give.
  const { rows } = await app.owner.query(
    'insert into auth.users (pool_id, email) values ($1, $2) returning id',
    [site.id, email],
  )
  const claim = await site.member()
  await app.owner.query('delete from auth.users where id = $1', [rows[0].id])
  await app.owner.query('update auth.users set email = $2, email_confirmed_at = null where id = $1', [
    claim.id,
    email,
  ])
  assert.equal(await code(claim.call('POST', '/team-invitation/accept', { secret })), 'email_not_confirmed')

  const elsewhere = await teamSite(app)
  await app.owner.query('update auth.users set email = $2 where id = $1', [claim.id, newEmail()])
  const namesake = await elsewhere.member(email)
  assert.equal(
    await code(namesake.call('POST', '/team-invitation/accept', { secret })),
    'invitation_not_found',
  )

  const mia = await site.member(email)
  await app.owner.query("update auth.users set banned_until = now() + interval '1 hour' where id = $1", [
    mia.id,
  ])
  assert.equal((await mia.call('POST', '/team-invitation/accept', { secret })).status, 401)
  await app.owner.query('update auth.users set banned_until = null where id = $1', [mia.id])
  const back = await app.client(site.public_key).auth.signInWithPassword({ email, password: PASSWORD })
  const again = functionCall(app, site.public_key, back.data.session!.access_token)
  assert.equal((await again('POST', '/team-invitation/accept', { secret })).status, 200)
})

test('an invitation that expired or was withdrawn, or whose team ended, opens nothing; one that is sent again replaces its link', async () => {
  const { id, admin } = await site.team('Elm')
  const mia = await site.member()
  const accept = (secret: string) => mia.call('POST', '/team-invitation/accept', { secret })
  const first = await site.invite(admin, id, mia.email)
  const twice = admin.call('POST', `/my-teams/${id}/invitations`, { email: mia.email })
  assert.equal(await code(twice), 'already_invited')

  await app.owner.query('update public.team_invitations set expires_at = now() where id = $1', [first.id])
  assert.equal(await code(accept(first.secret)), 'invitation_not_found')
  assert.deepEqual((await admin.call('GET', '/my-teams')).body.team.invitations, [])
  // A new one replaces it.
  const second = await site.invite(admin, id, mia.email)
  await admin.call('POST', `/my-teams/${id}/invitations/${second.id}/resend`)
  assert.equal(await code(accept(second.secret)), 'invitation_not_found', 'at once')
  const third = await site.secretOf(second.id)
  await admin.call('DELETE', `/my-teams/${id}/invitations/${second.id}`)
  assert.equal(await code(accept(third)), 'invitation_not_found')
  assert.equal(await code(accept(randomBytes(32).toString('base64url'))), 'invitation_not_found')

  const last = await site.invite(admin, id, mia.email)
  await admin.call('DELETE', `/my-teams/${id}`)
  assert.equal(await code(accept(last.secret)), 'invitation_not_found')
  assert.equal((await mia.call('GET', '/my-teams')).body.team, null)
})

test('invitations are limited per mailbox and per team, and a member is not invited again', async () => {
  const { id, admin } = await site.team('Ash')
  assert.equal(
    await code(admin.call('POST', `/my-teams/${id}/invitations`, { email: admin.email })),
    'already_in_team',
  )
  assert.equal(
    (await admin.call('POST', `/my-teams/${id}/invitations`, { email: 'not an address' })).status,
    400,
  )
  await app.owner.query(
    `insert into public.team_invitations (tenant_id, team_id, email)
     select $1, $2, 'many-' || n || '@example.test' from generate_series(1, 100) n`,
    [site.id, id],
  )
  assert.equal(
    await code(admin.call('POST', `/my-teams/${id}/invitations`, { email: newEmail() })),
    'too_many_invitations',
  )
  const strict = await testApp({ env: { AUTH_LIMIT_FACTOR: '1' } })
  const small = await teamSite(strict)
  const own = await small.team('Yew')
  const { id: invitation } = await small.invite(own.admin, own.id, newEmail())
  const resend = () => own.admin.call('POST', `/my-teams/${own.id}/invitations/${invitation}/resend`)
  const answers = []
  for (let n = 0; n < 5; n++) answers.push((await resend()).status)
  assert.deepEqual(answers, [200, 200, 200, 200, 429])
})

test('someone without an account signs up with the invited address and then accepts', async () => {
  const { id, admin } = await site.team('Fir')
  const email = newEmail()
  const { secret } = await site.invite(admin, id, email)
  const client = app.client(site.public_key)
  await client.auth.signUp({ email, password: PASSWORD })
  const { data } = await client.auth.verifyOtp({
    type: 'signup',
    token_hash: latestEmailTo(app, email).tokenHash,
  })
  const call = functionCall(app, site.public_key, data.session!.access_token)
  const { body } = await call('POST', '/team-invitation/accept', { secret })
  assert.deepEqual([body.team.name, body.teams[0].role], ['Fir', 'member'])
})

test('an admin who is removed or steps down leaves no invitation behind, which they could accept with another account', async () => {
  const bea = await site.member()
  const { id, admin } = await site.team('Larch', bea)
  const [second, third, guest] = [await site.member(), await site.member(), await site.member()]
  const role = (to: string) => admin.call('PUT', `/my-teams/${id}/members/${bea.id}`, { role: to })
  const accept = (by: typeof bea, secret: string) => by.call('POST', '/team-invitation/accept', { secret })
  assert.equal((await role('admin')).status, 200)
  const kept = await site.invite(admin, id, guest.email)
  const first = await site.invite(bea, id, second.email, 'admin')
  assert.equal((await role('member')).status, 200)
  assert.equal(await code(accept(second, first.secret)), 'invitation_not_found')

  await role('admin')
  const again = await site.invite(bea, id, third.email, 'admin')
  assert.equal((await admin.call('DELETE', `/my-teams/${id}/members/${bea.id}`)).status, 200)
  assert.equal(await code(accept(third, again.secret)), 'invitation_not_found')
  assert.equal((await accept(guest, kept.secret)).status, 200, 'those of others stay')

  // One that was being inserted while they were removed.
  const late = await site.invite(admin, id, third.email)
  await app.owner.query('update public.team_invitations set invited_by = $2 where id = $1', [late.id, bea.id])
  assert.equal(await code(accept(third, late.secret)), 'invitation_not_found')
})

test('who may not invite uses up no limit of those who may', async () => {
  const strict = await testApp({ env: { AUTH_LIMIT_FACTOR: '1' } })
  const small = await teamSite(strict)
  const { id, admin } = await small.team('Rowan')
  const [eve, email] = [await small.member(), newEmail()]
  const elsewhere = await teamSite(strict)
  const tries = []
  for (let n = 0; n < 6; n++)
    tries.push(await code(eve.call('POST', `/my-teams/${id}/invitations`, { email })))
  const create = (of: typeof small) =>
    elsewhere.owner('POST', `/tenant-teams/${of.id}/teams`, { name: 'Rowan', admin_email: newEmail() })
  for (let n = 0; n < 61; n++) tries.push(await code(create(small)))
  assert.deepEqual([...new Set(tries)], ['team_not_found', 'tenant_not_found'])
  assert.equal((await create(elsewhere)).status, 200)
  assert.equal((await admin.call('POST', `/my-teams/${id}/invitations`, { email })).status, 200)
})
