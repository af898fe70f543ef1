// Certificates: a course finished on two devices, the page that proves it, and what it keeps back. And what creating items survives.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { LANGUAGES } from '#kernel/browser/languages.ts'
import { givePlan, makeTenant } from '#testing/factories.ts'
import { functionCall } from '#testing/function-call.ts'
import { signUp } from '#testing/test-users.ts'
import { testApp } from '#testing/test-app.ts'
import { CHECKS_PER_ADDRESS } from './certificates.ts'
import { loadCertificateData } from './embed/embed-data.ts'
import { certificatePdf } from './pdf/certificate-pdf.ts'

/** Of all limits. */
const FACTOR = 2
const app = await testApp({ env: { AUTH_LIMIT_FACTOR: String(FACTOR) } })
const owner = await signUp(app, app.anonKey)
await givePlan(app.database, owner.user.id, 'pro')
const shop = await makeTenant(app.database, { owner: owner.user.id })
const other = await makeTenant(app.database, { owner: owner.user.id })
const mara = functionCall(app, app.anonKey, owner.access_token)
const annSession = await signUp(app, shop.public_key)
const ann = functionCall(app, shop.public_key, annSession.access_token)
const bob = functionCall(app, shop.public_key, (await signUp(app, shop.public_key)).access_token)
const sql = (text: string, ...values: unknown[]) => app.owner.query(text, values)
const NAME = 'Ann <b>Łucja</b> Ćwik'

async function make(kind: string, more: object = {}) {
  const item = {
    title: 'Bread',
    summary: null,
    teaser: null,
    cover: null,
    tags: [],
    published_at: '2026-01-01T00:00:00Z',
    audience: { any: [{ kind: 'signed_in' }] },
    is_teaser: true,
    is_listed: true,
    counts_from: 'start',
    body: {},
    ...more,
  }
  const { status, body } = await mara('POST', `/library/${shop.id}/items`, { kind, item })
  assert.equal(status, 200, JSON.stringify(body))
  return body as { id: string; slug: string; revision: number; has_certificate: boolean }
}

/** A course of these items. */
async function courseOf(lessons: { id: string }[], more: object) {
  const course = await make('course', { title: 'Baking in a week', ...more })
  const modules = [
    { title: 'One', lessons: lessons.map(({ id }) => ({ item: id, drip_days: null, drip_at: null })) },
  ]
  const { status, body } = await mara('PUT', `/library/${shop.id}/items/${course.id}/outline`, {
    revision: course.revision,
    modules,
  })
  assert.equal(status, 200, JSON.stringify(body))
  return course
}
const finish = (call: typeof ann, { id }: { id: string }) =>
  call('PUT', `/library-items/${id}/progress`, { finished: true })
const check = (
  code: string,
  { id, public_key }: { id: string; public_key: string } = shop,
  clientIp = '192.0.2.1',
) =>
  app.kernel.tenancy.byPublicKey(public_key).then((tenant) =>
    loadCertificateData(app.kernel, {
      tenant: tenant!,
      claims: { role: 'anon', pool: id, tenant: id },
      url: new URL(`http://a.example/embed/certificate?code=${code}`),
      headers: new Headers(),
      clientIp,
    }),
  )

test('[peers C8] a course that is finished on two devices at once has one certificate, which everyone with its code checks', async () => {
  const [one, two] = [await make('article'), await make('article')]
  const draft = await make('article', { published_at: null })
  const course = await courseOf([one, two, draft], { has_certificate: true })
  const own = async (call = ann) => (await call('GET', `/library-items/${course.id}`)).body.certificate
  assert.deepEqual(await own(), { state: 'open' })
  assert.equal(
    (await ann('PUT', `/library-items/${course.id}/progress`, { finished: true })).body.finished,
    false,
  )
  const claim = (call: typeof ann, name: string) =>
    call('POST', `/library-items/${course.id}/certificate`, { name })
  assert.deepEqual((await claim(ann, NAME)).body.code, 'no_certificate')

  await Promise.all([finish(ann, one), finish(ann, two)])
  assert.deepEqual(await own(), { state: 'ready' })
  const [first, second] = await Promise.all([claim(ann, NAME), claim(ann, NAME)])
  assert.equal(first.status, 200, JSON.stringify(first.body))
  assert.deepEqual(first.body, second.body)
  assert.equal((await claim(ann, 'Someone else')).body.name, NAME)
  assert.equal((await claim(bob, 'Bob')).status, 409)
  assert.deepEqual(await own(bob), { state: 'open' })

  const code = new URL(first.body.url).searchParams.get('code')!
  assert.match(code, /^[0-9A-Za-z]{24}$/)
  const proved = await check(code)
  assert.deepEqual(Object.keys(proved.certificate!), ['name', 'course', 'issued_at'])
  assert.deepEqual([proved.certificate!.name, proved.certificate!.course], [NAME, 'Baking in a week'])
  for (const wrong of [
    code.slice(1),
    `${code}x`,
    code.replace(/./, '-'),
    '',
    "'",
    code.toLowerCase() === code ? 'A' : code.toLowerCase(),
  ])
    assert.equal((await check(wrong)).certificate, null, wrong)
  assert.equal((await check(code, other)).certificate, null)

  const members = async () =>
    (await mara('GET', `/library/${shop.id}/items/${course.id}/members`)).body.members as {
      id: string
      finished_at: string | null
      certificate?: { id: string; revoked_at: string | null }
    }[]
  const [row] = await members()
  assert.equal(row!.id, annSession.user.id)
  assert.ok(row!.finished_at && row!.certificate)
  const revoke = (revoked: boolean) =>
    mara('PUT', `/library/${shop.id}/certificates/${row!.certificate!.id}`, { revoked })
  assert.equal((await revoke(true)).status, 200)
  assert.equal((await check(code)).certificate, null)
  assert.deepEqual(await own(), { state: 'revoked' })
  assert.deepEqual((await claim(ann, NAME)).body, { state: 'revoked' })
  assert.equal((await revoke(false)).status, 200)
  assert.ok((await check(code)).certificate)
  const { rows } = await sql('delete from public.library_items where id = $1 returning id', course.id)
  assert.equal(rows.length, 1)
  assert.ok((await check(code)).certificate, 'it stays when the course is deleted')
})

