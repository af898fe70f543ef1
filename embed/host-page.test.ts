// The script tag in a real browser, on a page of another site with the strictest possible policy.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { blockPlace, blockPlaces } from '#blocks/registry.ts'
import { embedSnippet } from '#kernel/browser/snippet.ts'
import { axeViolations } from '#testing/axe.ts'
import { expect } from '#testing/browser.ts'
import { builtPages, notBuilt, products } from './browser-tests/built-pages.ts'
import { smallTargets } from './browser-tests/touch-targets.ts'
import { KEY, keyWithProviders } from './browser-tests/servers.ts'
import { openHostPage } from './browser-tests/host-page.ts'

const opened = notBuilt ? undefined : await openHostPage()

describe('the script tag on a third-party page', { skip: notBuilt }, () => {
  const { browser, site, page, open, seen, ready, frames, inFrame, bb } = opened!

  test('[K09] five blocks under a strict policy: one global, no violations, each where its tag is', async () => {
    const tags = ['pay', 'auth', 'pay', 'auth', 'pay'].map((block) => `<section>${site.tag(block)}</section>`)
    await open(`<body>${tags.join('')}</body>`)
    await expect(frames()).not.toHaveCount(0)
    for (let n = 0; n < 5; n++) await page.locator('section').nth(n).scrollIntoViewIfNeeded()
    await ready(5)
    const { violations, globals } = await seen()
    assert.deepEqual(violations, [])
    assert.deepEqual(globals, ['bb'])
    for (let n = 0; n < 5; n++) await expect(page.locator('section').nth(n).locator('iframe')).toHaveCount(1)
    assert.equal(site.asked.filter((path) => path === '/v1/bb.js').length, 1)
  })

  test('a tag, our element and a plain div are equivalent', async () => {
    await open(
      `<body><bb-block block="pay"></bb-block><div data-bb-block="auth"><a href="/login">Log in</a></div>${site.tag('pay', 'data-target="#there"')}<p id="there"></p></body>`,
    )
    await ready(3)
    await expect(page.locator('#there iframe')).toHaveCount(1)
    await expect(page.getByText('Log in')).toBeHidden()
  })

  test('a tag in the head without a target puts its block at the end', async () => {
    await open(`<head>${site.tag('auth')}</head><body><h1>Shop</h1></body>`)
    await ready(1)
    await expect(page.locator('body > bb-block:last-child iframe')).toHaveCount(1)
  })

  test('elements that are added late, moved, removed and restored are noticed', async () => {
    await open(`<body>${site.tag('auth')}<main></main></body>`)
    await ready(1)
    await page.evaluate(() => {
      document.querySelector('main')!.innerHTML = '<div><div data-bb-block="pay"></div></div>'
    })
    await ready(2)
    await page.evaluate(() => document.body.prepend(document.querySelector('[data-bb-block]')!))
    await expect(inFrame(0).getByText('Available Products')).toBeVisible()
    await page.evaluate(async () => {
      const el = document.querySelector('[data-bb-block]')!
      el.remove()
      await new Promise((resolve) => setTimeout(resolve))
      document.body.append(el)
    })
    await ready(3)
    await expect(frames()).toHaveCount(2)
    // Before its frame has started to load.
    await page.evaluate(() => {
      const el = document.createElement('bb-block')
      el.setAttribute('block', 'pay')
      document.body.append(el)
      el.remove()
      document.body.append(el)
    })
    await ready(4)
    await expect(frames()).toHaveCount(3)
  })

  test('[K09] nothing shifts: the height is reserved, and the frame then takes exactly that height', async () => {
    // In the head and not async, so that the height is reserved before the first paint.
    const early = site.tag('auth').replace('async ', '').replace('data-block="auth"', '')
    await open(`<head>${early}</head><body><div data-bb-block="auth"></div><p>Below</p></body>`)
    await ready(1)
    await expect(inFrame().getByLabel('Email')).toBeVisible()
    assert.equal((await seen()).shift, 0)
    assert.equal((await frames().boundingBox())!.height, 402)
  })

  test('two printed tags that follow each other have a gap, which nothing moves', async () => {
    const tenant = { public_key: KEY, mode: 'test' as const, theme: 'clean' }
    const origins = { test: site.blocks, live: site.blocks }
    const tags = embedSnippet(tenant, [blockPlace('auth'), blockPlace('pay')], origins).replaceAll(
      'async ',
      '',
    )
    await open(`<body>${tags}<p>Below</p></body>`, ' ')
    await ready(2)
    const [auth, pay] = await Promise.all([0, 1].map((n) => page.locator('bb-block').nth(n).boundingBox()))
    assert.equal(pay!.y - (auth!.y + auth!.height), 16)
    assert.equal((await seen()).shift, 0)
  })

  test('a member who returns gets the height of their card, not that of the form', async () => {
    const place = `<body><div data-bb-block="auth"></div><p>Below</p></body>`
    await open(place)
    await page.evaluate((key) => localStorage.setItem(`bb:signed-in:${key}`, `${Date.now() + 9e5}`), KEY)
    const early = site.tag('auth').replace('async ', '').replace('data-block="auth"', '')
    const held = Promise.withResolvers<void>()
    await page.route('**/embed/auth?*', async (route) => {
      await held.promise
      await route.continue()
    })
    await page.goto(site.page(`<head>${early}</head>${place}`), { waitUntil: 'commit' })
    const height = () => page.locator('[data-bb-block]').evaluate((el) => (el as HTMLElement).style.minHeight)
    await expect.poll(height).toBe('200px')
    held.resolve()
    // The hint was wrong: the form gets the height that it needs.
    await ready(1)
    await expect.poll(async () => (await frames().boundingBox())!.height).toBe(402)
    await page.evaluate(() => localStorage.clear())
    await page.unroute('**/embed/auth?*')
  })

  for (const count of [0, 1, 2, 3])
    test(`[K09] nothing shifts on a phone with every sign-in method and ${count} providers`, async () => {
      await page.setViewportSize({ width: 360, height: 740 })
      const tag = site.tag('auth').replace('async ', '').replace(KEY, keyWithProviders(count))
      await open(`<head>${tag}</head><body><p>Below</p></body>`)
      await ready(1)
      await expect(inFrame().getByRole('button', { name: 'Use a passkey' })).toBeVisible()
      await expect(inFrame().getByRole('button', { name: /^Continue with/ })).toHaveCount(count)
      assert.equal((await seen()).shift, 0)
      assert.equal((await frames().boundingBox())!.height, 402)
      await page.setViewportSize({ width: 1000, height: 800 })
    })

  test('[K09] blocks below the fold wait until they are near the viewport', async () => {
    await open(`<body><p>Top</p><pre>${'\n'.repeat(200)}</pre>${site.tag('pay')}</body>`)
    await expect(page.locator('bb-block')).toHaveCount(1)
    await expect(frames()).toHaveCount(0)
    await page.locator('bb-block').scrollIntoViewIfNeeded()
    await ready(1)
  })

  test('a policy that blocks our frames is reported at once, with a link that works', async () => {
    await open(`<body>${site.tag('auth')}</body>`, `default-src 'none'; script-src ${site.blocks}`)
    const link = page.getByRole('link', { name: 'Open in a new tab' })
    await expect(link).toBeVisible()
    assert.match((await link.getAttribute('href'))!, new RegExp(`/embed/auth\\?tenant=${KEY}`))
    const { events } = await seen()
    assert.deepEqual(events, [{ type: 'error', detail: { block: 'auth', code: 'blocked' } }])
  })

  test('a site that the tenant does not list sees which address to add', async () => {
    const address = site.page(`<body>${site.tag('pay')}</body>`).replace(site.shop, site.evil)
    await page.goto(address)
    await expect(inFrame().getByText(`add ${site.evil} to your sites`)).toBeVisible()
    await expect
      .poll(async () => (await seen()).events)
      .toEqual([{ type: 'error', detail: { block: 'pay', code: 'origin_not_allowed' } }])
    // Later calls are rejected, too, and do not wait forever.
    await assert.rejects(bb('user'), /the block did not load/)
  })

  test('[K05] a hostile page that frames a block under another site’s name receives nothing from it', async () => {
    const frame = `<iframe src="${site.blocks}/embed/auth?tenant=${KEY}&origin=${encodeURIComponent(site.shop)}&frame=f"></iframe>`
    await page.goto(site.page(`<body>${frame}</body>`, '').replace(site.shop, site.evil))
    await expect(inFrame().getByLabel('Email')).toBeVisible()
    await inFrame().getByLabel('Email').fill('ines@posteo.de')
    assert.deepEqual((await seen()).messages, [])
  })

  test('[K05] messages that pretend to come from a frame move nothing', async () => {
    await open(`<body>${site.tag('auth')}</body>`)
    await ready(1)
    const before = page.url()
    await page.evaluate((evil) => {
      const id = new URL(document.querySelector('iframe')!.src).searchParams.get('frame')
      postMessage({ bb: 1, id, type: 'navigate', url: `${evil}/` }, '*')
      postMessage({ bb: 1, id, type: 'signed-in', until: Date.now() + 9e9, detail: {} }, '*')
      postMessage({ bb: 1, id, type: 'resize', height: 9 }, '*')
    }, site.evil)
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)))
    assert.equal(page.url(), before)
    assert.ok(!(await seen()).events.some(({ type }) => type === 'signed-in'))
    assert.equal(await frames().evaluate((frame: HTMLIFrameElement) => frame.style.height), '402px')
  })

  test('[K05] frame messages contain no email, ID or token', async () => {
    await open(`<body>${site.tag('auth')}${site.tag('pay')}</body>`)
    await ready(2)
    await inFrame(0).getByLabel('Email').fill('ines@posteo.de')
    const { messages, events } = await seen()
    assert.ok(messages.length >= 4)
    assert.ok(messages.every(({ origin }) => origin === site.blocks))
    assert.doesNotMatch(JSON.stringify([messages, events]), /posteo|pk_|eyJ|0190d2a0/)
  })

  test('one-time codes are removed from the address at once, and the page’s own fragment stays', async () => {
    const address = site.page(`<body>${site.tag('pay')}</body>`)
    await page.goto(`${address}#/cart?x=1&bb_order=o1&bb_session=s1`)
    await ready(1)
    assert.equal(page.url(), `${address}#/cart?x=1`)
    const asked = async () =>
      (await seen()).messages.flatMap(({ data }) => (data?.['type'] === 'take' ? [data['kind']] : []))
    await expect.poll(asked).toEqual(expect.arrayContaining(['session', 'order']))
    const based = site.page(
      `<head><base href="https://cdn.example/x/"></head><body>${site.tag('pay')}</body>`,
    )
    await page.goto(`${based}#bb_order=o2`)
    await ready(1)
    await expect.poll(() => page.url()).toBe(based)
  })

  test('light or dark follows the page behind the block, also when that changes', async () => {
    await open(`<body bgcolor="#101014">${site.tag('auth')}</body>`)
    await ready(1)
    const mode = () => inFrame().locator('html').getAttribute('data-mode')
    assert.equal(await mode(), 'dark')
    const views = () => site.asked.filter((path) => path.includes('/awake-')).length
    const before = views()
    await page.evaluate(() => {
      document.body.setAttribute('bgcolor', '#fafafa')
    })
    await expect.poll(mode).toBe('light')
    assert.equal(await frames().evaluate((frame: HTMLIFrameElement) => frame.style.colorScheme), 'light')
    assert.equal(views(), before, 'a color change hydrates nothing')
  })

  test('bb("theme") changes the look of existing blocks', async () => {
    await open(`<body>${site.tag('auth')}</body>`)
    await ready(1)
    const borderRadius = () =>
      inFrame()
        .locator('.bb-card')
        .evaluate((el) => getComputedStyle(el).borderRadius)
    assert.equal(await borderRadius(), '18px')
    await bb('theme', 'retro')
    await expect.poll(borderRadius).toBe('8px')
  })

  const styled = `default-src 'none'; style-src 'unsafe-inline'; script-src ${site.blocks}; frame-src ${site.blocks}`
  const autoTag = (block: string) => site.tag(block).replace('data-theme="zen"', 'data-theme="auto"')
  /** A page with a look of its own, in every notation that browsers report. */
  const brand = (root: string, tags: string) =>
    `<style>body{font-family:"Brand Sans",Georgia;background:#fff;color:#222}a{color:oklch(0.5 0.2 30)}
.cta{display:inline-block;padding:9px;border:0;border-radius:6px;background:#7c3aed;color:#fff}.pale{background:#eee}
.dark{background:#111;color:#eee}.dark .cta{background:oklch(0.75 0.15 55)}</style><body ${root}>
<a href="/">Home</a><a href="/a">Bread</a><a class="cta" href="/b">Order</a><button class="cta pale">More</button>
<button>Plain</button>${tags}<p>Below</p></body>`
  const buttonStyle = () =>
    inFrame()
      .locator('.bb-btn[data-variant=primary]')
      .first()
      .evaluate((el) => {
        const { backgroundColor, borderRadius, fontFamily } = getComputedStyle(el)
        return { backgroundColor, borderRadius, fontFamily }
      })

  test('data-theme="auto" has the page’s accent, corners and font from the first paint on, and follows the page', async () => {
    await open(brand('', autoTag('pay').replace('async ', '')), styled)
    await ready(1)
    assert.deepEqual(await buttonStyle(), {
      backgroundColor: 'rgb(124, 58, 237)',
      borderRadius: '6px',
      fontFamily: '"Brand Sans", Georgia, sans-serif',
    })
    const asked = new URL(await frames().evaluate((frame: HTMLIFrameElement) => frame.src)).searchParams
    assert.deepEqual([asked.get('theme'), asked.get('radius')], ['auto', '6px'])
    await expect(inFrame().locator('html')).toHaveAttribute('data-theme', 'clean')
    await page.evaluate(() => (document.body.className = 'dark'))
    await expect.poll(async () => (await buttonStyle()).backgroundColor).toBe('rgb(245, 145, 69)')
    await expect(inFrame().locator('html')).toHaveAttribute('data-mode', 'dark')
    const { shift, violations } = await seen()
    assert.deepEqual([shift, violations], [0, []])
  })

  test('data-theme="auto" takes no color from pale buttons, the browser’s own ones, or the block itself', async () => {
    const gray = `<style>body{color:#222}.cta{border:0;border-radius:99px;padding:9px;background:#111;color:#fff}.pale{background:#ddd;color:#111}</style>
<body><button class="cta">Order</button>${'<button class="cta pale">More</button>'.repeat(9)}<button>Plain</button>
<bb-block block="auth"><a href="/x" style="color:red">Log in</a></bb-block>${autoTag('pay')}</body>`
    await open(gray, styled)
    await expect.poll(async () => (await seen()).events.length).toBeGreaterThan(0)
    const frame = page.locator('iframe[src*="/embed/pay"]')
    const asked = new URL(await frame.evaluate((el: HTMLIFrameElement) => el.src)).searchParams
    assert.match(asked.get('accent')!, /^color\(srgb 0\.0?6/)
    assert.equal(asked.get('radius'), '24px')
  })

  test('bb("theme", "auto") works later, and what the page sets explicitly wins', async () => {
    await open(brand('', site.tag('pay')), styled)
    await ready(1)
    await bb('theme', 'auto')
    await expect.poll(async () => (await buttonStyle()).backgroundColor).toBe('rgb(124, 58, 237)')
    await bb('theme', { accent: '#0a7d33' })
    await expect.poll(async () => (await buttonStyle()).backgroundColor).toBe('rgb(10, 125, 51)')
  })

  test('if the chunk that reads the page does not load, an auto block appears in the tenant’s colors', async () => {
    await page.route('**/v1/bb-more.js', (route) => route.abort())
    await open(brand('', autoTag('pay')), styled)
    await ready(1)
    assert.equal((await buttonStyle()).borderRadius, '8px')
    await page.unroute('**/v1/bb-more.js')
  })

  /** Which blocks show the line, by position on the page. */
  const lines = async () => {
    const shown: boolean[] = []
    for (let n = 0; n < (await frames().count()); n++)
      shown.push(await inFrame(n).getByText('Powered by Bolt Blocks').isVisible())
    return shown
  }

  test('only the last block of a page has the "Powered by" line, also when blocks come and go', async () => {
    const places = ['auth', 'pay', 'auth'].map((block) => `<bb-block block="${block}"></bb-block>`)
    await open(`<body>${places.join('')}${site.tag('auth').replace('data-block="auth"', '')}</body>`)
    await ready(3)
    assert.deepEqual(await lines(), [false, false, true])
    assert.equal((await seen()).shift, 0)
    await page.evaluate(() => document.body.append(document.createElement('bb-block')))
    await page
      .locator('bb-block')
      .last()
      .evaluate((el) => el.setAttribute('block', 'pay'))
    await page
      .locator('bb-block')
      .last()
      .evaluate((el) => document.body.append(el))
    await page.locator('bb-block').last().scrollIntoViewIfNeeded()
    await ready(4)
    assert.deepEqual(await lines(), [false, false, true, false])
    await page.evaluate(() => document.querySelectorAll('bb-block')[2]!.remove())
    await expect.poll(lines).toEqual([false, false, true])
    await bb('open', 'auth')
    await ready(5)
    assert.deepEqual(await lines(), [false, false, true, false], 'not in a dialog, either')
  })

  test('a pinned older script keeps one line per block', async () => {
    // The script that arrives first serves all tags of the page, so both are pinned.
    await open(`<body>${site.tag('auth')}${site.tag('pay')}</body>`.replaceAll('/v1/', '/v1.4.0/'))
    await ready(2)
    assert.deepEqual(await lines(), [true, true])
  })

  for (const block of ['auth', 'pay'])
    for (const mode of ['light', 'dark'])
      test(`axe finds nothing in the ${block} block, ${mode}`, async () => {
        await page.goto(`${site.blocks}/embed/${block}?tenant=${KEY}&mode=${mode}&theme=retro`)
        const violations = await axeViolations(page)
        assert.deepEqual(
          violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]),
          [],
        )
      })

  test('on a phone, everything in every block is large enough for a finger', async () => {
    const pages = await builtPages()
    const phone = await browser.newContext({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
      javaScriptEnabled: false,
    })
    const touch = await phone.newPage()
    const ways = { password: true, signUp: true, emailCode: true, passkeys: true }
    const providers = ['Google', 'GitHub', 'Microsoft'].map((name) => ({ id: name.toLowerCase(), name }))
    const shown: [page: string, data: Record<string, unknown>][] = [
      ['auth', { ways: { ...ways, providers } }],
      ['auth', { ways: { ...ways, providers: [] } }],
      ['auth', { ways: { ...ways, password: false, providers } }],
      ['pay', { items: products, canSell: true }],
      ['pay', { items: products.slice(0, 1), canSell: true, isHeadingHidden: true }],
      ...blockPlaces.map(({ name }): [string, object] => [name, { sample: '' }]),
      ['confirm', { passing: true, tokenHash: 'x', type: 'recovery', site: null }],
      ['consent', {}],
      ['success', {}],
    ] as never
    const small: string[] = []
    for (const [name, data] of shown) {
      await touch.setContent(pages.document(name, data))
      assert.equal(await touch.evaluate(() => matchMedia('(pointer: coarse)').matches), true)
      if (name === 'auth' && 'ways' in data)
        // Larger targets move nothing: the form has the reserved height.
        assert.equal(await touch.evaluate(() => Math.ceil(document.body.getBoundingClientRect().height)), 402)
      for (const one of await smallTargets(touch)) small.push(`${name} ${one}`)
    }
    await phone.close()
    assert.deepEqual(small, [])
  })

  test('calls made before the tag ran are replayed in order', async () => {
    await open(`<body><p>Shop</p></body>`, ' ')
    await page.evaluate(
      ([src, key]) => {
        type Stub = ((...call: unknown[]) => void) & { q?: unknown[] }
        const host = window as unknown as { bb: Stub; heard: unknown[] }
        host.heard = []
        host.bb = function () {
          // oxlint-disable-next-line prefer-rest-params -- the documented stub
          ;(host.bb.q = host.bb.q ?? []).push(arguments)
        }
        host.bb('on', 'ready', (event: CustomEvent<{ block: string }>) => host.heard.push(event.detail.block))
        host.bb('user', (user: unknown) => host.heard.push(user))
        const tag = document.createElement('script')
        Object.assign(tag, { src })
        Object.assign(tag.dataset, { tenant: key, block: 'auth' })
        document.body.append(tag)
      },
      [`${site.blocks}/v1/bb.js`, KEY] as const,
    )
    await expect
      .poll(() => page.evaluate(() => (window as unknown as { heard: unknown[] }).heard))
      .toEqual(['auth', null])
  })

  test('an unknown command is rejected with a message', async () => {
    await open(`<body>${site.tag('auth')}</body>`)
    await ready(1)
    const refusal = (name: string) => bb(name).then(String, (why: Error) => why.message)
    assert.match(await refusal('fetch'), /there is no such command/)
    assert.match(await refusal('constructor'), /there is no such command/)
    assert.equal(await bb('token'), null)
  })

  test('elements marked for signed-out visitors are shown, those for signed-in ones are not', async () => {
    await open(
      `<body><p data-bb-show="signed-in" hidden>Members</p><p data-bb-show="signed-out" hidden>Join</p><p data-bb-show="role:Editor" hidden>Editors</p><p data-bb-show="plan:Club" hidden>Club</p>${site.tag('auth')}</body>`,
    )
    await expect(page.getByText('Join')).toBeVisible()
    for (const text of ['Members', 'Editors', 'Club']) await expect(page.getByText(text)).toBeHidden()
  })

  test('bb("open") shows a block in a dialog that Escape closes, from inside the block too', async () => {
    await open(`<body><button autofocus>Account</button>${site.tag('pay')}</body>`)
    await ready(1)
    await bb('open', 'auth')
    const dialog = page.getByRole('dialog')
    await expect(dialog.locator('iframe')).toBeVisible()
    const inside = dialog.locator('iframe').contentFrame()
    await inside.getByLabel('Email').fill('a@b.c')
    await inside.getByLabel('Email').press('Escape')
    await expect(dialog).toHaveCount(0)
  })
})
