// Adaptive video on a third-party page: the job survives a kill, the player plays past the life of an address with the browser's own
// HLS and with hls.js, captions and keys work, and a lost role ends it.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, describe, test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { readItem, readVideo, saveItem } from '#blocks/library/endpoints-studio.ts'
import type { Captions, StaffItemWithBody } from '#blocks/library/endpoints-studio.ts'
import { createCaller } from '#kernel/browser/call.ts'
import { PATIENCE, expect, launchBrowser, strictPage } from '#testing/browser.ts'
import { eventually } from '#testing/eventually.ts'
import { testInstance } from '#testing/test-instance.ts'
import { makeClip, needsFfmpeg, slowFfmpeg } from '#testing/video-clip.ts'
import { violations } from './accessibility.ts'
import { keysOf, makeCreator, makeTenant, operatorOf, studioContext } from './api.ts'
import { ownAddress } from './bakery.ts'
import { PASSWORD } from './creator.ts'
import { fitsItsWidth } from './sideways.ts'
import { block, signUpVisitor } from './visitor.ts'

/** Seconds that an address works in this instance. */
const LIFE = 12
/** More than a player loads ahead, at whichever chapter it is. */
const CLIP_SECONDS = 90
const MOST_FILE_BYTES = 4_000_000
/** For the work of several processes on a busy machine. */
const WORK_SECONDS = 120
const EMAIL = ownAddress('viewer')

