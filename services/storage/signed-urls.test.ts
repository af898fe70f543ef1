import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SignJWT } from 'jose'
import sharp from 'sharp'
import { storageWorld } from '#testing/storage-world.ts'
import type { Person } from '#testing/storage-world.ts'
import { signUp } from '#testing/test-users.ts'
import { signToken } from './signing/tokens.ts'

const world = await storageWorld()
const { app } = world
const a = await world.tenant()
const b = await world.tenant()
for (const tenant of [a, b]) {
  for (const bucket of ['docs', 'other']) {
    await tenant.creator.storage.createBucket(bucket)
    await tenant.creator.storage
      .from(bucket)
      .upload('folder/file.txt', `${bucket} of ${tenant.name} ${tenant.id}`)
    await tenant.creator.storage.from(bucket).upload('folder/file.txt2', 'longer')
    await tenant.creator.storage.from(bucket).upload('folder/fil', 'shorter')
  }
}
const docs = a.creator.storage.from('docs')
const signed = new URL((await docs.createSignedUrl('folder/file.txt', 600)).data!.signedUrl)
const token = signed.searchParams.get('token')!
const uploadToken = (await docs.createSignedUploadUrl('folder/new.txt')).data!.token

const get = (path: string, of: string, headers = {}) =>
  app.request(`/storage/v1${path}?token=${encodeURIComponent(of)}`, { headers })
const put = (path: string, of: string) =>
  app.request(`/storage/v1${path}?token=${encodeURIComponent(of)}`, { method: 'PUT', body: 'hostile' })

/** Rejected in the client's format, without any content of the file. */
async function refused(answer: Response, what: string): Promise<void> {
  const text = await answer.text()
  assert.equal(answer.status, 400, `${what}: ${answer.status} ${text}`)
  assert.match(text, /"statusCode":"400"/)
  assert.ok(!text.includes('docs of'), what)
  assert.equal(answer.headers.get('etag'), null)
  assert.match(answer.headers.get('cache-control')!, /no-store/)
}

test('a signed URL serves its file, without a key and with any key', async () => {
  for (const headers of [{}, b.visitor.headers, world.stranger.headers]) {
    const answer = await get('/object/sign/docs/folder/file.txt', token, headers)
    assert.equal(await answer.text(), `docs of ${a.name} ${a.id}`)
  }
})

test('[L03] a token grants access to no other object, bucket, namespace or prefix', async () => {
  const others = [
    '/docs/folder/file.txt2',
    '/docs/folder/fil',
    '/docs/folder',
    '/docs',
    '/other/folder/file.txt',
    '/docs/folder/File.txt',
    '/docs/none.txt',
    '/docs/folder/file.txt/more',
  ]
  for (const path of others) await refused(await get(`/object/sign${path}`, token), path)
  const ofB = (await b.creator.storage.from('docs').createSignedUrl('folder/file.txt', 600)).data!
  assert.equal(await (await app.fetch(ofB.signedUrl)).text(), `docs of ${b.name} ${b.id}`)
  const address = { bucket: 'docs', name: 'folder/none.txt' }
  const absent = await signToken(app.config, { pool: b.id, address, purpose: 'download' }, 60)
  assert.equal((await get('/object/sign/docs/folder/none.txt', absent)).status, 404)
})

test('[L03] an expired, edited or foreign token grants nothing', async () => {
  const [header, payload, signature] = token.split('.') as [string, string, string]
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
  const edited = (change: object) =>
    Buffer.from(JSON.stringify({ ...claims, ...change })).toString('base64url')
  const none = Buffer.from('{"alg":"none"}').toString('base64url')
  const foreign = (secret: string) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', kid: app.config.secretKeys[0]!.id })
      .sign(Buffer.from(secret))
  const address = { bucket: 'docs', name: 'folder/file.txt' }
  const tokens: Record<string, string> = {
    expired: await signToken(app.config, { pool: a.id, address, purpose: 'download' }, -1),
    'of another namespace by its payload': `${header}.${edited({ pool: b.id })}.${signature}`,
    'for longer by its payload': `${header}.${edited({ exp: claims.exp + 1000 })}.${signature}`,
    truncated: token.slice(0, -1),
    'without a signature': `${none}.${payload}.`,
    'of an unknown key': `${Buffer.from('{"alg":"HS256","kid":"x"}').toString('base64url')}.${payload}.${signature}`,
    'signed with the secret of the API keys': await foreign(app.config.jwtSecret),
    'signed with the bare key of the ring': await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', kid: app.config.secretKeys[0]!.id })
      .sign(app.config.secretKeys[0]!.key),
    'the anon key': app.anonKey,
    'the service key': app.serviceKey,
    'a session': a.creator.headers.authorization!.slice(7),
    rubbish: 'rubbish',
    empty: '',
  }
  for (const [what, of] of Object.entries(tokens))
    await refused(await get('/object/sign/docs/folder/file.txt', of), what)
})

test('[L03] a token for reading cannot write, one for writing cannot read, and a preview is not the original', async () => {
  await refused(await put('/object/upload/sign/docs/folder/file.txt', token), 'a read token for writing')
  await refused(await get('/object/sign/docs/folder/new.txt', uploadToken), 'a write token for reading')
  await refused(await put('/object/upload/sign/docs/folder/file.txt', uploadToken), 'another name')
  await refused(await put('/object/upload/sign/other/folder/new.txt', uploadToken), 'another bucket')
  const image = await sharp({ create: { width: 4, height: 4, channels: 3, background: '#000' } })
    .png()
    .toBuffer()
  await docs.upload('image.png', image, { contentType: 'image/png' })
  const preview = (await docs.createSignedUrl('image.png', 60, { transform: { width: 2 } })).data!.signedUrl
  const previewToken = new URL(preview).searchParams.get('token')!
  assert.equal((await app.fetch(preview)).status, 200)
  await refused(await get('/object/sign/docs/image.png', previewToken), 'a preview token for the original')
  await refused(
    await get('/render/image/sign/docs/folder/file.txt', token),
    'a read token for a transformation',
  )
  assert.equal(await (await docs.download('folder/file.txt')).data?.text(), `docs of ${a.name} ${a.id}`)
})

