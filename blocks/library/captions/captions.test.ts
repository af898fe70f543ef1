// Captions: stored as plain cues, written as WebVTT in which nothing is markup, and read under the right to the item.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeTenant } from '#testing/factories.ts'
import { functionCall } from '#testing/function-call.ts'
import { signUp } from '#testing/test-users.ts'
import { testApp } from '#testing/test-app.ts'
import { vttOf } from './write-vtt.ts'

const app = await testApp({ env: { AUTH_LIMIT_FACTOR: '1000' } })
const owner = await signUp(app, app.anonKey)
const shop = await makeTenant(app.database, { owner: owner.user.id, plan: 'pro' })
const mara = functionCall(app, app.anonKey, owner.access_token)
const annSession = await signUp(app, shop.public_key)
const ann = functionCall(app, shop.public_key, annSession.access_token)
const guest = functionCall(app, shop.public_key)
const sql = (text: string, ...values: unknown[]) => app.owner.query(text, values)

const upload = await mara('POST', `/library/${shop.id}/uploads`, { name: 'a.mp3' })
await app.request(`/storage/v1/object/bb-library/${upload.body.path}`, {
  method: 'POST',
  headers: {
    apikey: app.anonKey,
    authorization: `Bearer ${owner.access_token}`,
    'x-bb-pool': shop.id,
    'content-type': 'audio/mpeg',
  },
  body: 'abc',
})
const { body: item } = await mara('POST', `/library/${shop.id}/items`, {
  kind: 'audio',
  item: {
    title: 'Talk',
    summary: null,
    teaser: null,
    cover: null,
    tags: [],
    published_at: '2026-01-01T00:00:00Z',
    audience: { any: [{ kind: 'signed_in' }] },
    is_teaser: true,
    is_listed: true,
    counts_from: 'start',
    body: {
      file: { path: upload.body.path, name: 'a.mp3' },
      chapters: [
        { at: 0, title: 'Start' },
        { at: 60, title: '<b>Dough</b>' },
      ],
    },
  },
})
const path = `/library/${shop.id}/items/${item.id}/captions`
const put = (language: string, more: object = {}) =>
  mara('PUT', `${path}/${language}`, {
    label: 'English',
    cues: [
      { start: 2000, end: 3000, text: 'second' },
      { start: 0, end: 1500, text: 'first <script>alert(1)</script> & more' },
    ],
    ...more,
  })

test('[peers C11] captions are stored by language, and served to those who may open the item', async () => {
  const saved = await put('en')
  assert.equal(saved.status, 200, JSON.stringify(saved.body))
  assert.deepEqual(
    saved.body.cues.map(({ start }: { start: number }) => start),
    [0, 2000],
  )
  assert.equal((await put('en', { label: 'English (CC)' })).status, 200)
  assert.equal((await put('de', { label: 'Deutsch' })).status, 200)
  assert.deepEqual(
    (await mara('GET', path)).body.captions.map(({ label }: { label: string }) => label),
    ['Deutsch', 'English (CC)'],
  )
  const opened = await ann('POST', `/library-items/${item.id}/media`, {})
  assert.deepEqual(
    opened.body.captions.map(
      ({ language, label }: { language: string; label: string }) => `${language} ${label}`,
    ),
    ['de Deutsch', 'en English (CC)'],
  )
  assert.deepEqual((await ann('GET', `/library-items/${item.id}`)).body.body.chapters, [
    { at: 0, title: 'Start' },
    { at: 60, title: '<b>Dough</b>' },
  ])
  const cookie = opened.headers.get('set-cookie')!.split(';')[0]!
  const url: string = opened.body.captions[1].url
  const file = await app.request(url, { headers: { cookie } })
  assert.deepEqual([file.status, file.headers.get('content-type')], [200, 'text/vtt; charset=utf-8'])
  assert.equal(file.headers.get('x-content-type-options'), 'nosniff')
  assert.equal(
    await file.text(),
    'WEBVTT\n\n00:00:00.000 --> 00:00:01.500\nfirst &lt;script&gt;alert(1)&lt;/script&gt; &amp; more\n\n00:00:02.000 --> 00:00:03.000\nsecond\n',
  )
  // Without the cookie, and for a language that does not exist.
  assert.equal((await app.request(url)).status, 403)
  assert.equal((await app.request(url.replace('en.vtt', 'fr.vtt'), { headers: { cookie } })).status, 403)
  // By the data API, under the same right.
  const rest = async (token?: string) =>
    (await (
      await app.request('/rest/v1/library_captions?select=language', {
        headers: { apikey: shop.public_key, ...(token && { authorization: `Bearer ${token}` }) },
      })
    ).json()) as unknown[]
  assert.equal((await rest(annSession.access_token)).length, 2)
  assert.equal((await rest()).length, 0)
  assert.equal((await guest('POST', `/library-items/${item.id}/media`, {})).status, 403)
  assert.equal((await mara('DELETE', `${path}/de`)).status, 200)
  assert.equal((await mara('GET', path)).body.captions.length, 1)
})

test('captions that are invalid are refused, also by the database', async () => {
  const cue = { start: 0, end: 1000, text: 'x' }
  for (const cues of [
    [],
    [{ ...cue, end: 0 }],
    [{ ...cue, start: -1 }],
    [{ ...cue, text: '  ' }],
    [{ ...cue, text: 'a\u0000b' }],
    [{ ...cue, text: 'x'.repeat(1001) }],
    [{ ...cue, style: 'x' }],
    Array.from({ length: 5001 }, () => cue),
  ])
    assert.equal((await put('en', { cues })).status, 400, JSON.stringify(cues).slice(0, 80))
  for (const language of ['EN', 'e', 'en_US', '..'])
    assert.ok((await put(encodeURIComponent(language))).status >= 400, language)
  const valid = async (cues: unknown) =>
    (await sql('select app.valid_cues($1::jsonb) as ok', JSON.stringify(cues))).rows[0].ok as boolean
  assert.equal(await valid([cue]), true)
  for (const cues of [
    {},
    [1],
    [{ start: 0 }],
    [{ ...cue, start: '0' }],
    [{ ...cue, end: 0 }],
    [{ ...cue, text: '' }],
  ])
    assert.equal(await valid(cues), false, JSON.stringify(cues))
})

test('at most 20 languages', async () => {
  await sql('delete from public.library_captions where item_id = $1', item.id)
  for (let i = 0; i < 20; i++) assert.equal((await put(`en-a${String.fromCharCode(97 + i)}`)).status, 200)
  assert.equal((await put('fr')).body.code, 'most_captions')
  // Those that exist can be changed.
  assert.equal((await put('en-aa')).status, 200)
})

test('a hostile cue stays text in its own block', () => {
  const vtt = vttOf([
    { start: 0, end: 1, text: 'a\n\n00:00:05.000 --> 00:00:06.000\nb\r\r<c.x>&lt;\u2028NOTE\u0000' },
    { start: 1, end: 2, text: 'STYLE\n::cue { color: red }' },
  ])
  const blocks = vtt.trim().split('\n\n')
  assert.equal(blocks.length, 3)
  assert.equal(vtt.match(/-->/g)!.length, 2)
  assert.ok(!/<|\u0000|\r/.test(vtt))
  for (const block of blocks.slice(1)) assert.match(block, /^00:00:00\.\d{3} --> /)
})
