import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FileLink, PreparedUpload } from '#kernel/browser/fields/file-upload.ts'
import type { StoredFile } from '#kernel/browser/fields/read-value.ts'
import { sweep } from '#services/storage/removal/sweep.ts'
import { functionCall } from '#testing/function-call.ts'
import { AUTHOR, EVERYONE, MEMBERS, OPEN, tableBuilder } from '#testing/own-tables.ts'
import { fetchLink, png, sendBytes } from '#testing/record-uploads.ts'
import { testApp } from '#testing/test-app.ts'
import { signUp } from '#testing/test-users.ts'
import type { DataTable, GivenField } from './endpoints.ts'
import { forgetFiles, forgetRecords } from './upkeep.ts'

const app = await testApp({ env: { AUTH_LIMIT_FACTOR: '1000', TRUSTED_PROXIES: '1' } })
const site = await tableBuilder(app)
const key = site.tenant.public_key
const staff = functionCall(app, app.anonKey, site.access_token)
const visitor = functionCall(app, key)
const PDF = '%PDF-1.7\nsmall'

const FIELDS: GivenField[] = [
  { title: 'Name', kind: 'text' },
  { title: 'File', kind: 'file', max: 1 },
  { title: 'Photo', kind: 'image' },
]

type Caller = typeof visitor

async function uploadTo(
  call: Caller,
  table: DataTable,
  field: string,
  bytes: Uint8Array<ArrayBuffer> | string,
  name = 'a.pdf',
) {
  const prepared = await call('POST', `/own-tables/${table.name}/uploads`, { field, name })
  assert.equal(prepared.status, 200, JSON.stringify(prepared.body))
  return {
    ...(prepared.body as PreparedUpload),
    sent: await sendBytes(app, prepared.body as PreparedUpload, bytes),
  }
}

async function staffUpload(
  table: DataTable,
  field: string,
  bytes: Uint8Array<ArrayBuffer> | string,
  name = 'a.pdf',
) {
  const { id } = table.fields.find((one) => one.name === field)!
  const path = `/data-tables/${site.tenant.id}/tables/${table.id}/uploads`
  const { body, status } = await staff('POST', path, { field: id, name })
  assert.equal(status, 200, JSON.stringify(body))
  return { ...(body as PreparedUpload), sent: await sendBytes(app, body as PreparedUpload, bytes) }
}

const linksOf = async (call: Caller, table: DataTable, field: string, rows: string[]) =>
  (await call('POST', `/own-tables/${table.name}/file-links`, { field, rows })).body.links as Record<
    string,
    FileLink
  >

async function signedIn(tenantKey = key) {
  const { access_token, user } = await signUp(app, tenantKey)
  const headers = { Authorization: `Bearer ${access_token}` }
  return {
    id: user.id,
    email: user.email!,
    call: functionCall(app, tenantKey, access_token),
    client: app.client(tenantKey, { global: { fetch: app.fetch, headers } }),
  }
}

const used = async () => {
  const { rows } = await app.owner.query<{ bytes: string; reserved: string }>(
    'select bytes, reserved from storage.usage where pool_id = $1',
    [site.tenant.id],
  )
  return [Number(rows[0]?.bytes ?? 0), Number(rows[0]?.reserved ?? 0)]
}