describe('[peers C11] adaptive video', { skip: needsFfmpeg }, async () => {
  if (needsFfmpeg) return
  const ffmpeg = slowFfmpeg()
  writeFileSync(ffmpeg.slow, '')
  const instance = await testInstance({
    FFMPEG_PATH: ffmpeg.path,
    MEDIA_ADDRESS_SECONDS: String(LIFE),
    STORAGE_FILE_BYTES: String(MOST_FILE_BYTES),
  })
  const keys = keysOf(instance)
  const creator = await makeCreator(keys, { email: ownAddress('library-video'), password: PASSWORD })
  const operator = operatorOf(keys)
  const plan = { user_id: creator.session.user.id, plan_id: 'pro', status: 'active' }
  assert.ifError((await operator.from('bolt_subscriptions').upsert(plan)).error)
  const { id: tenantId, public_key: publicKey } = await makeTenant(creator, 'Cinema')
  const call = createCaller({
    url: `${keys.url}/functions/v1`,
    apiKey: keys.anonKey,
    accessToken: async () => creator.session.access_token,
  })
  const insert = async (table: string, row: object) =>
    assert.ifError((await operator.from(table).insert({ tenant_id: tenantId, ...row })).error)
  await insert('roles', { name: 'Club', place: 1 })

  async function invoke<T>(path: string, method: 'POST' | 'PUT', body: object): Promise<T> {
    const { data, error } = await creator.client.functions.invoke<T>(`library/${tenantId}/${path}`, {
      method,
      body,
    })
    assert.ifError(error)
    return data!
  }
  const { path } = await invoke<{ path: string }>('uploads', 'POST', { name: 'loaf.mp4' })
  const stored = await fetch(`${instance.url}/storage/v1/object/bb-library/${path}`, {
    method: 'POST',
    headers: {
      apikey: keys.anonKey,
      authorization: `Bearer ${creator.session.access_token}`,
      'x-bb-pool': tenantId,
      'content-type': 'video/mp4',
    },
    body: readFileSync(makeClip({ seconds: CLIP_SECONDS, size: '320x180', framesPerSecond: 5 })),
  })
  assert.equal(stored.status, 200, await stored.text())
  const item = await invoke<StaffItemWithBody>('items', 'POST', {
    kind: 'video',
    slug: 'loaf',
    item: {
      title: 'A loaf',
      summary: null,
      teaser: null,
      cover: null,
      tags: [],
      published_at: 'now',
      audience: { any: [{ kind: 'role', role: 'Club' }] },
      is_teaser: true,
      is_listed: true,
      counts_from: 'start',
      body: {
        file: { path, name: 'loaf.mp4' },
        chapters: [
          { at: 0, title: 'Flour' },
          { at: 35, title: 'Oven' },
          { at: 75, title: 'Crust' },
        ],
      },
    },
  })
  await invoke<Captions>(`items/${item.id}/captions/en`, 'PUT', {
    label: 'English',
    cues: [{ start: 0, end: CLIP_SECONDS * 1000, text: 'Knead <b>well</b>' }],
  })
  const state = () => call(readVideo, { tenantId, itemId: item.id })

  test('its job dies with the server, and goes on after the next start', async () => {
    await eventually('it is converted', async () => (await state()).progress > 0, WORK_SECONDS)
    assert.ok(workersIn(instance.dataDir).length > 0)
    await instance.kill()
    await eventually('ffmpeg ended, too', async () => workersIn(instance.dataDir).length === 0)
    rmSync(ffmpeg.slow)
    await instance.start()
    // A minute later.
    const past = new Date(Date.now() - 1000).toISOString()
    assert.ifError(
      (await operator.from('library_videos').update({ lease_until: past }).eq('item_id', item.id)).error,
    )
    const now = await call(readItem, { tenantId, itemId: item.id })
    const { file, chapters } = now.body
    await call(saveItem, {
      tenantId,
      itemId: item.id,
      revision: now.revision,
      item: { ...given(now), body: { file: { path: file!.path, name: file!.name }, chapters: chapters! } },
    })
    await eventually('it is ready', async () => (await state()).state === 'ready', WORK_SECONDS)
    assert.deepEqual((await state()).heights, [180])
    const { data } = await creator.client.from('library_videos').select('state')
    assert.deepEqual(data, [{ state: 'ready' }])
  })

  const server = createServer((_, response) => {
    const tag = (name: string, more = '') =>
      `<script async src="${instance.url}/v1/bb.js" data-tenant="${publicKey}" data-block="${name}" ${more}></script>`
    response
      .writeHead(200, {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': `default-src 'none'; script-src ${instance.url}; frame-src ${instance.url}; style-src-attr 'unsafe-inline'`,
      })
      .end(
        `<!doctype html><html lang="en"><title>Cinema</title><body><main>${tag('library', 'data-item="loaf"')}${tag('auth')}</main></body></html>`,
      )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  const site = `http://cinema.localhost:${(server.address() as AddressInfo).port}`
  assert.ifError(
    (
      await operator
        .from('tenants')
        .update({ allowed_origins: [site] })
        .eq('id', tenantId)
    ).error,
  )
  const browser = await launchBrowser()
  const context: BrowserContext = await browser.newContext({ viewport: { width: 390, height: 900 } })
  context.setDefaultTimeout(PATIENCE)
  after(() => context.close())
  const page = await strictPage(context)
  const videoOn = (on: Page) => block(on, 'library').locator('video')
  const time = (on: Page) => videoOn(on).evaluate((video: HTMLVideoElement) => video.currentTime)
  const give = async () => {
    const { data } = await operator.from('end_users').select('auth_user_id').eq('tenant_id', tenantId)
    await insert('role_members', { auth_user_id: data![0]!.auth_user_id, role: 'Club' })
  }
  const take = async () =>
    assert.ifError((await operator.from('role_members').delete().eq('tenant_id', tenantId)).error)
  /** The server's response to an address of the player, in its browser and session. */
  const statusOf = (on: Page, address: string) =>
    videoOn(on).evaluate(async (_, url) => (await fetch(url)).status, address)
  const sourceOf = (on: Page) => videoOn(on).evaluate((video: HTMLVideoElement) => video.currentSrc)
  const play = (on: Page) =>
    videoOn(on).evaluate(async (video: HTMLVideoElement) => {
      video.muted = true
      await video.play()
    })

  test('[peers C3] plays on past the life of its address, in the browser itself', async () => {
    await page.goto(site)
    await signUpVisitor(page, instance, site, EMAIL, PASSWORD)
    await give()
    await expect(videoOn(page)).toBeVisible()
    assert.match((await videoOn(page).getAttribute('src'))!, /^\/library-stream\//)
    await play(page)
    await expect.poll(() => time(page)).toBeGreaterThan(LIFE + 4)
    // What was not loaded, after the address has ended.
    await block(page, 'library').getByRole('button', { name: '0:35 Oven' }).click()
    await expect.poll(() => time(page)).toBeGreaterThan(36)
    // The address is of no use elsewhere.
    const address = await videoOn(page).getAttribute('src')
    assert.equal((await fetch(`${instance.url}${address}`)).status, 403)
  })

  test('shows captions, and obeys keys', async () => {
    const library = block(page, 'library')
    const video = videoOn(page)
    const shown = () =>
      video.evaluate((on: HTMLVideoElement) => {
        const track = [...on.textTracks].find(({ mode }) => mode === 'showing')
        return track
          ? [...(track.activeCues ?? [])].map((cue) => (cue as VTTCue).getCueAsHTML().textContent)
          : null
      })
    await video.evaluate((on: HTMLVideoElement) => on.pause())
    assert.equal(await shown(), null)
    const loaded = await sourceOf(page)
    await expect.poll(() => statusOf(page, loaded)).toBe(403)
    // The address of the track has ended, too.
    await library.getByLabel('Captions').selectOption('English')
    await expect.poll(shown).toEqual(['Knead <b>well</b>'])
    await video.focus()
    await page.keyboard.press('>')
    await expect(library.getByLabel('Speed')).toHaveValue('1.25')
    await page.keyboard.press('c')
    await expect(library.getByLabel('Captions')).toHaveValue('')
    await expect.poll(shown).toBe(null)
  })

  // A known fault (docs/decisions/104): the browser's own HLS stays where it is until the page is loaded again.
  test(
    'plays on after a pause past the life of its address',
    { skip: 'known fault of the player: native HLS does not go on after a seek in a long pause' },
    async () => {
      const library = block(page, 'library')
      const isPaused = () => videoOn(page).evaluate((on: HTMLVideoElement) => on.paused)
      await videoOn(page).focus()
      await page.keyboard.press('1')
      await page.keyboard.press(' ')
      await expect.poll(() => time(page)).toBeGreaterThan(10)
      await expect(library.getByLabel('Speed')).toHaveValue('1.25')
      for (const [key, paused] of [
        [' ', true],
        ['k', false],
        ['k', true],
      ] as const) {
        await page.keyboard.press(key)
        await expect.poll(isPaused).toBe(paused)
      }
    },
  )

  test('a player whose address failed plays again when its key is pressed', async () => {
    const video = videoOn(page)
    const before = await time(page)
    // As after the device slept: the element failed, and nothing is on its way.
    await video.evaluate((on: HTMLVideoElement) => {
      on.addEventListener('error', (event) => event.stopImmediatePropagation(), { capture: true, once: true })
      on.src = '/library-stream/ended/main.m3u8'
    })
    await expect.poll(() => video.evaluate((on: HTMLVideoElement) => on.error !== null)).toBe(true)
    await video.focus()
    await page.keyboard.press('k')
    await expect.poll(() => time(page)).toBeGreaterThan(before)
    await video.evaluate((on: HTMLVideoElement) => on.pause())
  })

  test('the Studio shows the state, and edits captions from a file', async () => {
    const studio = await studioContext(browser, instance.url, creator.session)
    after(() => studio.close())
    const screen = await studio.newPage()
    await screen.goto(`${instance.url}/bolt/library?tenant=${tenantId}&item=${item.id}`)
    await expect(screen.getByText('Plays adaptively in 180p.')).toBeVisible()
    await expect(screen.getByLabel('Chapters')).toHaveValue('0:00 Flour\n0:35 Oven\n1:15 Crust')
    await expect(screen.getByText('A video file of up to 4 MB.')).toBeVisible()
    await screen.getByLabel('Video file: choose a file').setInputFiles({
      name: 'long.mp4',
      mimeType: 'video/mp4',
      buffer: Buffer.alloc(MOST_FILE_BYTES + 1),
    })
    await expect(screen.getByText('long.mp4 is too large: 4.1 MB.')).toBeVisible()
    await screen.getByRole('button', { name: 'Add captions' }).click()
    const dialog = screen.getByRole('dialog')
    await dialog.getByLabel('Language').fill('de')
    await dialog.getByLabel('Name in the player').fill('Deutsch')
    await dialog.getByLabel('Caption file').setInputFiles({
      name: 'de.vtt',
      mimeType: 'text/vtt',
      buffer: Buffer.from(
        'WEBVTT\n\n00:01.000 --> 00:02.500\n<b onclick="alert(1)">Kneten</b>\n\n00:03.000 --> 00:02.000\nx\n',
      ),
    })
    await expect(dialog.getByLabel('Text of caption 1')).toHaveValue('Kneten')
    await dialog.getByRole('button', { name: 'Add caption' }).click()
    await dialog.getByLabel('End of caption 2').fill('0:00:01')
    await dialog.getByRole('button', { name: 'Save captions' }).click()
    await expect(dialog.getByRole('alert')).toContainText('Caption 2: The end must be after the start.')
    await dialog.getByLabel('End of caption 2').fill('0:00:05')
    await dialog.getByLabel('Text of caption 2').fill('Backen')
    assert.deepEqual(await violations(screen), [])
    await fitsItsWidth(screen)
    await dialog.getByRole('button', { name: 'Save captions' }).click()
    await expect(screen.getByText('Captions saved')).toBeVisible()
    await expect(screen.getByText('2 captions')).toBeVisible()
    await screen.getByRole('button', { name: 'Delete captions: Deutsch' }).click()
    await screen.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(screen.getByText('2 captions')).toHaveCount(0)
  })

  test('[peers C5] stops within a minute when access is lost, and goes on at the same second', async () => {
    await page.reload()
    await expect(videoOn(page)).toBeVisible()
    await expect
      .poll(() => videoOn(page).evaluate((video: HTMLVideoElement) => video.readyState))
      .toBeGreaterThan(0)
    await videoOn(page).focus()
    await page.keyboard.press('3')
    await expect.poll(() => time(page)).toBeCloseTo(27, 0)
    // Slow enough to be far from its end in a minute: what is finished starts again.
    for (const speed of ['0.75', '0.5']) {
      await page.keyboard.press('<')
      await expect(block(page, 'library').getByLabel('Speed')).toHaveValue(speed)
    }
    await play(page)
    const position = async () =>
      (await operator.from('library_progress').select('position_seconds').eq('item_id', item.id)).data?.[0]
        ?.position_seconds
    await eventually(
      'the position is stored',
      async () => Math.abs((await position()) - 33) <= 6,
      WORK_SECONDS,
    )
    await take()
    await expect(videoOn(page)).toHaveCount(0, { timeout: 60_000 })
    const before = await position()
    await give()
    await expect(videoOn(page)).toBeVisible({ timeout: 60_000 })
    await expect.poll(() => time(page)).toBeCloseTo(before, 0)
  })

  test('[peers C3] plays with hls.js where the browser has no HLS, and renews its address without a new source', async () => {
    await page.close()
    const plain = await context.newPage()
    await plain.addInitScript(() => {
      HTMLMediaElement.prototype.canPlayType = (type) => (type.includes('mpegurl') ? '' : 'maybe')
    })
    const tokens = new Set<string>()
    const refused: string[] = []
    plain.on('response', (response) => {
      const [, token] = /\/library-stream\/([^/]+)\/\d\.m4s/.exec(response.url()) ?? []
      if (token) tokens.add(token)
      if (response.status() >= 400) refused.push(response.url())
    })
    await plain.goto(site)
    await expect(videoOn(plain)).toBeVisible()
    await expect.poll(() => sourceOf(plain)).toMatch(/^blob:/)
    await expect
      .poll(() => videoOn(plain).evaluate((video: HTMLVideoElement) => video.readyState))
      .toBeGreaterThan(0)
    const source = await sourceOf(plain)
    await block(plain, 'library').getByRole('button', { name: '0:00 Flour' }).click()
    await play(plain)
    // The first address has ended when the third one is in use.
    await expect.poll(() => tokens.size).toBeGreaterThan(2)
    await block(plain, 'library').getByRole('button', { name: '1:15 Crust' }).click()
    await expect.poll(() => time(plain)).toBeGreaterThan(76)
    assert.equal(await sourceOf(plain), source)
    assert.deepEqual(refused, [])
  })
})

/** Process ids of programs that work in a folder of videos of an instance. */
function workersIn(dataDir: string): string[] {
  return readdirSync('/proc').filter((id) => {
    if (!/^\d+$/.test(id)) return false
    try {
      return readlinkSync(`/proc/${id}/cwd`).startsWith(`${dataDir}/video/`)
    } catch {
      return false
    }
  })
}

const given = (item: StaffItemWithBody) => ({
  title: item.title,
  summary: item.summary,
  teaser: item.teaser,
  cover: item.cover,
  tags: item.tags,
  published_at: item.published_at,
  audience: item.audience,
  is_teaser: item.is_teaser,
  is_listed: item.is_listed,
  counts_from: item.counts_from,
})
