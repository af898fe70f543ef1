import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Browser, CDPSession, Frame, Page } from 'playwright-core'
import { ARGS, openBrowser } from '#testing/browser.ts'
import { ROOT } from '#testing/test-cluster.ts'
import { makeCreator } from './creator.ts'
import { HOSTS, type HostName, type ThirdPartySite, startThirdPartySite } from './embed-pages.ts'
import { startInstance } from './instance.ts'
import { type Load, median } from './measure.ts'
import { progress } from './progress.ts'
import { addTenants } from './rest-world.ts'
import type { Row } from './subjects.ts'

const KB = 1024
const BLOCKS = ['auth', 'pay', 'profile', 'auth', 'pay']
/**
 * Slow 4G as in Chromium's developer tools, with their correction factors: 1.6 Mbit/s down, 0.75 up, 150 ms
 * round trip.
 */
const SLOW_4G = {
  offline: false,
  latency: 150 * 3.75,
  downloadThroughput: ((1.6 * KB * KB) / 8) * 0.9,
  uploadThroughput: ((0.75 * KB * KB) / 8) * 0.9,
}

interface Conditions {
  cpu: number
  network?: typeof SLOW_4G
}

/**
 * Measures the weights of script tag and first views, and the time to a usable block against a bare frame and
 * a form.
 */
export async function embedSubject(load: Load): Promise<Row[]> {
  const instance = await startInstance()
  // One process for all frames, as on phones, because CPU throttling applies to one process at a time.
  const browser = await openBrowser({
    args: [...ARGS, '--disable-site-isolation-trials', '--disable-features=IsolateOrigins,site-per-process'],
  })
  let site: ThirdPartySite | undefined
  try {
    const creator = await makeCreator(instance)
    const [tenant] = await addTenants(instance, 1, { items: 3, owner: creator.id })
    const tag = (block: string) =>
      `<script async src="${instance.url}/v1/bb.js" data-tenant="${tenant!.public_key}" data-block="${block}" data-theme="clean"></script>`
    site = await startThirdPartySite(BLOCKS.map(tag))
    progress('warming up the server')
    // Measure a server that has been running for a while: code that has run only a few times is several times slower.
    for (const block of new Set(BLOCKS))
      for (let n = 0; n < 50; n++)
        await (await fetch(`${instance.url}/embed/${block}?tenant=${tenant!.public_key}&theme=clean`)).text()
    progress('measuring weights and first views')
    return [
      ...weights(),
      ...(await firstViews(browser, site)),
      ...(await times(browser, site, 1, { cpu: 4 }, 1.25, load)),
      ...(await times(browser, site, 5, { cpu: 4 }, 1.25, load)),
      ...(await times(browser, site, 1, { cpu: 4, network: SLOW_4G }, 1.6, load)),
      ...(await clickTimes(browser, site, { cpu: 4 }, load)),
      ...(await clickTimes(browser, site, { cpu: 4, network: SLOW_4G }, load)),
    ]
  } finally {
    site?.close()
    await browser.close()
    await instance.stop()
  }
}

function weights(): Row[] {
  return Object.entries({ 'bb.js': 4, 'bb-more.js': 4, 'bb-extra.js': 3 }).map(([file, atMost]) => {
    const size = gzipSync(readFileSync(join(ROOT, 'dist', 'embed', 'loader', file)), { level: 9 }).length
    return { name: `${file}, KB gzip`, measured: size / KB, atMost, detail: `${size} bytes` }
  })
}

/**
 * Everything that a block's frame loads before the first interaction, in bytes as transferred without
 * headers.
 */
async function firstViews(browser: Browser, site: ThirdPartySite): Promise<Row[]> {
  const context = await browser.newContext({ viewport: { width: 1000, height: 2600 } })
  try {
    const page = await context.newPage()
    await openHost(page, site.address('block', BLOCKS.length), BLOCKS.length)
    await page.waitForLoadState('networkidle')
    const frames = page.frames().filter((frame) => frame.parentFrame())
    return await Promise.all(
      frames.slice(0, 3).map(async (frame) => {
        const block = new URL(frame.url()).pathname.split('/').at(-1)
        const sizes = await frame.evaluate(() =>
          [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].map(
            (entry) => (entry as PerformanceResourceTiming).encodedBodySize,
          ),
        )
        const bytes = sizes.reduce((sum, size) => sum + size, 0)
        return {
          name: `first view of ${block}, KB`,
          measured: bytes / KB,
          atMost: 12,
          detail: `${sizes.length} files`,
        }
      }),
    )
  } finally {
    await context.close()
  }
}

