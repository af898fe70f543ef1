// Slow, offline and failing connections: the page says what is missing, and works again after reconnecting.
import assert from 'node:assert/strict'
import { until } from '../engine.ts'
import type { HostPage } from '../host-page.ts'
import { says, signIn, turnToPay, turnToSignIn } from '../visitor.ts'
import { SLOW_3G } from '../weather.ts'
import { around, written } from './document.ts'
import { linkStands } from './policies.ts'

const FAILED =
  /Failed to load|failed to load|status of 5|NetworkError|ERR_|Loading (module|failed)|net::|Load cannot follow|importing|dynamically imported|connection/i

export const network: HostPage[] = [
  {
    name: 'slow',
    alone: true,
    title: 'slow 3G: the height is reserved, and input typed before the script has loaded is kept',
    html: ({ tag }) => written({ body: around(tag('auth')) }),
    around: { fresh: true },
    before: ({ proxy }) => proxy.setConditions(SLOW_3G),
    async act(visit) {
      await turnToSignIn(visit)
    },
  },
  {
    name: 'offline',
    alone: true,
    title:
      'a connection that fails during use: the block says so, keeps the input, and works again on reconnect',
    html: ({ tag }) => written({ body: around(tag('auth')) }),
    async act(visit) {
      await turnToSignIn(visit)
      const block = await visit.block('auth')
      await block.click('label:has([type=radio]:not(:checked))')
      await block.type('[name=password]', 'crusty loaf')
      visit.world.proxy.setConditions({ cut: 'closed' })
      await block.click('form [type=submit]')
      await until('an error message', () =>
        block.run(() => document.querySelector('[role=alert]')?.textContent),
      )
      assert.equal(
        await block.run(() => document.querySelector<HTMLInputElement>('[name=email]')!.value),
        'a@b.test',
      )
      visit.world.proxy.clear()
      await block.run(() => {
        for (const field of document.querySelectorAll('input')) if (field.type !== 'radio') field.value = ''
      })
      await signIn(visit)
    },
    noise: [FAILED],
    listed: true,
  },
  {
    name: 'offline-early',
    alone: true,
    title:
      'a connection that fails before the views have loaded: the block says so, and restarts on reconnect',
    html: ({ tag }) => written({ body: around(tag('auth')) }),
    around: { fresh: true },
    before: ({ proxy }) => proxy.setConditions({ only: /awake.*\.js/, cut: 'closed' }),
    async act(visit) {
      visit.world.proxy.setConditions({ cut: 'closed' })
      const block = await visit.block('auth')
      await block.click('[name=email]')
      await until('an error message', () =>
        block.run(() => document.querySelector('#bb > [role=alert]')?.textContent),
      )
      visit.world.proxy.clear()
      await until('the restarted block', async () =>
        (await visit.block('auth')).run(() => document.querySelector('#bb > [role=alert]') === null),
      )
      await turnToSignIn(visit)
    },
    noise: [FAILED],
  },
  {
    name: 'server-error',
    alone: true,
    title: 'a server that responds with errors: a link replaces the block',
    html: ({ tag }) => written({ body: `<h1>Shop</h1>${tag('auth')}` }),
    before: ({ proxy }) => proxy.setConditions({ only: /^\/embed\//, status: 503 }),
    blocks: 0,
    async act(visit) {
      await linkStands(visit, 'not_loaded')
      visit.world.proxy.clear()
    },
    noise: [FAILED],
  },
  {
    name: 'half-there',
    alone: true,
    title:
      'a block whose views fail to load: it is shown, says so when a visitor uses it, and later restarts',
    html: ({ tag }) => written({ body: around(tag('auth')) }),
    around: { fresh: true },
    before: ({ proxy }) => proxy.setConditions({ only: /^\/embed-assets\/.*\.js/, status: 503 }),
    async act(visit) {
      const block = await visit.block('auth')
      visit.world.proxy.setConditions({ status: 503 })
      await block.click('[name=email]')
      await until('an error message', () =>
        block.run(() => document.querySelector('#bb > [role=alert]')?.textContent),
      )
      visit.world.proxy.clear()
      await until('the restarted block', async () =>
        (await visit.block('auth')).run(() => document.querySelector('#bb > [role=alert]') === null),
      )
      await turnToSignIn(visit)
    },
    noise: [FAILED],
  },
  {
    name: 'silent',
    alone: true,
    title:
      'a server that never responds: after a timeout a link replaces the block, and the host page works meanwhile',
    html: ({ tag }) =>
      written({
        body: `<h1>Shop</h1><button onclick="this.textContent='Still here'">Page</button>${tag('auth')}`,
      }),
    before: ({ proxy }) => proxy.setConditions({ only: /^\/embed\//, cut: 'silent' }),
    blocks: 0,
    async act(visit) {
      await visit.page.click('button')
      await says(visit.page, 'Still here')
      await linkStands(visit, 'not_loaded')
    },
    noise: [FAILED],
  },
  {
    name: 'no-script',
    alone: true,
    title:
      'a server that is unreachable: the page stays as its builder made it, with the builder’s fallback link',
    html: ({ tag, keys }) =>
      written({
        body: `<h1>Shop</h1><bb-block block="auth" tenant="${keys.bakery}"><a href="/login">Log in</a></bb-block>${tag('pay')}`,
      }),
    files: { '/login': () => ({ type: 'text/html', body: '<title>Log in</title>Here' }) },
    before: ({ proxy }) => proxy.setConditions({ cut: 'closed' }),
    blocks: 0,
    async act(visit) {
      await visit.page.click('bb-block a')
      await says(visit.page, 'Here')
    },
    noise: [FAILED],
  },
  {
    name: 'worker',
    title: 'a host with a service worker that handles every request',
    html: ({ tag }) =>
      written({
        body: `<h1 data-still>Shop</h1><div style="min-height:402px">${tag('auth')}</div>`,
      }),
    files: {
      '/sw.js': () => ({
        type: 'text/javascript',
        body: `addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil(clients.claim()))
addEventListener('fetch', (event) => event.respondWith(fetch(event.request)))`,
      }),
    },
    async act(visit) {
      // Register after the page has loaded: when WebKit leaves a page during the registration, it never
      // finishes it.
      await visit.page.run(async () => {
        await navigator.serviceWorker.register('/sw.js')
        await navigator.serviceWorker.ready
      })
      await visit.page.goto(visit.url)
      const isControlled = await visit.page.run(() => navigator.serviceWorker.controller !== null)
      assert.ok(isControlled, 'the worker controls the page')
      await visit.ready(1)
      await turnToSignIn(visit)
      await visit.page.run(() => window.bb!('open', 'pay') as Promise<unknown>)
      await visit.ready(2)
      await turnToPay(visit)
    },
  },
]