test('[L03] only callers who may read a file can sign its URL, and only those who may write a name can sign an upload', async () => {
  const member = await a.member()
  for (const who of [a.visitor, member, b.creator, b.visitor, world.stranger]) {
    const theirs = who.storage.from('docs')
    if (who !== b.creator)
      assert.equal((await theirs.createSignedUrl('folder/file.txt', 60)).error?.statusCode, '404')
    const naming = await world.ask(who, '/object/sign/docs/folder/file.txt', {
      method: 'POST',
      body: '{"expiresIn":60}',
      headers: { 'x-bb-pool': a.id, 'content-type': 'application/json' },
    })
    assert.ok([403, 404].includes(naming.status))
    const writing = await world.ask(who, '/object/upload/sign/docs/mine.txt', {
      method: 'POST',
      headers: { 'x-bb-pool': a.id },
    })
    assert.equal(writing.status, 403)
  }
})

test('a signed URL is cached by the browser for at most its lifetime, and by no shared cache', async () => {
  const { headers } = await get('/object/sign/docs/folder/file.txt', token)
  const [, kept] = /^private, max-age=(\d+)$/.exec(headers.get('cache-control')!) ?? []
  assert.ok(Number(kept) > 500 && Number(kept) <= 600)
})

test('[peers M10] a URL that the owner signed ends with the ownership, and one of staff with the role', async () => {
  const shop = await world.tenant()
  await shop.creator.storage.createBucket('docs')
  const files = shop.creator.storage.from('docs')
  const png = await sharp({ create: { width: 4, height: 4, channels: 3, background: '#000' } })
    .png()
    .toBuffer()
  await files.upload('a.png', png, { contentType: 'image/png' })
  const urls = [
    (await files.createSignedUrl('a.png', 86_400)).data!.signedUrl,
    (await files.createSignedUrls(['a.png'], 86_400)).data![0]!.signedUrl!,
    (await files.createSignedUrl('a.png', 86_400, { transform: { width: 2 } })).data!.signedUrl,
  ]
  const statuses = () => Promise.all(urls.map(async (url) => (await app.fetch(url)).status))
  const sql = (text: string, ...values: unknown[]) => app.owner.query(text, values)
  assert.deepEqual(await statuses(), [200, 200, 200])
  await sql('update public.tenants set owner_user_id = $2 where id = $1', shop.id, b.creator.id)
  assert.deepEqual(await statuses(), [404, 404, 404])
  const hire = "insert into public.tenant_staff (tenant_id, user_id, role) values ($1, $2, 'editor')"
  await sql(hire, shop.id, shop.creator.id)
  assert.deepEqual(await statuses(), [200, 200, 200], 'an editor has the right to content')
  await sql('delete from public.tenant_staff where tenant_id = $1', shop.id)
  assert.deepEqual(await statuses(), [404, 404, 404])
})

test('[E09] [peers M10] a signed upload ends with a ban, a deletion and a lost role of its signer', async () => {
  const shop = await world.tenant()
  await shop.creator.storage.createBucket('docs')
  const sql = (text: string, ...values: unknown[]) => app.owner.query(text, values)
  await sql('update storage.buckets set member_folders = true where pool_id = $1', shop.id)
  const member = await shop.member()
  const session = await signUp(app, app.anonKey)
  await sql(
    "insert into public.tenant_staff (tenant_id, user_id, role) values ($1, $2, 'editor')",
    shop.id,
    session.user.id,
  )
  const editor = world.person(app.anonKey, session.access_token, shop.id, session.user.id)
  const signer = async (who: Person) => {
    const name = `${who.id}/file.txt`
    const { data } = await who.storage.from('docs').createSignedUploadUrl(name, { upsert: true })
    return async () => {
      const upload = await put(`/object/upload/sign/docs/${name}`, data!.token)
      const resumable = await app.request('/storage/v1/upload/resumable/sign', {
        method: 'POST',
        headers: {
          'tus-resumable': '1.0.0',
          'upload-length': '3',
          'x-signature': data!.token,
          'upload-metadata': `bucketName ${btoa('docs')},objectName ${btoa(name)}`,
        },
      })
      return [upload.status, resumable.status]
    }
  }
  const uploads = {
    member: await signer(member),
    editor: await signer(editor),
    owner: await signer(shop.creator),
  }
  for (const upload of Object.values(uploads)) assert.deepEqual(await upload(), [200, 201])
  await sql('delete from public.tenant_staff where tenant_id = $1', shop.id)
  assert.deepEqual(await uploads.editor(), [403, 403])
  const ban = (id: string, interval: string) =>
    sql('update auth.users set banned_until = now() + $2::interval where id = $1', id, interval)
  for (const [who, upload] of [
    [member, uploads.member],
    [shop.creator, uploads.owner],
  ] as const) {
    await ban(who.id, '1 hour')
    assert.deepEqual(await upload(), [403, 403])
    await ban(who.id, '-1 hour')
    assert.deepEqual(await upload(), [200, 201])
  }
  await sql('delete from auth.users where id = $1', member.id)
  assert.deepEqual(await uploads.member(), [403, 403])
})