test('[peers D13] a visitor uploads a file and a picture, adds a row with them, and reads them by the rights of the row', async () => {
  const before = await used()
  const table = await site.create('Entries', FIELDS, OPEN)
  const file = await uploadTo(visitor, table, 'file', PDF, 'C:\\docs\\my "cv".pdf')
  assert.deepEqual([file.sent.status, file.sent.body.type, file.sent.body.size], [200, 'application/pdf', 14])
  assert.equal(file.most, 1_000_000)
  const photo = await uploadTo(visitor, table, 'photo', await png(), 'me.png')
  assert.deepEqual([photo.sent.status, photo.sent.body.width, photo.sent.body.height], [200, 4, 3])
  const lies = { id: photo.id, name: 'x.html', size: 1, type: 'image/gif' }
  const { data, error } = await site
    .visitor()
    .from('entries')
    .insert({ name: 'Ann', file: file.id, photo: lies })
    .select()
    .single()
  assert.equal(error, null)
  const row = data as unknown as { id: string; file: StoredFile; photo: StoredFile }
  assert.deepEqual(row.file, { id: file.id, name: 'my "cv".pdf', size: 14, type: 'application/pdf' })
  assert.deepEqual(row.photo, photo.sent.body)
  assert.deepEqual((await used())[0], before[0]! + 14 + row.photo.size)

  const link = (await linksOf(visitor, table, 'file', [row.id]))[row.id]!
  const got = await fetchLink(app, link.url)
  assert.equal(new TextDecoder().decode(got.bytes), PDF)
  assert.match(got.headers.get('content-disposition')!, /^attachment; filename="my _cv_.pdf"/)
  assert.equal(got.headers.get('x-content-type-options'), 'nosniff')
  assert.match(got.headers.get('content-security-policy')!, /sandbox/)
  assert.match(got.headers.get('cache-control')!, /^private/)
  assert.equal(link.picture, undefined)
  const picture = (await linksOf(visitor, table, 'photo', [row.id]))[row.id]!
  const shown = await fetchLink(app, picture.thumb!)
  assert.deepEqual(
    [shown.status, shown.headers.get('content-type'), shown.headers.get('content-disposition')],
    [200, 'image/webp', 'inline'],
  )
  const original = await fetchLink(app, picture.url)
  assert.match(original.headers.get('content-disposition')!, /^attachment/)
  assert.doesNotMatch(
    Buffer.from(original.bytes).toString('latin1'),
    /canary/,
    'what the camera recorded is gone',
  )
})

test('an upload is for one row, one field, one table, one caller and one day', async () => {
  const table = await site.create('Claims', [...FIELDS, { title: 'Other', kind: 'file' }], OPEN)
  const second = await site.create('Claims too', FIELDS, OPEN)
  const rows = site.visitor().from('claims')
  const { id } = await uploadTo(visitor, table, 'file', PDF)
  const refused = async (what: PromiseLike<{ error: { code: string } | null }>) =>
    assert.equal((await what).error?.code, '23503')
  const ann = await signedIn()
  await refused(ann.client.from('claims').insert({ file: id }))
  await refused(site.staff().from('claims').insert({ file: id }))
  await refused(rows.insert({ other: id }))
  await refused(site.visitor().from('claims_too').insert({ file: id }))
  await refused(rows.insert({ file: '0190a5c8-0000-4000-8000-000000000001' }))
  // Two rows of one statement cannot share it, and neither is added.
  await refused(rows.insert([{ file: id }, { file: id }]))
  const race = await Promise.all([1, 2, 3, 4].map((name) => rows.insert({ name: String(name), file: id })))
  assert.equal(race.filter(({ error }) => !error).length, 1)
  await refused(rows.insert({ file: id }))
  // Everyone who sees a row knows the id of its file.
  await rows.insert({ name: 'other' })
  await refused(rows.update({ file: id }).eq('name', 'other'))
  const mine = await uploadTo(ann.call, table, 'file', PDF)
  await refused(rows.insert({ file: mine.id }))
  const many = await rows.insert([{ name: 'a' }, { name: 'b' }]).select('id')
  await refused(
    ann.client
      .from('claims')
      .update({ file: mine.id })
      .in(
        'id',
        many.data!.map((one: { id: string }) => one.id),
      ),
  )
  await app.owner.query(
    `update app.record_files set created_at = now() - interval '25 hours' where id = $1`,
    [mine.id],
  )
  await refused(ann.client.from('claims').insert({ file: mine.id }))
  assert.ok(second)
})

test('an upsert that is ignored claims nothing, and one that changes the row does', async () => {
  await site.create('Upserts', [{ title: 'Code', kind: 'text', unique: true }, ...FIELDS.slice(1)], OPEN)
  const rows = site.visitor().from('upserts')
  const table = { name: 'upserts' } as DataTable
  await rows.insert({ code: 'a' })
  const { id } = await uploadTo(visitor, table, 'file', PDF)
  await rows.upsert({ code: 'a', file: id }, { onConflict: 'code', ignoreDuplicates: true })
  const merged = await rows.upsert({ code: 'a', file: id }, { onConflict: 'code' }).select().single()
  assert.equal((merged.data as unknown as { file: StoredFile }).file.name, 'a.pdf')
})

