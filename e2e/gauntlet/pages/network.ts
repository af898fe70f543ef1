// Ways to us that are slow, cut or broken: what is not there is said, and what comes back works.
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
    title: 'slow 3G: the place is kept free, and what is typed before the script is there counts',
    html: ({ tag }) => written({ body: around(tag('auth')) }),
    around: { fresh: true },
    before: ({ way }) => way.turn(SLOW_3G),
    async act(visit) {
      await turnToSignIn(visit)
    },
  },
  {
    name: 'offline',
    alone: true,
    title:
      'a line that is cut under the visitor: the block says so, keeps what was typed, and works when it is back',
    html: ({ tag }) => written({ body: around(tag('auth')) }),
    async act(visit) {
      await turnToSignIn(visit)
      const block = await visit.block('auth')
      await block.click('label:has([type=radio]:not(:checked))')
      await block.type('[name=password]', 'crusty loaf')
      visit.world.way.turn({ cut: 'closed' })
      await block.click('form [type=submit]')
      await until('words', () => block.run(() => document.querySelector('[role=alert]')?.textContent))
      assert.equal(
        await block.run(() => document.querySelector<HTMLInputElement>('[name=email]')!.value),
        'a@b.test',
      )
      visit.world.way.clear()
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
      'a line that is cut before the views have come: the block says so, and starts anew by itself when it is back',
    html: ({ tag }) => written({ body: around(tag('auth')) }),
    around: { fresh: true },
    before: ({ way }) => way.turn({ only: /awake.*\.js/, cut: 'closed' }),
    async act(visit) {
      visit.world.way.turn({ cut: 'closed' })
      const block = await visit.block('auth')
      await block.click('[name=email]')
      await until('words', () => block.run(() => document.querySelector('#bb > [role=alert]')?.textContent))
      visit.world.way.clear()
      await until('the block anew', async () =>
        (await visit.block('auth')).run(() => document.querySelector('#bb > [role=alert]') === null),
      )
      await turnToSignIn(visit)
    },
    noise: [FAILED],
  },
  {
    name: 'server-error',
    alone: true,
    title: 'a server that answers with errors: a link stands in the place',
    html: ({ tag }) => written({ body: `<h1>Shop</h1>${tag('auth')}` }),
    before: ({ way }) => way.turn({ only: /^\/embed\//, status: 503 }),
    blocks: 0,
    async act(visit) {
      await linkStands(visit, 'not_loaded')
      visit.world.way.clear()
    },
    noise: [FAILED],
  },
  {
    name: 'half-there',
    alone: true,
    title:
      'a block whose views do not come: it is there, says so to whoever turns to it, and then starts anew',
    html: ({ tag }) => written({ body: around(tag('auth')) }),
    around: { fresh: true },
    before: ({ way }) => way.turn({ only: /^\/embed-assets\/.*\.js/, status: 503 }),
    async act(visit) {
      const block = await visit.block('auth')
      visit.world.way.turn({ status: 503 })
      await block.click('[name=email]')
      await until('words', () => block.run(() => document.querySelector('#bb > [role=alert]')?.textContent))
      visit.world.way.clear()
      await until('the block anew', async () =>
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
      'a server that never answers: after a while a link stands in the place, and the page’s own goes on at once',
    html: ({ tag }) =>
      written({
        body: `<h1>Shop</h1><button onclick="this.textContent='Still here'">Page</button>${tag('auth')}`,
      }),
    before: ({ way }) => way.turn({ only: /^\/embed\//, cut: 'silent' }),
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
      'a server that is not there at all: the page is what its builder made, with their own link in the place',
    html: ({ tag, keys }) =>
      written({
        body: `<h1>Shop</h1><bb-block block="auth" tenant="${keys.bakery}"><a href="/login">Log in</a></bb-block>${tag('pay')}`,
      }),
    files: { '/login': () => ({ type: 'text/html', body: '<title>Log in</title>Here' }) },
    before: ({ way }) => way.turn({ cut: 'closed' }),
    blocks: 0,
    async act(visit) {
      await visit.page.click('bb-block a')
      await says(visit.page, 'Here')
    },
    noise: [FAILED],
  },
  {
    name: 'worker',
    title: 'a host with a service worker that answers for everything',
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
      // Not while the page loads: left for the next one before its worker is there, WebKit never ends installing it.
      await visit.page.run(async () => {
        await navigator.serviceWorker.register('/sw.js')
        await navigator.serviceWorker.ready
      })
      await visit.page.goto(visit.url)
      const between = await visit.page.run(() => navigator.serviceWorker.controller !== null)
      assert.ok(between, 'the worker stands between the page and the network')
      await visit.ready(1)
      await turnToSignIn(visit)
      await visit.page.run(() => window.bb!('open', 'pay') as Promise<unknown>)
      await visit.ready(2)
      await turnToPay(visit)
    },
  },
]
