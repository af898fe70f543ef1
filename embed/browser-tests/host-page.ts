// Test helper: a host page in a browser, and a record of what reaches it.
import assert from 'node:assert/strict'
import { after } from 'node:test'
import { PATIENCE, expect, launchBrowser } from '#testing/browser.ts'
import { startHostSite } from './servers.ts'

export interface Seen {
  events: { type: string; detail: Record<string, unknown> }[]
  messages: { data: Record<string, unknown> | null; origin: string }[]
  violations: string[]
  shift: number
  globals: string[]
}

/** Records on the host page what reaches it. */
function watch() {
  if (top !== window) return
  const seen: Seen = { events: [], messages: [], violations: [], shift: 0, globals: [] }
  const before = new Set(Object.getOwnPropertyNames(window))
  Object.defineProperty(window, 'seen', {
    enumerable: false,
    get: () => ({
      ...seen,
      globals: Object.getOwnPropertyNames(window).filter(
        (n) => !before.has(n) && n !== 'seen' && !/^\d+$/.test(n),
      ),
    }),
  })
  for (const type of ['ready', 'signed-in', 'signed-out', 'purchase', 'error'])
    document.addEventListener(`bb:${type}`, (event) =>
      seen.events.push({ type, detail: (event as CustomEvent<Record<string, unknown>>).detail }),
    )
  addEventListener('message', ({ data, origin }) => seen.messages.push({ data: data as null, origin }))
  document.addEventListener('securitypolicyviolation', (e) => seen.violations.push(e.effectiveDirective))
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.shift += (entry as PerformanceEntry & { value: number }).value
  }).observe({ type: 'layout-shift', buffered: true })
}

/** Call outside any hook: whatever a hook opens is closed when that hook ends. */
export async function openHostPage() {
  const site = await startHostSite()
  const browser = await launchBrowser()
  const context = await browser.newContext({ viewport: { width: 1000, height: 800 } })
  context.setDefaultTimeout(PATIENCE)
  await context.addInitScript(watch)
  const page = await context.newPage()
  const errors: string[] = []
  const notes: string[] = []
  page.on('pageerror', (why) => errors.push(why.message))
  page.on('console', (line) => line.text().startsWith('[bb]') && notes.push(line.text()))
  after(() => assert.deepEqual(errors, [], 'errors on any page'))
  const seen = () => page.evaluate(() => (window as unknown as { seen: Seen }).seen)
  const frames = () => page.locator('iframe')
  return {
    site,
    browser,
    context,
    page,
    /** Everything the loader wrote to the console, across all pages. */
    notes,
    seen,
    frames,
    open: async (html: string, policy?: string) => page.goto(site.page(html, policy)),
    ready: (count: number) =>
      expect
        .poll(async () => (await seen()).events.filter(({ type }) => type === 'ready').length)
        .toBe(count),
    inFrame: (n = 0) => frames().nth(n).contentFrame(),
    bb: (...call: unknown[]) =>
      page.evaluate((args) => (window as unknown as { bb(...a: unknown[]): unknown }).bb(...args), call),
  }
}