/** Measures blocks, bare frames and plain forms in turn, and takes the median of the ratios of each round. */
async function times(
  browser: Browser,
  site: ThirdPartySite,
  count: number,
  conditions: Conditions,
  atMost: number,
  { rounds }: Load,
): Promise<Row[]> {
  const taken: Record<HostName, Timing[]> = { block: [], frame: [], put: [], form: [] }
  // The first round warms up the server and is not counted.
  for (let round = 0; round <= rounds; round++) {
    progress(`opening pages with ${count} blocks, ${nameOf(conditions)}: round ${round} of ${rounds}`)
    for (const host of HOSTS) {
      const one = await timeToUsable(browser, site.address(host, count), host, count, conditions)
      if (round) taken[host].push(one)
    }
  }
  const against = (floor: HostName, what: HostName = 'block') =>
    median(taken[what].map(({ usable }, round) => usable / taken[floor][round]!.usable))
  const what = count === 1 ? 'one block' : `${count} blocks`
  const shown = (host: HostName, part: keyof Timing = 'usable') =>
    `${median(taken[host].map((one) => one[part])).toFixed(0)} ms`
  return [
    {
      name: `${what} / bare frames, ${nameOf(conditions)}`,
      measured: against('frame'),
      atMost,
      detail: `block ${shown('block')} (painted ${shown('block', 'painted')}, bb:ready ${shown('block', 'ready')}), frame ${shown('frame')}`,
    },
    {
      // What every asynchronous tag costs: its own request, its execution, and a frame that starts loading later.
      name: `bare frames inserted by one line of script / bare frames, ${nameOf(conditions)}`,
      measured: against('frame', 'put'),
      detail: `${shown('put')}, of which a block takes ${against('put').toFixed(2)}`,
    },
    {
      name: `${what} / plain forms, ${nameOf(conditions)}`,
      measured: against('form'),
      detail: `form ${shown('form')}`,
    },
  ]
}

const nameOf = ({ cpu, network }: Conditions) => `CPU x${cpu}${network ? ', slow 4G' : ''}`

/** Measures a click at the moment a block is painted, until the views have loaded and handled it. */
async function clickTimes(
  browser: Browser,
  site: ThirdPartySite,
  conditions: Conditions,
  { rounds }: Load,
): Promise<Row[]> {
  const taken: number[] = []
  for (let round = 0; round <= rounds; round++) {
    progress(`clicking, ${nameOf(conditions)}: round ${round} of ${rounds}`)
    const time = await inFreshPage(browser, conditions, async (page) => {
      await page.addInitScript(clickWhenPainted)
      await openHost(page, site.address('block', 1), 1)
      const frame = page.frames().find((one) => one.parentFrame())!
      await frame.waitForFunction(() => window.handledAt !== undefined)
      return frame.evaluate(() => window.handledAt! - window.clickedAt!)
    })
    if (round) taken.push(time)
  }
  return [
    {
      name: `an immediate click until its reaction, ms, ${nameOf(conditions)}`,
      measured: median(taken),
      detail: 'on a block without earlier interaction',
    },
  ]
}

interface Timing {
  painted: number
  /** When the block sent `bb:ready`; for other content, when it was painted. */
  ready: number
  usable: number
}

/**
 * Milliseconds from the start of the navigation until everything on the page is visible and usable: a block has been
 * painted and has sent `bb:ready`, a frame or a form has been painted.
 */
async function timeToUsable(
  browser: Browser,
  address: string,
  host: HostName,
  count: number,
  conditions: Conditions,
): Promise<Timing> {
  return inFreshPage(browser, conditions, async (page) => {
    await openHost(page, address, host === 'block' ? count : 0)
    const startedAt = await page.evaluate(() => performance.timeOrigin)
    const inside = host === 'form' ? [page.mainFrame()] : page.frames().filter((frame) => frame.parentFrame())
    if (inside.length !== (host === 'form' ? 1 : count))
      throw new Error(`${inside.length} frames at ${address}`)
    const painted = Math.max(...(await Promise.all(inside.map(paintedAt)))) - startedAt
    const readyTimes = host === 'block' ? await page.evaluate(() => window.readyAt) : []
    const ready = readyTimes.length ? Math.max(...readyTimes) - startedAt : painted
    return { painted, ready, usable: Math.max(painted, ready) }
  })
}

async function inFreshPage<T>(
  browser: Browser,
  { cpu, network }: Conditions,
  then: (page: Page) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext({ viewport: { width: 1000, height: 2600 } })
  try {
    const page = await context.newPage()
    const protocol: CDPSession = await context.newCDPSession(page)
    await protocol.send('Emulation.setCPUThrottlingRate', { rate: cpu })
    await protocol.send('Network.enable')
    if (network) await protocol.send('Network.emulateNetworkConditions', network)
    return await then(page)
  } finally {
    await context.close()
  }
}

async function openHost(page: Page, address: string, blocks: number): Promise<void> {
  await page.addInitScript(recordReady)
  await page.goto(address, { waitUntil: 'load' })
  await page.waitForFunction((all) => window.readyAt.length >= all, blocks)
}

declare global {
  interface Window {
    readyAt: number[]
    clickedAt?: number
    handledAt?: number
  }
}

function recordReady(): void {
  window.readyAt = []
  document.addEventListener('bb:ready', () => window.readyAt.push(performance.timeOrigin + performance.now()))
}

/**
 * Runs in every frame; only the block's has a form. Clicks its other option, which changes the form's button.
 */
function clickWhenPainted(): void {
  new PerformanceObserver(() => {
    const button = document.querySelector('form [type=submit]')
    const other = document.querySelector<HTMLElement>('label:has([type=radio]:not(:checked))')
    if (!button || !other || window.clickedAt !== undefined) return
    const before = button.textContent
    new MutationObserver(() => {
      if (button.textContent !== before) window.handledAt ??= performance.now()
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
    window.clickedAt = performance.now()
    other.click()
  }).observe({ type: 'paint', buffered: true })
}

/** When the frame's content was first painted, in milliseconds since 1970. */
const paintedAt = (frame: Frame | Page): Promise<number> =>
  frame.evaluate(
    () =>
      new Promise<number>((resolve) =>
        new PerformanceObserver((list) => {
          const [paint] = list.getEntriesByName('first-contentful-paint')
          if (paint) resolve(performance.timeOrigin + paint.startTime)
        }).observe({ type: 'paint', buffered: true }),
      ),
  )
