import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { decodeJwt } from 'jose'
import type { Claims } from '#kernel/db/claims.ts'
import { storageWorld } from '#testing/storage-world.ts'
import type { Person } from '#testing/storage-world.ts'
import { signUp } from '#testing/test-users.ts'

const world = await storageWorld()
const { app } = world
const a = await world.tenant()
const [ann, bob] = [await a.member(), await a.member()]
const sql = (text: string, ...values: unknown[]) => app.owner.query(text, values)

const { rows } = await sql(
  `insert into public.audiences (tenant_id, name, rule) values ($1, 'Club', '{"any":[{"kind":"role","role":"Club"}]}')
   returning id`,
  a.id,
)
const audience = rows[0].id as string
await sql("insert into public.roles (tenant_id, name) values ($1, 'Club')", a.id)
const give = ({ id }: Person) =>
  sql("insert into public.role_members (tenant_id, auth_user_id, role) values ($1, $2, 'Club')", a.id, id)
const take = ({ id }: Person) => sql('delete from public.role_members where auth_user_id = $1', id)

const change = (who: Person, body: object) =>
  world.ask(who, '/bucket/club', {
    method: 'PUT',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  })
await a.creator.storage.createBucket('club')
await a.creator.storage.from('club').upload('minutes/may.txt', 'bread and butter')
const of = ({ storage }: Person) => storage.from('club')
const text = async (who: Person) => (await of(who).download('minutes/may.txt')).data?.text()

async function assertClosed(who: Person, what: string) {
  const files = of(who)
  assert.equal(await text(who), undefined, what)
  assert.deepEqual((await files.list('minutes')).data, [], what)
  assert.equal((await files.createSignedUrl('minutes/may.txt', 60)).error?.message, 'Object not found', what)
  assert.equal((await files.createSignedUrls(['minutes/may.txt'], 60)).data?.[0]?.signedUrl, null, what)
  assert.equal((await who.storage.getBucket('club')).error?.message, 'Bucket not found', what)
}

test('[peers D9] members read a bucket once its owner names their audience: they list, download and sign', async () => {
  await give(ann)
  await assertClosed(ann, 'no audience')
  assert.equal((await change(a.creator, { read_audience_id: audience })).status, 200)
  assert.equal(await text(ann), 'bread and butter')
  assert.deepEqual(
    (await of(ann).list('minutes')).data?.map(({ name }) => name),
    ['may.txt'],
  )
  assert.deepEqual(
    (await ann.storage.listBuckets()).data?.map(({ id }) => id),
    ['club'],
  )
  for (const [who, what] of [
    [bob, 'a member without the role'],
    [a.visitor, 'a visitor'],
    [await (await world.tenant()).member(), 'a member of another tenant'],
  ] as const)
    await assertClosed(who, what)
})

test('[peers D9] members of the audience cannot write, and learn nothing about it', async () => {
  const files = of(ann)
  assert.equal((await files.upload('mine.txt', 'x')).error?.statusCode, '403')
  assert.equal((await files.upload('minutes/may.txt', 'x', { upsert: true })).error?.statusCode, '403')
  assert.equal((await files.move('minutes/may.txt', 'other')).error?.statusCode, '404')
  assert.deepEqual((await files.remove(['minutes/may.txt'])).data, [])
  assert.equal((await change(ann, { read_audience_id: null })).status, 403)
  const seen = async (who: Person) => 'read_audience_id' in (await who.storage.getBucket('club')).data!
  assert.deepEqual([await seen(ann), await seen(a.creator)], [false, true])
})

test('[peers D9] a URL that a member signs lasts five minutes at most; after a loss they sign no other', async () => {
  const expiry = (url: string | null) => {
    const { iat, exp } = decodeJwt(new URL(url!).searchParams.get('token')!)
    return exp! - iat!
  }
  const url = (await of(ann).createSignedUrl('minutes/may.txt', 86_400)).data!.signedUrl
  const many = (await of(ann).createSignedUrls(['minutes/may.txt'], 86_400)).data![0]!.signedUrl
  const owner = (await of(a.creator).createSignedUrl('minutes/may.txt', 86_400)).data!.signedUrl
  assert.deepEqual([url, many, owner].map(expiry), [300, 300, 86_400])
  assert.equal((await of(ann).createSignedUrl('minutes/may.txt', 60)).error, null)
  assert.equal(await (await app.fetch(url)).text(), 'bread and butter')
  await take(ann)
  await assertClosed(ann, 'lost the role')
})

test('[peers M10] a URL that staff or an application signs lasts an hour at most; that of the owner as long as requested', async () => {
  const expiry = (url: string) => {
    const { iat, exp } = decodeJwt(new URL(url).searchParams.get('token')!)
    return exp! - iat!
  }
  const session = await signUp(app, app.anonKey)
  await sql(
    "insert into public.tenant_staff (tenant_id, user_id, role) values ($1, $2, 'editor')",
    a.id,
    session.user.id,
  )
  const editor = world.person(app.anonKey, session.access_token, a.id)
  const claims = decodeJwt(a.creator.headers.authorization!.slice(7)) as Claims
  const token = await app.kernel.tokens.mintSession({ ...claims, client_id: randomUUID() }, 600)
  const application = world.person(app.anonKey, token, a.id)
  for (const [who, seconds] of [
    [editor, 3600],
    [application, 3600],
    [a.creator, 86_400],
  ] as const) {
    const one = await of(who).createSignedUrl('minutes/may.txt', 86_400)
    const many = await of(who).createSignedUrls(['minutes/may.txt'], 86_400)
    assert.deepEqual([expiry(one.data!.signedUrl), expiry(many.data![0]!.signedUrl!)], [seconds, seconds])
  }
  assert.equal(expiry((await of(editor).createSignedUrl('minutes/may.txt', 60)).data!.signedUrl), 60)
})

test('[peers D9] a ban and a changed audience close with the next request', async () => {
  await give(ann)
  assert.equal(await text(ann), 'bread and butter')
  await sql('update public.audiences set rule = \'{"any":[]}\' where id = $1', audience)
  await assertClosed(ann, 'the rule has no members')
  await sql('update public.audiences set rule = \'{"any":[{"kind":"signed_in"}]}\' where id = $1', audience)
  assert.equal(await text(bob), 'bread and butter')
  await sql("update auth.users set banned_until = now() + interval '1 hour' where id = $1", bob.id)
  assert.equal(await text(bob), undefined)
  assert.equal(await text(a.visitor), undefined)
})

test('[peers D9] an audience of another tenant is refused, one that opens a bucket stays, and a tenant is deleted with both', async () => {
  const b = await world.tenant()
  const other = await sql(
    "insert into public.audiences (tenant_id, name) values ($1, 'Theirs') returning id",
    b.id,
  )
  const refused = await change(a.creator, { read_audience_id: other.rows[0].id })
  assert.equal(refused.status, 400)
  assert.match(await refused.text(), /the tenant has no such audience/)
  assert.equal((await change(a.creator, { read_audience_id: 'all' })).status, 400)
  await assert.rejects(
    sql('delete from public.audiences where id = $1', audience),
    /^error: The bucket “club” uses this audience$/,
  )
  await sql('delete from public.tenants where id = $1', a.id)
  assert.equal((await sql('select from storage.buckets where pool_id = $1', a.id)).rowCount, 0)
})