test('another tenant, an edited token and a used one get nothing', async () => {
  const table = await site.create('Tokens', FIELDS, OPEN)
  const other = await tableBuilder(app)
  await other.create('Tokens', FIELDS, OPEN)
  const upload = await uploadTo(visitor, table, 'file', PDF)
  const foreign = await other.visitor().from('tokens').insert({ file: upload.id })
  assert.equal(foreign.error?.code, '23503')
  const again = await sendBytes(app, upload, '%PDF-another')
  assert.deepEqual([again.status, again.body], [200, upload.sent.body])
  const edited = upload.url.replace(/.(?=\.[\w-]+$)/, (end) => (end === 'A' ? 'B' : 'A'))
  assert.equal((await sendBytes(app, { url: edited }, PDF)).status, 400)
  assert.equal((await fetchLink(app, upload.url)).status, 400, 'an upload is no link')
  const stranger = functionCall(app, app.anonKey, (await signUp(app, app.anonKey)).access_token)
  const ofTable = `/data-tables/${site.tenant.id}/tables/${table.id}`
  const field = table.fields[1]!.id
  assert.equal((await stranger('POST', `${ofTable}/uploads`, { field, name: 'a' })).status, 404)
  assert.equal((await stranger('POST', `${ofTable}/file-links`, { files: [upload.id] })).status, 404)
})

test('[E09] a ban, a deletion and a lost role end upload addresses and links before their time', async () => {
  const own = await tableBuilder(app)
  const table = await own.create('Signers', FIELDS, OPEN)
  const ofTable = `/data-tables/${own.tenant.id}/tables/${table.id}`
  const field = table.fields[1]!.id
  const prepareAs = async (call: Caller, path = '/own-tables/signers/uploads', of = 'file') =>
    (await call('POST', path, { field: of, name: 'a.pdf' })).body as PreparedUpload
  const change = (id: string, set: string) =>
    app.owner.query(`update auth.users set ${set} where id = $1`, [id])
  const member = await signedIn(own.tenant.public_key)
  const creator = functionCall(app, app.anonKey, own.access_token)
  const file = await prepareAs(creator, `${ofTable}/uploads`, field)
  assert.equal((await sendBytes(app, file, PDF)).status, 200)
  const row = await own.staff().from('signers').insert({ file: file.id }).select('id').single()
  const { id } = row.data as unknown as { id: string }
  const staffLink = (await creator('POST', `${ofTable}/file-links`, { files: [file.id] })).body.links[file.id]
  const ownLink = (await linksOf(member.call, table, 'file', [id]))[id]!
  for (const [who, link, upload] of [
    [member.id, ownLink, await prepareAs(member.call)],
    [own.owner, staffLink, await prepareAs(creator, `${ofTable}/uploads`, field)],
  ] as const) {
    for (const [end, undo] of [
      [`banned_until = now() + interval '1 hour'`, 'banned_until = null'],
      ['deleted_at = now()', 'deleted_at = null'],
    ] as const) {
      await change(who, end)
      const { status, body } = await sendBytes(app, upload, PDF)
      assert.deepEqual(
        [status, body.error, (await fetchLink(app, link.url)).status],
        [403, 'Unauthorized', 404],
      )
      await change(who, undo)
    }
    assert.equal((await fetchLink(app, link.url)).status, 200)
    assert.equal((await sendBytes(app, upload, PDF)).status, 200)
  }
  const lost = await prepareAs(creator, `${ofTable}/uploads`, field)
  const { user } = await signUp(app, app.anonKey)
  await app.owner.query('update public.tenants set owner_user_id = $2 where id = $1', [
    own.tenant.id,
    user.id,
  ])
  assert.equal((await sendBytes(app, lost, PDF)).status, 403)
  assert.equal((await fetchLink(app, staffLink.url)).status, 404)
})

