// What a browser loads on a first visit: every script and style sheet until the screen is complete and all
// requests ended.
import assert from 'node:assert/strict'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { Page, Request } from 'playwright-core'
import { expect, launchBrowser } from '#testing/browser.ts'
import { sharedInstance } from '#testing/shared-instance.ts'
import { ROOT } from '#testing/test-cluster.ts'
import { keysOf, studioContext } from './api.ts'
import { makeBakery } from './bakery.ts'

const KB = 1024
const instance = await sharedInstance()
const keys = keysOf(instance)
// A shop with products and orders: an empty dashboard would load less than real ones.
const { session } = await makeBakery(keys)
const browser = await launchBrowser()

/** Time to wait for code that timers load several seconds after the page is idle. */
const REST_MS = 20_000
/** The shortest of those timers (ui/toasts/toast-host.tsx). */
const IDLE_MS = 3000

/** Gzipped size in bytes of each loaded file, largest first. */
async function loaded(
  page: Page,
  path: string,
  waitForScreen: () => Promise<void>,
): Promise<[string, number][]> {
  const bodies: Promise<[string, number]>[] = []
  const pending = new Set<Request>()
  page.on('request', (request) => pending.add(request))
  for (const over of ['requestfinished', 'requestfailed'] as const)
    page.on(over as 'requestfinished', (request) => pending.delete(request))
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (!/\.(js|css)$/.test(pathname)) return
    bodies.push(response.body().then((body) => [pathname, gzipSync(body, { level: 9 }).length]))
  })
  await page.goto(instance.url + path)
  await waitForScreen()
  // Requests started by timers are pending by now; the load state does not include them.
  await page.evaluate(() => 0)
  await page.waitForLoadState('networkidle')
  await expect.poll(() => pending.size).toBe(0)
  return (await Promise.all(bodies)).toSorted((a, b) => b[1] - a[1])
}

/** The names of the classes that a style sheet has rules for: those with which a selector begins. */
const classesIn = (sheet: string) =>
  new Set([...sheet.matchAll(/(?<=[{},;])\.((?:\\.|[\w-])+)/g)].map(([, name]) => name!.replaceAll('\\', '')))

const sheets = readdirSync(join(ROOT, 'dist/studio/assets'))
  .filter((file) => file.endsWith('.css'))
  .map((file) => ({ file, text: readFileSync(join(ROOT, 'dist/studio/assets', file), 'utf8') }))
  .filter(({ text }) => text.includes('@layer utilities{'))
const isBase = ({ text }: { text: string }) => text.includes('@layer base{')

/** Checks that the page has the rules of all its classes, although it loaded only those of the first screens. */
async function assertStyled(page: Page, files: [string, number][]) {
  const [base, rest] = [sheets.find(isBase)!, sheets.find((sheet) => !isBase(sheet))!]
  assert.ok(!files.some(([path]) => path.endsWith(rest.file)), 'the first view loads the rest of the classes')
  const known = classesIn(base.text)
  const missing = [...classesIn(rest.text)].filter((name) => !known.has(name))
  assert.ok(missing.length > 100, 'the sheets are not split')
  const used = await page.evaluate(() =>
    [...document.querySelectorAll('*')].flatMap((each) => [...each.classList]),
  )
  assert.ok(used.length > 100)
  assert.deepEqual(
    used.filter((name) => missing.includes(name)),
    [],
  )
}

const total = (files: [string, number][]) => files.reduce((sum, [, size]) => sum + size, 0)

test('the landing page loads at most 130 KB of script and style, also while a visitor reads it', async () => {
  const page = await (await studioContext(browser, instance.url, undefined)).newPage()
  await page.clock.install()
  const files = await loaded(page, '/', async () => {
    await expect(page.getByRole('heading', { name: 'Pricing' })).toBeVisible()
    await expect(page.getByRole('contentinfo')).toBeVisible()
    await page.clock.runFor(REST_MS)
  })
  assert.ok(files.length >= 3, 'the browser loaded nothing')
  await assertStyled(page, files)
  assert.ok(total(files) <= 130 * KB, `${total(files)}: ${JSON.stringify(files)}`)
})

test('the dashboard of a creator who sells loads at most 200 KB of script and style', async () => {
  const page = await (await studioContext(browser, instance.url, session)).newPage()
  // On a slow machine the first load takes longer than the timer, and later code would count as well.
  await page.addInitScript((rest) => {
    const wait = window.setTimeout
    window.setTimeout = ((run: () => void, ms?: number, ...more: unknown[]) =>
      ms !== undefined && ms >= rest ? 0 : wait(run, ms, ...more)) as typeof wait
  }, IDLE_MS)
  const files = await loaded(page, '/studio', () =>
    expect(page.getByRole('listitem', { name: 'Hearth & Rye' })).toBeVisible(),
  )
  assert.ok(files.length >= 3, 'the browser loaded nothing')
  await assertStyled(page, files)
  assert.ok(total(files) <= 200 * KB, `${total(files)}: ${JSON.stringify(files)}`)
})
