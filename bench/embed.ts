import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Browser, CDPSession, Frame, Page } from 'playwright-core'
import { ARGS, openBrowser } from '#testing/browser.ts'
import { ROOT } from '#testing/test-cluster.ts'
import { makeCreator } from './creator.ts'
import { HOSTS, type HostName, type StrangersSite, strangersSite } from './embed-pages.ts'
import { startInstance } from './instance.ts'
import { type Load, median } from './measure.ts'
import { progress } from './progress.ts'
import { addTenants } from './rest-world.ts'
import type { Row } from './subjects.ts'

const KB = 1024
const BLOCKS = ['auth', 'pay', 'profile', 'auth', 'pay']
/** As the developer tools of Chromium have it: 1.6 Mbit/s down, 0.75 up, 150 ms there and back, as a page feels them. */
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

/** Script tag and first views by weight; time to a usable block beside a bare frame and a plain form. */
export async function embedSubject(load: Load): Promise<Row[]> {
  const instance = await startInstance()
  // One process for all frames, as phones have it: the processor is slowed for a process at a time.
  const browser = await openBrowser({
    args: [...ARGS, '--disable-site-isolation-trials', '--disable-features=IsolateOrigins,site-per-process'],
  })
  let site: StrangersSite | undefined
  try {
    const creator = await makeCreator(instance)
    const [tenant] = await addTenants(instance, 1, { items: 3, owner: creator.id })
    const tag = (block: string) =>
      `<script async src="${instance.url}/v1/bb.js" data-tenant="${tenant!.public_key}" data-block="${block}" data-theme="clean"></script>`
    site = await strangersSite(BLOCKS.map(tag))
    progress('warming up the server')
    // As a server answers that has been running: code that has run a few times only is several times as slow.
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
      ...(await pressed(browser, site, { cpu: 4 }, load)),
      ...(await pressed(browser, site, { cpu: 4, network: SLOW_4G }, load)),
    ]
  } finally {
    site?.close()
    await browser.close()
    await instance.stop()
  }
}

function weights(): Row[] {
  return ['bb.js', 'bb-more.js'].map((file) => {
    const size = gzipSync(readFileSync(join(ROOT, 'dist', 'embed', 'loader', file)), { level: 9 }).length
    return { name: `${file}, KB gzip`, measured: size / KB, atMost: 4, detail: `${size} bytes` }
  })
}

/** Everything that a block's frame loads before anybody turns to it, as it travels but for the headers. */
async function firstViews(browser: Browser, site: StrangersSite): Promise<Row[]> {
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

/** Blocks beside as many bare frames and plain forms, in turn: the median of the ratios, round by round. */
async function times(
  browser: Browser,
  site: StrangersSite,
  count: number,
  conditions: Conditions,
  atMost: number,
  { rounds }: Load,
): Promise<Row[]> {
  const taken: Record<HostName, Taken[]> = { block: [], frame: [], put: [], form: [] }
  // The first of each warms up the server, and is not counted.
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
  const shown = (host: HostName, part: keyof Taken = 'usable') =>
    `${median(taken[host].map((one) => one[part])).toFixed(0)} ms`
  return [
    {
      name: `${what} / bare frames, ${nameOf(conditions)}`,
      measured: against('frame'),
      atMost,
      detail: `block ${shown('block')} (painted ${shown('block', 'painted')}, bb:ready ${shown('block', 'ready')}), frame ${shown('frame')}`,
    },
    {
      // What any asynchronous tag pays before it has done anything: to be asked for, to run, and a frame that begins later.
      name: `as many bare frames put by one line of script / bare frames, ${nameOf(conditions)}`,
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

/** A press the moment that a block is painted, until it is answered: its views have come and have done it. */
async function pressed(
  browser: Browser,
  site: StrangersSite,
  conditions: Conditions,
  { rounds }: Load,
): Promise<Row[]> {
  const taken: number[] = []
  for (let round = 0; round <= rounds; round++) {
    progress(`pressing, ${nameOf(conditions)}: round ${round} of ${rounds}`)
    const time = await inFreshPage(browser, conditions, async (page) => {
      await page.addInitScript(pressWhenPainted)
      await openHost(page, site.address('block', 1), 1)
      const frame = page.frames().find((one) => one.parentFrame())!
      await frame.waitForFunction(() => window.answeredAt !== undefined)
      return frame.evaluate(() => window.answeredAt! - window.pressedAt!)
    })
    if (round) taken.push(time)
  }
  return [
    {
      name: `a press at first sight until its answer, ms, ${nameOf(conditions)}`,
      measured: median(taken),
      detail: 'of a block that nobody has turned to before',
    },
  ]
}

interface Taken {
  painted: number
  /** When the block said `bb:ready`; of others, when they were painted. */
  ready: number
  usable: number
}

/**
 * Milliseconds from the start of the navigation until the last thing on the page can be seen and used: a block has been
 * painted and has said `bb:ready`, a frame or a form has been painted.
 */
async function timeToUsable(
  browser: Browser,
  address: string,
  host: HostName,
  count: number,
  conditions: Conditions,
): Promise<Taken> {
  return inFreshPage(browser, conditions, async (page) => {
    await openHost(page, address, host === 'block' ? count : 0)
    const begun = await page.evaluate(() => performance.timeOrigin)
    const inside = host === 'form' ? [page.mainFrame()] : page.frames().filter((frame) => frame.parentFrame())
    if (inside.length !== (host === 'form' ? 1 : count))
      throw new Error(`${inside.length} frames at ${address}`)
    const painted = Math.max(...(await Promise.all(inside.map(paintedAt)))) - begun
    const said = host === 'block' ? await page.evaluate(() => window.readyAt) : []
    const ready = said.length ? Math.max(...said) - begun : painted
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
  await page.addInitScript(keepReady)
  await page.goto(address, { waitUntil: 'load' })
  await page.waitForFunction((all) => window.readyAt.length >= all, blocks)
}

declare global {
  interface Window {
    readyAt: number[]
    pressedAt?: number
    answeredAt?: number
  }
}

function keepReady(): void {
  window.readyAt = []
  document.addEventListener('bb:ready', () => window.readyAt.push(performance.timeOrigin + performance.now()))
}

/** Runs in every frame, and finds a form in the block's alone: presses its other way, which changes the form's button. */
function pressWhenPainted(): void {
  new PerformanceObserver(() => {
    const button = document.querySelector('form [type=submit]')
    const other = document.querySelector<HTMLElement>('label:has([type=radio]:not(:checked))')
    if (!button || !other || window.pressedAt !== undefined) return
    const before = button.textContent
    new MutationObserver(() => {
      if (button.textContent !== before) window.answeredAt ??= performance.now()
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
    window.pressedAt = performance.now()
    other.click()
  }).observe({ type: 'paint', buffered: true })
}

/** When the frame's content was there to be seen, in milliseconds since 1970. */
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