test('type and size are of the content: no HTML, SVG, program, large file or picture that is none', async () => {
  const table = await site.create(
    'Types',
    [...FIELDS, { title: 'Sound', kind: 'file', types: ['audio'] }],
    OPEN,
  )
  const before = await used()
  const tried = async (field: string, bytes: Uint8Array<ArrayBuffer> | string, name: string) =>
    (await uploadTo(visitor, table, field, bytes, name)).sent.status
  assert.equal(await tried('file', '<!doctype html><script>alert(1)</script>', 'a.pdf'), 415)
  assert.equal(
    await tried('file', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', 'a.txt'),
    415,
  )
  assert.equal(await tried('photo', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'a.png'), 415)
  assert.equal(await tried('file', new Uint8Array([0x4d, 0x5a, 0x90, 0, 3]), 'a.pdf'), 415)
  assert.equal(await tried('file', '', 'empty.txt'), 400)
  assert.equal(await tried('file', `%PDF-${'x'.repeat(1_000_000)}`, 'a.pdf'), 413)
  assert.equal(await tried('sound', PDF, 'a.mp3'), 415)
  assert.equal(await tried('photo', PDF, 'a.png'), 415)
  assert.equal(await tried('photo', (await png()).slice(0, 60), 'broken.png'), 422)
  // 52 megapixels in a few kilobytes.
  assert.equal(await tried('photo', await png(7200, 7200), 'bomb.png'), 422)
  assert.equal(await tried('file', 'PK\u0003\u0004[Content_Types].xml', 'a.docx'), 200)
  const [bytes, reserved] = await used()
  assert.deepEqual([bytes, reserved], [before[0]! + 23, before[1]])
})

test('what a reader may not see they may not download: hidden fields, waiting rows, deleted rows', async () => {
  const club = await app.owner.query<{ id: string }>(
    `insert into public.audiences (tenant_id, name, rule) values ($1, 'Members', '{"any":[{"kind":"signed_in"}]}') returning id`,
    [site.tenant.id],
  )
  const table = await site.create(
    'Secrets',
    [...FIELDS, { title: 'Hidden', kind: 'file', audience: club.rows[0]!.id }],
    { see: EVERYONE, add: MEMBERS, change: AUTHOR, delete: AUTHOR, approval: true },
  )
  const ann = await signedIn()
  const [file, hidden] = [
    await uploadTo(ann.call, table, 'file', PDF),
    await uploadTo(ann.call, table, 'hidden', PDF),
  ]
  const none = await visitor('POST', '/own-tables/secrets/uploads', { field: 'hidden', name: 'a' })
  assert.deepEqual([none.status, none.body.code], [404, 'field_not_found'])
  assert.equal(
    (await visitor('POST', '/own-tables/secrets/uploads', { field: 'file', name: 'a' })).status,
    403,
  )
  const { data } = await ann.client
    .from('secrets')
    .insert({ file: file.id, hidden: hidden.id })
    .select('id')
    .single()
  const { id } = data as unknown as { id: string }
  assert.deepEqual(await linksOf(visitor, table, 'file', [id]), {})
  const own = (await linksOf(ann.call, table, 'hidden', [id]))[id]!
  assert.equal((await fetchLink(app, own.url)).status, 200)
  await site.staff().from('secrets').update({ approved: true }).eq('id', id)
  const link = (await linksOf(visitor, table, 'file', [id]))[id]!
  assert.equal((await fetchLink(app, link.url)).status, 200)
  assert.equal(
    (await visitor('POST', '/own-tables/secrets/file-links', { field: 'hidden', rows: [id] })).status,
    404,
  )
  // A link ends with the right, not only with its time.
  await site.staff().from('secrets').update({ approved: false }).eq('id', id)
  assert.equal((await fetchLink(app, link.url)).status, 404)
  await site.staff().from('secrets').update({ approved: true }).eq('id', id)
  const fresh = await site.change(table, {
    fields: table.fields.map((one) => ({ ...one, audience: club.rows[0]!.id })),
  })
  assert.equal((await fetchLink(app, link.url)).status, 404)
  await site.change(fresh, { fields: table.fields })
  await ann.client.from('secrets').delete().eq('id', id)
  assert.equal((await fetchLink(app, link.url)).status, 404)
  assert.equal((await fetchLink(app, own.url)).status, 404)
  // A stranger who saw the row cannot bring its file back, under the same id or another one.
  const back = await ann.client.from('secrets').insert({ id, file: file.id })
  assert.equal(back.error?.code, '23505')
  const other = await ann.client.from('secrets').insert({ file: file.id })
  assert.equal(other.error?.code, '23503')
})

test('a file is in the trash with its row for 30 days, comes back with it, and then its bytes are removed', async () => {
  const table = await site.create('Bin', FIELDS, OPEN)
  const path = `/data-tables/${site.tenant.id}/tables/${table.id}`
  const upload = await staffUpload(table, 'file', PDF)
  assert.equal(upload.sent.status, 200)
  const added = await site.staff().from('bin').insert({ file: upload.id }).select('id').single()
  const { id } = added.data as unknown as { id: string }
  const links = (await staff('POST', `${path}/file-links`, { files: [upload.id] })).body.links as Record<
    string,
    FileLink
  >
  const { url } = links[upload.id]!
  await site.staff().from('bin').delete().eq('id', id)
  await forgetFiles(app.kernel)
  assert.equal((await fetchLink(app, url)).status, 200, 'staff see what is in the trash')
  assert.deepEqual((await staff('POST', `${path}/trash/restore`, { rows: [id] })).body, { restored: 1 })
  const back = await site.staff().from('bin').select('file').single()
  assert.equal((back.data as unknown as { file: StoredFile }).file.id, upload.id)
  // Replaced: the history has it for 30 days.
  const next = await staffUpload(table, 'file', '%PDF-2')
  await site.staff().from('bin').update({ file: next.id }).eq('id', id)
  await app.owner.query(`update app.record_history set at = at - interval '31 days' where table_id = $1`, [
    table.id,
  ])
  await forgetRecords(app.kernel)
  assert.equal((await fetchLink(app, url)).status, 404)
  await sweep(app.kernel)
  const { rows } = await app.owner.query('select id from app.record_files where table_id = $1', [table.id])
  assert.deepEqual(rows, [{ id: next.id }])
  const loose = await app.owner.query('select from storage.loose_files where pool_id = $1', [site.tenant.id])
  assert.equal(loose.rows.length, 0)
})

test('uploads that no row claims are removed after a day, and the daily audit leaves the others', async () => {
  const table = await site.create('Lonely', FIELDS, OPEN)
  const [old, young] = [
    await uploadTo(visitor, table, 'file', PDF),
    await uploadTo(visitor, table, 'file', PDF),
  ]
  await app.owner.query(
    `update app.record_files set created_at = now() - interval '25 hours' where id = $1`,
    [old.id],
  )
  await forgetFiles(app.kernel)
  await app.owner.query(`update storage.usage set audited_at = now() - interval '2 days'`)
  const swept = await sweep({
    ...app.kernel,
    config: { ...app.config, storage: { ...app.config.storage, sweepAgeMs: -1000 } },
  })
  assert.equal(swept.unknown, 0)
  const { rows } = await app.owner.query('select id from app.record_files where table_id = $1', [table.id])
  assert.deepEqual(rows, [{ id: young.id }])
  const row = await site.visitor().from('lonely').insert({ file: young.id }).select('id').single()
  const link = await linksOf(visitor, table, 'file', [(row.data as unknown as { id: string }).id])
  assert.equal((await fetchLink(app, Object.values(link)[0]!.url)).status, 200)
})

test('visitors cannot fill the storage with uploads that no row claims, nor use up the space of other networks', async () => {
  const own = await tableBuilder(app)
  const table = await own.create('Flood', FIELDS, OPEN)
  const call = functionCall(app, own.tenant.public_key)
  const from = async (address: string) => {
    const { body } = await call('POST', '/own-tables/flood/uploads', { field: 'file', name: 'a.pdf' })
    const prepared = body as PreparedUpload
    const { status } = await sendBytes(app, prepared, PDF, { 'x-forwarded-for': address })
    return { id: prepared.id, status }
  }
  const resize = (id: string, size: number, network = 'network') =>
    app.owner.query(`update app.record_files set size = $2, network = ${network} where id = $1`, [id, size])
  const first = await from('192.0.2.1')
  await resize(first.id, 49_999_980)
  assert.deepEqual([(await from('192.0.2.1')).status, (await from('192.0.2.1')).status], [200, 429])
  assert.equal((await from('192.0.2.2')).status, 200)
  // A row that claims the file makes space for the next one.
  assert.equal((await own.visitor().from('flood').insert({ file: first.id })).error, null)
  assert.equal((await from('192.0.2.1')).status, 200)
  const { rows } = await app.owner.query('select network from app.record_files where id = $1', [first.id])
  assert.deepEqual(rows, [{ network: null }])
  // Three have 14 bytes each: two more fit, however many arrive at once.
  await resize((await from('192.0.2.3')).id, 200_000_000 - 5 * 14, `'other'`)
  const sent = await Promise.all(Array.from({ length: 8 }, (_, n) => from(`192.0.2.${10 + n}`)))
  const count = (expected: number) => sent.filter(({ status }) => status === expected).length
  assert.deepEqual([count(200), count(429)], [2, 6])
  assert.equal((await from('192.0.2.30')).status, 429)
  const staffCall = functionCall(app, app.anonKey, own.access_token)
  const path = `/data-tables/${own.tenant.id}/tables/${table.id}/uploads`
  const { body } = await staffCall('POST', path, { field: table.fields[1]!.id, name: 'a.pdf' })
  assert.equal((await sendBytes(app, body as PreparedUpload, PDF)).status, 200)
})

test('an upload of a visitor waits for two hours, that of a member for a day', async () => {
  const table = await site.create('Waits', FIELDS, OPEN)
  const ann = await signedIn()
  const [late, own] = [
    await uploadTo(visitor, table, 'file', PDF),
    await uploadTo(ann.call, table, 'file', PDF),
  ]
  const age = (hours: number) =>
    app.owner.query(
      `update app.record_files set created_at = now() - make_interval(hours => $2) where table_id = $1`,
      [table.id, hours],
    )
  await age(3)
  assert.equal((await site.visitor().from('waits').insert({ file: late.id })).error?.code, '23503')
  await forgetFiles(app.kernel)
  const { rows } = await app.owner.query('select id from app.record_files where table_id = $1', [table.id])
  assert.deepEqual(rows, [{ id: own.id }])
  assert.equal((await ann.client.from('waits').insert({ file: own.id })).error, null)
})

test('files leave with the person, the table and the tenant', async () => {
  const own = await tableBuilder(app)
  const table = await own.create('Leaving', [...FIELDS, { title: 'Email', kind: 'email' }], {
    see: EVERYONE,
    add: EVERYONE,
    change: AUTHOR,
    delete: AUTHOR,
  })
  const ann = await signedIn(own.tenant.public_key)
  const [first, second, waiting] = [
    await uploadTo(ann.call, table, 'file', PDF),
    await uploadTo(ann.call, table, 'file', '%PDF-2'),
    await uploadTo(ann.call, table, 'file', '%PDF-3'),
  ]
  const added = await ann.client
    .from('leaving')
    .insert([{ file: first.id }, { file: second.id }])
    .select('id')
  await ann.client
    .from('leaving')
    .delete()
    .eq('id', (added.data as unknown as { id: string }[])[1]!.id)
  const count = async () =>
    (await app.owner.query('select from app.record_files where tenant_id = $1', [own.tenant.id])).rows.length
  assert.deepEqual([await count(), waiting.sent.status], [3, 200])
  // A row of a guest with the address that Ann's account has proven.
  const guest = await uploadTo(functionCall(app, own.tenant.public_key), table, 'file', '%PDF-4', 'guest.pdf')
  await own.visitor().from('leaving').insert({ file: guest.id, email: ann.email })
  await app.owner.query('update auth.users set email_confirmed_at = now() where id = $1', [ann.id])
  const exported = await app.request(
    `/functions/v1/tenant-customers/${own.tenant.id}/customers/${ann.id}/data.zip`,
    { headers: { apikey: app.anonKey, authorization: `Bearer ${own.access_token}` } },
  )
  const zip = Buffer.from(await exported.arrayBuffer()).toString('latin1')
  assert.match(zip, /files\/tables\/leaving\/[\w-]+\/a\.pdf/)
  assert.match(zip, /files\/tables\/leaving\/[\w-]+\/guest\.pdf/)
  assert.doesNotMatch(zip, /%PDF-3/, 'an upload that no row has')
  await app.owner.query('select app.erase_person($1, $2, $3)', [own.tenant.id, ann.id, ann.email])
  assert.equal(await count(), 0)
  const bob = await signedIn(own.tenant.public_key)
  const last = await uploadTo(bob.call, table, 'file', PDF)
  await bob.client.from('leaving').insert({ file: last.id })
  await app.owner.query('delete from public.tenants where id = $1', [own.tenant.id])
  assert.equal(await count(), 0)
  const usage = await app.owner.query('select from storage.usage where pool_id = $1 and bytes > 0', [
    own.tenant.id,
  ])
  assert.equal(usage.rows.length, 0)
})
