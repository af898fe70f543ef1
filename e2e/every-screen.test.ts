// Every screen and dialog with an address: it must not shift while it loads, and is checked in one of the six
// themes in turn. `npm run screenshots -- --check` checks each in all six.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { launchBrowser } from '#testing/browser.ts'
import { testInstance } from '#testing/test-instance.ts'
import { THEME_IDS } from '#ui/theme/themes.ts'
import { violations } from './accessibility.ts'
import { keysOf, studioContext } from './api.ts'
import { brokenNames } from './screens/broken-names.ts'
import { dress, settled } from './screens/settled.ts'
import { MOST_SHIFT, shiftsOf, watchShifts } from './screens/shifts.ts'
import { shotsOf } from './screens/shots.ts'
import { openSellersSite } from './screens/sellers-site.ts'
import { type Viewer, makeWorld } from './screens/world.ts'

const site = await openSellersSite()
after(() => site.stop())
const instance = await testInstance(site.settings)
const world = await makeWorld(keysOf(instance), site, instance.sandboxUrl)
const browser = await launchBrowser()
const pages = new Map<Viewer, Page>()
const messages: string[] = []
after(() => Promise.all([...pages.values()].map((page) => page.context().close())))

/** Returns a viewer's page. The browser's complaints are collected in `messages`. */
async function pageOf(viewer: Viewer): Promise<Page> {
  const known = pages.get(viewer)
  if (known) return known
  const session = viewer === 'visitor' ? undefined : world.sessions[viewer]
  const context = await studioContext(browser, instance.url, session)
  await context.addInitScript(() =>
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      // oxlint-disable-next-line no-console -- collected below
      console.error(`policy: ${effectiveDirective} ${blockedURI}`),
    ),
  )
  await watchShifts(context)
  const page = await context.newPage()
  page.on('pageerror', (error) => messages.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') messages.push(message.text())
  })
  pages.set(viewer, page)
  return page
}

/** Checks that nothing moved while the screen loaded: its skeletons were as large as its data. */
async function assertNoShift(page: Page) {
  const { sum, shifts } = await shiftsOf(page)
  assert.ok(sum <= MOST_SHIFT, `moved by ${sum.toFixed(3)}: ${JSON.stringify(shifts, null, 2)}`)
}

test('the layout-shift check detects a shift', async () => {
  const page = await pageOf('visitor')
  await page.goto(`${instance.url}/pricing`)
  await settled(page)
  await assertNoShift(page)
  await page.evaluate(() => {
    const shiftingElement = document.createElement('p')
    shiftingElement.style.height = '200px'
    document.querySelector('main')!.prepend(shiftingElement)
  })
  const { sum, shifts } = await shiftsOf(page)
  assert.ok(sum > MOST_SHIFT, JSON.stringify(shifts))
})

const DRESSES = THEME_IDS.flatMap((theme) => (['light', 'dark'] as const).map((mode) => ({ theme, mode })))

/** Intended console messages: the specification requires the path of a missing page. */
const EXPECTED_MESSAGES: Record<string, RegExp> = {
  'not-found': /no\/such\/page|404/,
  'block-missing': /404|406/,
}

/** Left edges of the titles in the Studio's layout, each with a screen that has it, by the width of the window. */
const EDGES = new Map([1440, 1920].map((width) => [width, new Map<number, string>()]))

for (const [index, shot] of shotsOf(world).entries()) {
  const { theme, mode } = DRESSES[index % DRESSES.length]!
  test(`${shot.name} in ${theme} ${mode}: no layout shift, no axe finding, no console message, no horizontal scroll and no broken name in code at 360 px`, async () => {
    const page = await pageOf(shot.as)
    messages.length = 0
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(instance.url + shot.path)
    await settled(page)
    await assertNoShift(page)
    await dress(page, theme, mode)
    assert.deepEqual(await violations(page), [])
    assert.equal(await page.evaluate(() => scrollY), 0, 'starts at the top')
    for (const width of [...EDGES.keys(), 360]) {
      await page.setViewportSize({ width, height: 900 })
      await page.waitForFunction(
        (most) => document.documentElement.scrollWidth <= most,
        width,
        // Elements that resize by script need a moment.
        { timeout: 20_000 },
      )
      assert.deepEqual(await brokenNames(page), [], `code at ${width} px`)
      const left = await page.evaluate(
        () =>
          [...document.querySelectorAll('#main h1')]
            .find(({ clientWidth }) => clientWidth > 1)
            ?.getBoundingClientRect().left,
      )
      if (left !== undefined) EDGES.get(width)?.set(left, shot.name)
    }
    const expectedMessage = EXPECTED_MESSAGES[shot.name]
    assert.deepEqual(
      messages.filter((line) => !expectedMessage?.test(line)),
      [],
    )
  })
}

test('all screens have one left edge', () => {
  for (const [width, edges] of EDGES) assert.equal(edges.size, 1, `${width}: ${JSON.stringify([...edges])}`)
})

/** Screens on which the most content appears below earlier content. */
const TALL = [
  'try',
  'try-site',
  'pricing',
  'studio',
  'settings-auth',
  'account',
  'connect-stripe',
  'customers',
  'block-text',
  'newcomer-studio',
]

for (const shot of shotsOf(world).filter(({ name }) => TALL.includes(name)))
  test(`${shot.name} does not shift on a phone`, async () => {
    const page = await pageOf(shot.as)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(instance.url + shot.path)
    await settled(page)
    await assertNoShift(page)
  })
