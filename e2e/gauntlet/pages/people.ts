// Visitors who sign in and buy under difficult conditions, such as blocked storage.
import assert from 'node:assert/strict'
import { until } from '../engine.ts'
import type { HostPage, Visit } from '../host-page.ts'
import { says, signIn, turnToPay, turnToSignIn } from '../visitor.ts'
import { MEMBER } from '../world.ts'
import { around, unstyled, written } from './document.ts'

const signedIn = async (visit: Visit) =>
  (await visit.seen()).events.filter(({ type }) => type === 'signed-in').length

/** The button of a provider. */
const PROVIDER = '.auth-line .bb-btn, .auth-providers .bb-btn'

export const people: HostPage[] = [
  {
    name: 'stays',
    title:
      '[K11] the session survives a reload where third-party cookies are blocked, the page gets the sign-in event, and only listed sites get a token',
    html: ({ tag }) => written({ body: around(tag('auth')) }),
    listed: true,
    async act(visit) {
      await signIn(visit)
      await visit.page.goto(visit.url)
      await says(await visit.block('auth'), MEMBER.email)
      await until('the sign-in event', async () => (await signedIn(visit)) === 1)
      const token = await visit.page.run(() => window.bb!('token') as Promise<string>)
      assert.match(token, /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/)
      await visit.page.run(() => window.bb!('signOut') as Promise<unknown>)
      await turnToSignIn(visit)
    },
  },
  {
    name: 'forgetful',
    alone: true,
    title:
      '[K11] with all storage of frames blocked, a sign-in completes in the frame and lasts as long as the page, without redirect loops',
    html: ({ tag }) => written({ body: around(tag('auth')) }),
    around: { storageBlocked: true },
    listed: true,
    async act(visit) {
      const { requestedPaths: requests } = visit.world.proxy
      const block = await signIn(visit)
      await says(block, MEMBER.email)
      const token = await visit.page.run(() => window.bb!('token') as Promise<string>)
      assert.match(token, /^eyJ/)
      const before = requests.length
      await visit.page.goto(visit.url)
      await visit.ready(1)
      await turnToSignIn(visit)
      const afterReload = requests.slice(before)
      assert.ok(afterReload.length < 25, `${afterReload.length} requests after a reload`)
      assert.equal(afterReload.filter((path) => path.startsWith('/embed/auth')).length, 1)
    },
  },
  {
    name: 'provider',
    title:
      '[K11] a sign-in with a provider completes in a popup, with all storage of frames blocked where the engine supports that',
    html: ({ tag }) => written({ body: around(tag('auth')) }),
    around: { storageBlocked: true },
    listed: true,
    async act(visit) {
      await turnToSignIn(visit)
      const block = await visit.block('auth')
      const window = await visit.page.opened(() => block.click(PROVIDER))
      // The window may close before the driver has reported the click.
      await window.click('button.main').catch(() => {})
      await until('the sign-in', async () => (await signedIn(visit)) === 1)
      await says(block, 'Sam Sandbox')
    },
  },
  {
    name: 'provider-early',
    title:
      'a click on a provider before the views have loaded: a popup opens, or if the engine blocks a late popup, the page redirects and returns',
    html: ({ tag }) => written({ body: around(tag('auth')) }),
    listed: true,
    async act(visit) {
      const { page, url } = visit
      const provider = await page.opened(async () => (await visit.block('auth')).click(PROVIDER))
      await provider.click('button.main').catch(() => {})
      await until('the page again', () => page.run((own) => location.href === own, url))
      await says(await visit.block('auth'), 'Sam Sandbox')
    },
  },
  {
    name: 'buys',
    title: 'a buyer opens the checkout in the block and closes it: the page stays unchanged',
    html: ({ tag }) => written({ body: around(tag('pay')) }),
    listed: true,
    async act(visit) {
      await turnToPay(visit)
      const block = await visit.block('pay')
      await block.click('.pay-card > .bb-btn')
      const checkout = await visit.page.frame('/embed/checkout-frame')
      await until('the provider’s form', () => checkout.run(() => document.querySelector('iframe') !== null))
      await until('the checkout', () =>
        block.run(() => document.querySelector('.pay-here:not([data-waiting])') !== null),
      )
      await block.click('.pay-here header button')
      await until('the products', () => block.run(() => document.querySelector('.pay-here') === null))
      await turnToPay(visit)
      assert.equal(await visit.page.run(() => location.pathname), '/')
    },
  },
  {
    name: 'two-tenants',
    title: 'two tenants on one page: signing in to one does not affect the other',
    html: ({ tagOf }) =>
      written({
        body: `<h1 data-still>Market</h1>${tagOf('bakery', 'auth')}${tagOf('mill', 'auth')}<div data-tenants>${tagOf('mill', 'pay')}${tagOf('bakery', 'pay')}</div>`,
      }),
    async act(visit) {
      const { keys } = visit.world
      await visit.ready(2)
      const mill = await visit.page.frame(`/embed/auth?tenant=${keys.mill}`)
      await signIn({ ...visit, block: (name) => visit.page.frame(`/embed/${name}?tenant=${keys.bakery}`) })
      assert.equal(await signedIn(visit), 1)
      assert.match(await mill.run(() => document.querySelector('form')?.textContent ?? ''), /\w/)
      const hints = await visit.page.run(() => Object.keys(localStorage))
      assert.deepEqual(hints, [`bb:signed-in:${keys.bakery}`])
      await visit.page.run(() => document.querySelector('[data-tenants]')!.scrollIntoView())
      await visit.ready(4)
      await says(await visit.page.frame(`/embed/pay?tenant=${keys.mill}`), 'Sample product')
      await says(await visit.page.frame(`/embed/pay?tenant=${keys.bakery}`), 'Rye')
    },
  },
  {
    name: 'all-blocks',
    title: 'all blocks on one page, under a strict content security policy',
    html: ({ tag, guests: { form, view } }) =>
      written({
        body: `<h1 data-still>Shop</h1>${[
          ...['auth', 'pay', 'my-block', 'pay', 'auth'].map((name) => tag(name)),
          tag('form', `data-form="${form}"`),
          tag('list', `data-view="${view}"`),
        ]
          .map(unstyled)
          .join('')}`,
      }),
    headers: ({ blocks }) => ({
      'content-security-policy': `default-src 'none'; img-src 'self'; script-src 'self' ${blocks}; frame-src ${blocks}`,
    }),
    around: { height: 4000 },
    blocks: 7,
    async act(visit) {
      await turnToSignIn(visit)
      await turnToPay(visit)
      assert.ok((await visit.seen()).shift! <= 0.02)
    },
  },
]
