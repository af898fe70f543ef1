// Third-party host pages with unusual scripts, styles and policies: situations in which other loaders fail.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { blockPlace } from '#blocks/registry.ts'
import { scriptTag } from '#kernel/browser/snippet.ts'
import { expect } from '#testing/browser.ts'
import { DIST, notBuilt } from './browser-tests/built-pages.ts'
import { KEY, keyWithProviders } from './browser-tests/servers.ts'
import { openHostPage } from './browser-tests/host-page.ts'
import { watchTabs } from './browser-tests/tabs.ts'

const opened = notBuilt ? undefined : await openHostPage()
const hashes = JSON.parse(
  readFileSync(join(import.meta.dirname, 'releases', 'hashes.json'), 'utf8'),
) as Record<string, string>

describe('the script tag on awkward pages', { skip: notBuilt }, () => {
  const { site, browser, page, notes, open, seen, ready, frames, inFrame, bb } = opened!
  const other = keyWithProviders(1)
  const address = (n = 0) =>
    frames()
      .nth(n)
      .evaluate((frame: HTMLIFrameElement) => Object.fromEntries(new URL(frame.src).searchParams))

  test('a tag whose script never loads delays nothing', async () => {
    await page.route('**/v1/bb.js', () => {})
    await page.goto(site.page(`<body>${site.tag('auth')}<p>Below</p></body>`), {
      waitUntil: 'domcontentloaded',
    })
    await expect(page.getByText('Below')).toBeVisible()
    await page.unroute('**/v1/bb.js')
  })

  for (const [width, block] of [
    [1000, 'auth'],
    [1000, 'pay'],
    [380, 'pay'],
  ] as const)
    test(`with the printed snippet nothing moves when ${block} loads late, ${width} px`, async () => {
      await page.setViewportSize({ width, height: 800 })
      let releaseTag = () => {}
      const painted = new Promise<void>((resolve) => (releaseTag = resolve))
      await page.route('**/v1/bb.js', async (route) => {
        await painted
        await route.continue()
      })
      const origins = { live: site.blocks, test: site.blocks }
      const tag = scriptTag({ public_key: KEY, theme: 'zen', mode: 'test' }, blockPlace(block), origins)
      const policy = `default-src 'none'; style-src 'unsafe-inline'; script-src ${site.blocks}; frame-src ${site.blocks}`
      await page.goto(site.page(`<body><p>Above</p>${tag}<p>Below</p></body>`, policy), {
        waitUntil: 'commit',
      })
      const below = async () => (await page.getByText('Below').boundingBox())!.y
      await expect(page.getByText('Below')).toBeVisible()
      const before = await below()
      // Two frames later, the parsed content is painted.
      await page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
      )
      releaseTag()
      await ready(1)
      await expect(inFrame().getByRole('heading').first()).toBeVisible()
      await page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
      )
      // A phone stacks as many products as there are, which no tag can predict.
      const bound = width < 480 ? 0.02 : 0
      assert.ok((await seen()).shift <= bound, `${(await seen()).shift}`)
      if (!bound) assert.equal(await below(), before)
      assert.ok(before > 300, 'the tag reserved the height')
      await page.unroute('**/v1/bb.js')
      await page.setViewportSize({ width: 1000, height: 800 })
    })

  for (const order of ['/v1/', '/v1.2.0/'])
    test(`two versions on one page: the first one runs, with one note (${order} first)`, async () => {
      notes.length = 0
      const tags = [site.tag('auth'), site.tag('pay').replace('/v1/', '/v1.2.0/')].map((tag) =>
        tag.replace('async ', ''),
      )
      await open(`<body>${(order === '/v1/' ? tags : tags.toReversed()).join('')}</body>`)
      await ready(2)
      await expect(frames()).toHaveCount(2)
      assert.equal(notes.length, 1, JSON.stringify(notes))
    })

  test('two tenants on one page: each block uses its own tenant, and so do the elements it gates', async () => {
    const members = `<p data-bb-show="signed-out" data-tenant="${other}" hidden>Join the other</p>`
    await open(`<body>${site.tag('auth')}${site.tag('auth').replace(KEY, other)}${members}</body>`)
    await ready(2)
    assert.deepEqual([(await address(0))['tenant'], (await address(1))['tenant']], [KEY, other])
    await expect(inFrame(1).getByRole('button', { name: /^Continue with/ })).toHaveCount(1)
    await expect(inFrame(0).getByRole('button', { name: /^Continue with/ })).toHaveCount(0)
    await expect(page.getByText('Join the other')).toBeVisible()
  })

  test('[K09] routes of a client-side router: blocks are added and removed, and Back belongs to the page', async () => {
    await open(`<body>${site.tag('auth').replace('data-block="auth"', '')}<main></main></body>`)
    const go = (path: string) =>
      page.evaluate((to) => {
        const main = document.querySelector('main')!
        const show = () => {
          const name = location.pathname.slice(1)
          main.replaceChildren()
          if (name === 'pay' || name === 'auth') {
            const place = document.createElement('div')
            place.dataset['bbBlock'] = name
            main.append(place)
          }
        }
        history.pushState(null, '', to)
        if (location.pathname === '/pay') addEventListener('popstate', show)
        show()
      }, path)
    const start = await page.evaluate(() => history.length)
    await go('/pay')
    await ready(1)
    await go('/auth')
    await ready(2)
    await inFrame().getByLabel('Email').fill('a@b.c')
    await go('/about')
    await expect(frames()).toHaveCount(0)
    assert.equal(await page.evaluate(() => history.length), start + 3, 'frames add no history entries')
    await page.evaluate(() => history.back())
    await expect(inFrame().getByLabel('Email')).toBeVisible()
    await page.evaluate(() => history.back())
    await expect(inFrame().getByText('Available Products')).toBeVisible()
    assert.match(page.url(), /\/pay$/)
    await expect(frames()).toHaveCount(1)
  })

  test('with a nonce policy and Trusted Types required, everything still runs', async () => {
    const policy = `default-src 'none'; script-src 'nonce-abc' 'strict-dynamic'; frame-src ${site.blocks}; require-trusted-types-for 'script'; trusted-types 'none'`
    const tag = site.tag('auth').replace('<script', '<script nonce="abc"')
    await open(`<body>${tag}<p data-bb-show="signed-out" hidden>Join</p></body>`, policy)
    await ready(1)
    await expect(page.getByText('Join')).toBeVisible()
    await bb('open', 'pay')
    await expect(page.getByRole('dialog').locator('iframe')).toBeVisible()
    assert.deepEqual((await seen()).violations, [])
  })

  test('a pinned tag is allowed by its hash, and a modified one is not', async () => {
    const pin = (hash: string) =>
      site.tag('auth', `crossorigin integrity="${hash}"`).replace('/v1/', '/v1.1.0/')
    await open(`<body>${pin(hashes['v1.1.0/bb.js']!)}</body>`)
    await ready(1)
    await open(`<body>${pin(hashes['v1.0.0/bb.js']!)}</body>`)
    await page.waitForLoadState('networkidle')
    await expect(frames()).toHaveCount(0)
  })

  test('the second chunk of a pinned tag is checked too: a modified one does not run', async () => {
    const first = readFileSync(join(DIST, 'embed/loader/bb.js'))
    const hash = createHash('sha384').update(first).digest('base64')
    const pinned = site.tag('auth', `crossorigin integrity="sha384-${hash}"`)
    await open(`<body>${pinned}</body>`)
    await ready(1)
    await bb('open', 'pay')
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.route('**/v1/bb-more.js', (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        headers: { 'access-control-allow-origin': '*' },
        body: 'globalThis.swapped = 1; export const startMore = () => () => {}',
      }),
    )
    await open(`<body>${pinned}</body>`)
    await ready(1)
    await assert.rejects(bb('open', 'pay'), /import/)
    assert.equal(await page.evaluate(() => 'swapped' in window), false)
    await open(`<body>${site.tag('auth')}</body>`)
    await ready(1)
    await bb('open', 'pay')
    assert.equal(await page.evaluate(() => 'swapped' in window), true, 'this page is not pinned')
    await page.unroute('**/v1/bb-more.js')
  })

  test('a block uses the language of the page around it, or the one its tag names', async () => {
    const german = (attributes = '') => `<body lang="de-AT">${site.tag('auth', attributes)}</body>`
    await open(german())
    await ready(1)
    assert.equal((await address())['locale'], 'de-AT')
    await expect(frames()).toHaveAttribute('title', 'Anmelden')
    await open(german('data-locale="ja"'))
    await ready(1)
    assert.equal((await address())['locale'], 'ja')
    await expect(frames()).toHaveAttribute('title', 'ログイン')
    await bb('open', 'pay', { locale: 'ar' })
    await expect(page.getByRole('dialog').getByRole('button', { name: 'إغلاق' })).toBeVisible()
    assert.equal((await address(1))['locale'], 'ar')
    await open(`<body lang="fr">${site.tag('auth')}</body>`, `default-src 'none'; script-src ${site.blocks}`)
    await expect(page.getByRole('link', { name: 'Ouvrir dans un nouvel onglet' })).toBeVisible()
  })

  test('old libraries that replace globals and prototypes do not break it', async () => {
    const old = () => {
      if (top !== window) return
      const host = window as unknown as Record<string, unknown>
      Object.assign(Object.prototype, { extend: (x: unknown) => x })
      Object.assign(Array.prototype, {
        toJSON: () => 'patched',
        reduce(this: unknown[]) {
          return this[0]
        },
        each() {},
        entries(this: unknown[]) {
          return this
        },
      })
      Object.assign(String.prototype, { toJSON: () => '"patched"' })
      Object.assign(Array, { from: (x: ArrayLike<unknown>) => Array.prototype.slice.call(x) })
      // oxlint-disable-next-line no-extend-native -- simulates old libraries
      Function.prototype.bind = function (this: (...a: unknown[]) => unknown, on: unknown) {
        return (...rest: unknown[]) => this.apply(on, rest)
      }
      Object.assign(host, { URL: '/shop', Map: 'roadmap', Set: 1, WeakMap: 2, Text: 'words', $: () => null })
    }
    const fresh = await browser.newContext()
    await fresh.addInitScript(old)
    const aged = await fresh.newPage()
    const wrong: string[] = []
    aged.on('pageerror', (why) => wrong.push(why.message))
    const link = '<button data-bb-open="pay">Buy</button>'
    await aged.goto(site.page(`<body>${link}${site.tag('auth')}${site.tag('pay')}</body>`, ' '))
    await expect(aged.locator('iframe').nth(0).contentFrame().getByLabel('Email')).toBeVisible()
    await expect(aged.locator('iframe').nth(1).contentFrame().getByText('Available Products')).toBeVisible()
    // Manual, because the evaluation in the page needs its Map.
    await aged.getByRole('button', { name: 'Buy' }).click()
    await expect(aged.getByRole('dialog').locator('iframe')).toBeVisible()
    assert.deepEqual(wrong, [])
    await fresh.close()
  })

  test('[K09] a page whose `remove` and `CustomEvent` throw still shows its blocks', async () => {
    const hostile = () => {
      if (top !== window) return
      const refuse = () => {
        throw new Error('replaced by the page')
      }
      Element.prototype.remove = refuse
      Object.assign(window, { CustomEvent: refuse })
    }
    const fresh = await browser.newContext()
    await fresh.addInitScript(hostile)
    const bare = await fresh.newPage()
    const wrong: string[] = []
    bare.on('pageerror', (why) => wrong.push(why.message))
    await bare.goto(site.page(`<body>${site.tag('auth')}${site.tag('pay')}</body>`, ' '))
    await expect(bare.locator('iframe').nth(0).contentFrame().getByLabel('Email')).toBeVisible()
    await expect(bare.locator('iframe').nth(1).contentFrame().getByText('Available Products')).toBeVisible()
    assert.deepEqual(wrong, [])
    await fresh.close()
  })

  test('[K08] text in data-* attributes stays a value, and cannot name a block, host or path', async () => {
    notes.length = 0
    const hostile = `"><img src=x onerror=parent.hacked=1>&theme=zen#/../../x?a=1`
    const written = hostile.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
    const names = ['../../evil', '//evil.example/x', 'auth?x=1', '<b>', 'my.block', 'a%2fb']
    const places = names.map((name) => `<div data-bb-block="${name.replaceAll('<', '&lt;')}"></div>`)
    await open(
      `<body>${site.tag('auth', `data-locale="${written}" data-env="${written}" data-src="https://evil.example/"`)}${places.join('')}</body>`,
    )
    await ready(1)
    await expect(frames()).toHaveCount(1)
    const src = new URL(await frames().evaluate((frame: HTMLIFrameElement) => frame.src))
    assert.equal(src.origin, site.blocks)
    assert.equal(src.pathname, '/embed/auth')
    assert.equal(src.hash, '')
    assert.equal(src.searchParams.get('locale'), hostile)
    assert.equal(src.searchParams.get('theme'), 'zen')
    assert.equal(await page.evaluate(() => (window as { hacked?: number }).hacked), undefined)
    assert.equal(notes.length, names.length)
  })

  test('[K08] names that every object has are requested at our own origin only', async () => {
    await open(
      `<body>${site.tag('auth')}<div data-bb-block="constructor"></div><div data-bb-block="__proto__"></div></body>`,
    )
    await expect(frames()).toHaveCount(3)
    for (const [at, name] of ['auth', 'constructor', '__proto__'].entries()) {
      const src = new URL(
        await frames()
          .nth(at)
          .evaluate((frame: HTMLIFrameElement) => frame.src),
      )
      assert.equal(src.origin, site.blocks)
      assert.equal(src.pathname, `/embed/${name}`)
    }
  })

  test('[K08] elements with names of ours or of the document’s cannot mislead the loader', async () => {
    const evil = `${site.evil}/v1/bb.js`
    await open(
      `<body><form id="bb"><input name="q"><input name="v"></form><img name="currentScript" src="${evil}"><img name="scripts" src="${evil}"><a id="bbLoader" href="${evil}">x</a><form name="currentScript"><input name="src" value="${evil}"></form>${site.tag('auth')}</body>`,
    )
    await ready(1)
    assert.equal(
      new URL(await frames().evaluate((frame: HTMLIFrameElement) => frame.src)).origin,
      site.blocks,
    )
    assert.equal(typeof (await page.evaluate(() => window.bb)), 'undefined', 'functions cannot be serialized')
    assert.equal(await page.evaluate(() => typeof window.bb), 'function')
  })

  test('a page that has its own bb keeps it', async () => {
    notes.length = 0
    await open('<body></body>', ' ')
    await page.evaluate((tag) => {
      Object.assign(window, { bb: { version: 'theirs' } })
      const range = document.createRange()
      document.body.append(range.createContextualFragment(tag))
    }, site.tag('auth'))
    await ready(1)
    assert.deepEqual(await page.evaluate(() => window.bb), { version: 'theirs' })
    assert.deepEqual(notes, ['[bb] window.bb is taken'])
  })

  test('a page that rewrites itself after loading still receives its blocks’ messages', async () => {
    await open(`<body>${site.tag('auth')}</body>`, ' ')
    await ready(1)
    const reply = page.evaluate(
      () => new Promise((done) => Object.assign(window, { onwritten: () => done(true) })),
    )
    await page.evaluate((tag) => {
      document.open()
      document.write(`<!doctype html><title>New</title><body><h1>New</h1>${tag}</body>`)
      document.close()
      document.addEventListener('bb:ready', () =>
        (window as unknown as { onwritten: () => void }).onwritten(),
      )
    }, site.tag('pay'))
    assert.equal(await reply, true)
    await expect(frames()).toHaveCount(1)
    await expect(inFrame().getByText('Available Products')).toBeVisible()
  })

  test('a link or button opens a block in a dialog; with a modifier key a link stays a link', async () => {
    const links = `<a href="/elsewhere" data-bb-open="pay">Buy <b>now</b></a><button data-bb-open="auth">Sign in</button>`
    await open(`<body>${site.tag('auth').replace('data-block="auth"', '')}${links}</body>`)
    await expect.poll(() => page.evaluate(() => typeof window.bb)).toBe('function')
    await page.getByText('now').click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.locator('iframe').contentFrame().getByText('Available Products')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Buy now' })).toBeFocused()
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(dialog.locator('iframe').contentFrame().getByLabel('Email')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    const tabs = await watchTabs(browser)
    await page.getByText('now').click({ modifiers: ['ControlOrMeta'] })
    await tabs.close(`${site.shop}/elsewhere`)
    await expect(dialog).toHaveCount(0)
  })

  test('if the dialog’s chunk cannot load, the link goes to its href', async () => {
    await page.route('**/v1/bb-more.js', (route) => route.abort())
    await open(
      `<body>${site.tag('auth').replace('data-block="auth"', '')}<a href="/0" data-bb-open="pay">Buy</a></body>`,
    )
    await expect.poll(() => page.evaluate(() => typeof window.bb)).toBe('function')
    await page.getByText('Buy').click()
    await page.waitForURL('**/0')
    await page.unroute('**/v1/bb-more.js')
  })

  test('without JavaScript, or with the tag blocked, links and fallback content remain', async () => {
    const html = `<body><a href="${site.blocks}/embed/pay?tenant=${KEY}" data-bb-open="pay">Buy</a><bb-block block="auth"><a href="/login">Log in</a></bb-block>${site.tag('auth')}</body>`
    const context = await browser.newContext({ javaScriptEnabled: false })
    const bare = await context.newPage()
    await bare.goto(site.page(html))
    await expect(bare.getByRole('link', { name: 'Log in' })).toBeVisible()
    await bare.getByRole('link', { name: 'Buy' }).click()
    await expect(bare.getByText('Available Products')).toBeVisible()
    await context.close()
    await page.route('**/v1/bb.js', (route) => route.abort())
    await open(html)
    await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible()
    await page.unroute('**/v1/bb.js')
  })

  test('the page’s --bb-… variables are sent to the block, and again when they change', async () => {
    const policy = `default-src 'none'; style-src 'unsafe-inline'; script-src ${site.blocks}; frame-src ${site.blocks}`
    await open(
      `<head><style>:root{--bb-accent: #c00} .dusk{--bb-accent: #0c0}</style></head><body>${site.tag('auth')}</body>`,
      policy,
    )
    await ready(1)
    assert.equal((await address())['accent'], '#c00')
    assert.equal((await address())['radius'], undefined)
    const inside = page.frames()[1]!
    await inside.evaluate(() =>
      addEventListener('message', ({ data }: MessageEvent<{ type: string; accent: string }>) => {
        if (data.type === 'look') document.title = data.accent
      }),
    )
    await page.evaluate(() => document.body.classList.add('dusk'))
    await expect.poll(() => inside.evaluate(() => document.title)).toBe('#0c0')
  })

  test('a button pressed while the block’s page is still loading takes effect', async () => {
    let go = () => {}
    site.halfway = new Promise<void>((resolve) => (go = resolve))
    await page.goto(site.page(`<body>${site.tag('pay')}</body>`), { waitUntil: 'commit' })
    const more = inFrame().getByRole('button', { name: 'One more' }).first()
    await more.click()
    await more.click()
    await expect(inFrame().locator('body > script')).toHaveCount(1)
    site.halfway = undefined
    go()
    await expect(inFrame().getByText('3', { exact: true })).toBeVisible()
  })

  test('a button pressed before the block’s views are hydrated takes effect', async () => {
    let go = () => {}
    const late = new Promise<void>((resolve) => (go = resolve))
    await page.route('**/embed-assets/*.js', async (route) => {
      await late
      await route.continue()
    })
    await page.goto(site.page(`<body>${site.tag('pay')}</body>`), { waitUntil: 'commit' })
    const more = inFrame().getByRole('button', { name: 'One more' }).first()
    await more.click()
    await more.click()
    await expect(inFrame().getByText('3', { exact: true })).toHaveCount(0)
    go()
    await expect(inFrame().getByText('3', { exact: true })).toBeVisible()
    await page.unroute('**/embed-assets/*.js')
  })

  test('a frame that stays silent becomes a link, and loads when the network is back', async () => {
    await page.clock.install()
    await page.route('**/embed/auth?*', (route) => route.abort())
    await open(`<body>${site.tag('auth')}</body>`)
    await expect(frames()).toHaveCount(1)
    await page.clock.fastForward(8001)
    await expect(page.getByRole('link', { name: 'Open in a new tab' })).toBeVisible()
    assert.deepEqual((await seen()).events, [
      { type: 'error', detail: { block: 'auth', code: 'not_loaded' } },
    ])
    // The error is not reported a second time: later calls reject at once.
    const asked = await page.evaluate(() =>
      Promise.all(
        ['user', 'token'].map((what) =>
          (window as unknown as { bb(what: string): Promise<unknown> })
            .bb(what)
            .catch((why: Error) => why.message),
        ),
      ),
    )
    assert.deepEqual(asked, ['the block did not load', 'the block did not load'])
    await page.unroute('**/embed/auth?*')
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await ready(1)
    assert.equal(await bb('user'), null)
    await expect(inFrame().getByLabel('Email')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Open in a new tab' })).toBeHidden()
    await page.clock.resume()
  })

  for (const [lang, words] of [
    ['de', 'In neuem Tab öffnen'],
    ['ja', '新しいタブで開く'],
  ])
    test(`the link that replaces a block is in the page’s language, ${lang}`, async () => {
      await open(
        `<body lang="${lang}">${site.tag('auth')}</body>`,
        `script-src ${site.blocks}; frame-src 'none'`,
      )
      await expect(page.getByRole('link')).toHaveText(words!)
    })

  test('a question is answered even if the page moves the block meanwhile', async () => {
    let go = () => {}
    const late = new Promise<void>((resolve) => (go = resolve))
    await page.route('**/embed/auth?*', async (route) => {
      await late
      await route.continue()
    })
    await page.goto(site.page(`<body>${site.tag('auth')}<main></main></body>`), {
      waitUntil: 'domcontentloaded',
    })
    await expect(frames()).toHaveCount(1)
    await page.evaluate(async () => {
      const host = window as unknown as { bb(what: string): Promise<unknown>; reply: Promise<unknown> }
      host.reply = host.bb('user')
      // Both need the tag's second chunk, and run in this order.
      await host.bb('nothing').catch(() => {})
      document.querySelector('main')!.append(document.querySelector('bb-block')!)
    })
    go()
    const reply = await page.evaluate(() => (window as unknown as { reply: Promise<unknown> }).reply)
    assert.equal(reply, null)
    await page.unroute('**/embed/auth?*')
  })

  for (const [place, above] of [
    ['in view', ''],
    ['far below the fold, which loads because it is asked', '<div style="height:5000px"></div>'],
  ] as const)
    test(`a question to a block ${place} is answered even if its views load only when the network is back`, async () => {
      await page.route('**/embed-assets/awake*.js', (route) => route.abort())
      await open(`<body>${above}${site.tag('auth')}</body>`)
      if (!above) await ready(1)
      const reply = bb('user')
      await expect(inFrame().getByRole('alert')).toBeVisible()
      await page.unroute('**/embed-assets/awake*.js')
      assert.equal(await reply, null)
    })

  test('a prevented default does not happen: no fallback link, no new height', async () => {
    await page.addInitScript(() => {
      for (const type of ['error', 'resize'])
        document.addEventListener(`bb:${type}`, (event) => event.preventDefault())
    })
    const tag = site.tag('pay', 'data-height="700"')
    await open(`<body>${tag}</body>`)
    await ready(1)
    await expect(inFrame().getByText('Available Products')).toBeVisible()
    assert.equal(await frames().evaluate((frame: HTMLIFrameElement) => frame.style.height), '700px')
    await open(`<body>${tag}</body>`, `default-src 'none'; script-src ${site.blocks}`)
    await expect.poll(async () => (await seen()).events.length).toBe(1)
    await expect(page.getByRole('link')).toHaveCount(0)
  })
})
