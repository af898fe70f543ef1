// The short form of `npm run campaign bench -- embed`: how long a block takes, as a ratio with a margin, and what it
// waits for.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { expect } from '#testing/browser.ts'
import { notBuilt } from './browser-tests/built-pages.ts'
import { openHostPage } from './browser-tests/host-page.ts'

const opened = notBuilt ? undefined : await openHostPage()

describe('time on third-party pages', { skip: notBuilt }, () => {
  const { site, browser, page, open, ready, inFrame } = opened!

  test('a block waits for two responses in sequence: the tag and its page; the page requests nothing', async () => {
    site.asked.length = 0
    await open(`<body>${site.tag('auth')}</body>`)
    await ready(1)
    await page.waitForLoadState('networkidle')
    assert.deepEqual(site.asked, ['/v1/bb.js', '/embed/auth'])
  })

  test('the first interaction waits for one more response: everything its views need is requested at once', async () => {
    await open(`<body>${site.tag('pay', 'data-locale="de"')}</body>`)
    await ready(1)
    site.asked.length = 0
    const answers = Promise.withResolvers<void>()
    await page.route('**/embed-assets/*', (route) => answers.promise.then(() => route.continue()))
    const requested: string[] = []
    page.on('request', (request) => requested.push(new URL(request.url()).pathname))
    await inFrame().getByRole('button').first().hover()
    const named = await inFrame()
      .locator('#bb-data')
      .evaluate((el) => (JSON.parse(el.textContent) as { views: string[] }).views)
    assert.ok(
      named.some((file) => /\/de-/.test(file)),
      'the strings of its language, too',
    )
    await expect.poll(() => requested.toSorted()).toEqual(named.toSorted())
    answers.resolve()
    await inFrame().getByRole('button', { name: 'Eins mehr' }).first().click()
    await expect(inFrame().getByText('2', { exact: true })).toBeVisible()
    const scripts = site.asked.filter((path) => path.endsWith('.js'))
    assert.deepEqual(scripts.toSorted(), named.toSorted(), 'and nothing after them')
    await page.unroute('**/embed-assets/*')
  })

  /** One good round of eight is enough, because other processes use the machine, too. */
  async function holds(atMost: number): Promise<void> {
    const bare = site.page('<body><h2>Sign in</h2><form><input></form></body>', ' ')
    const frame = site.page(`<body><iframe src="${bare}" width="600" height="402"></iframe></body>`, ' ')
    const block = site.page(`<body>${site.tag('auth')}</body>`)
    const seen: number[] = []
    for (let round = 0; round < 8; round++) {
      const floor = await timeOf(frame)
      seen.push((await timeOf(block)) / floor)
      if (seen.at(-1)! <= atMost) return
    }
    assert.fail(`the ratios were ${seen.map((ratio) => ratio.toFixed(1)).join(', ')}`)
  }

  test('a block is shown in at most 2.5 times the time of a bare frame', () => holds(2.5))

  test('with high latency, in at most 1.7 times: three responses for two', async () => {
    site.latency = 560
    try {
      await holds(1.7)
    } finally {
      site.latency = undefined
    }
  })

  /** Milliseconds until a page's frame is painted, each time with an empty cache. */
  async function timeOf(address: string): Promise<number> {
    const context = await browser.newContext({ viewport: { width: 1000, height: 800 } })
    try {
      const fresh = await context.newPage()
      await fresh.goto(address)
      const startedAt = await fresh.evaluate(() => performance.timeOrigin)
      const handle = await fresh.waitForSelector('iframe')
      const painted = await (await handle.contentFrame())!.evaluate(
        () =>
          new Promise<number>((resolve) =>
            new PerformanceObserver((list) => {
              const [paint] = list.getEntriesByName('first-contentful-paint')
              if (paint) resolve(performance.timeOrigin + paint.startTime)
            }).observe({ type: 'paint', buffered: true }),
          ),
      )
      return painted - startedAt
    } finally {
      await context.close()
    }
  }
})