test('a course without certificates has none, and only courses can have one', async () => {
  const lesson = await make('article')
  const course = await courseOf([lesson], {})
  assert.equal(course.has_certificate, false)
  await finish(ann, lesson)
  const { body } = await ann('GET', `/library-items/${course.id}`)
  assert.equal(body.certificate, undefined)
  assert.equal(body.progress.finished, true)
  assert.equal((await ann('POST', `/library-items/${course.id}/certificate`, { name: 'Ann' })).status, 409)
  const item = { title: 'x', has_certificate: true }
  const made = await mara('POST', `/library/${shop.id}/items`, {
    kind: 'article',
    item: { ...(await bare()), ...item },
  })
  assert.equal(made.body.code, 'no_course', JSON.stringify(made.body))
})
const bare = async () => ({
  summary: null,
  teaser: null,
  cover: null,
  tags: [],
  published_at: null,
  audience: null,
  is_teaser: true,
  is_listed: true,
  counts_from: 'start',
  body: {},
})

test('checks of certificates are limited for each address', async () => {
  for (let n = 0; n < CHECKS_PER_ADDRESS.points * FACTOR; n++) await check('A'.repeat(24), shop, '192.0.2.77')
  await assert.rejects(() => check('A'.repeat(24), shop, '192.0.2.77'), { status: 429 })
  assert.equal((await check('A'.repeat(24), shop, '192.0.2.78')).certificate, null)
})

const pdftotext = '/usr/bin/pdftotext'
test(
  'the file has name, course, site and address in every language, with any text',
  { skip: !existsSync(pdftotext) && 'poppler-utils is not installed' },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'certificate-'))
    after(() => rm(folder, { recursive: true }))
    for (const language of LANGUAGES) {
      const url = 'https://bolt.example/embed/certificate?tenant=pk_A&code=0123456789abcdefABCDEF01'
      const facts = {
        name: NAME,
        course: '直した (Kurs) \\',
        site: 'Hearth & Rye',
        issued_at: '2026-11-28T00:00:00Z',
        url,
      }
      const path = join(folder, `${language}.pdf`)
      await writeFile(path, await certificatePdf(facts, language))
      const { stdout } = await promisify(execFile)(pdftotext, ['-layout', path, '-'])
      for (const text of [NAME, 'Hearth & Rye', '2026', 'code=0123456789abcdefABCDEF01'])
        assert.ok(stdout.includes(text) || language === 'ar', `${language}: ${text} in ${stdout}`)
    }
  },
)

test('[peers C2] how to get access names no role of a course whose title is hidden', async () => {
  await sql("insert into public.roles (tenant_id, name) values ($1, 'Secret circle')", shop.id)
  const lesson = await make('article', { audience: null })
  const role = { any: [{ kind: 'role', role: 'Secret circle' }] }
  const ways = async () => JSON.stringify((await ann('GET', `/library-items/${lesson.id}`)).body.ways)
  await courseOf([lesson], { audience: role, is_teaser: false })
  assert.ok(!(await ways()).includes('Secret circle'))
  await courseOf([lesson], { audience: role, is_teaser: true })
  assert.ok((await ways()).includes('Secret circle'))
})

test('items with one title that are created at once all get an address; a time of publication is a real one', async () => {
  const made = await Promise.all(Array.from({ length: 4 }, () => make('article', { title: 'Same title' })))
  assert.equal(new Set(made.map(({ slug }) => slug)).size, 4)
  for (const published_at of ['-infinity', 'infinity']) {
    const answer = await app.request(`/rest/v1/library_items?id=eq.${made[0]!.id}`, {
      method: 'PATCH',
      headers: {
        apikey: app.anonKey,
        authorization: `Bearer ${owner.access_token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ published_at }),
    })
    assert.equal(answer.status, 400, await answer.text())
  }
})
