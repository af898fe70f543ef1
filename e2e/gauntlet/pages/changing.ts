// Host pages that change after the blocks have loaded: routers, late and duplicate tags, elements that are
// removed and added again.
import assert from 'node:assert/strict'
import { until } from '../engine.ts'
import type { HostPage, Visit } from '../host-page.ts'
import { turnToPay, turnToSignIn } from '../visitor.ts'
import { around, KEPT_CSS, kept, unstyled, written } from './document.ts'

const frames = (visit: Visit) => visit.page.run(() => document.querySelectorAll('iframe').length)
const entries = (visit: Visit) => visit.page.run(() => history.length)

export const changing: HostPage[] = [
  {
    name: 'router',
    title: 'a client-side router: blocks follow the route, and Back visits only the host’s routes',
    html: ({ keys, src }) =>
      written({
        body: `<nav><a href="/account">Account</a><a href="/shop">Shop</a></nav><main></main>
<script async src="${src}"></script><script>
const routes = {
  '/': '<h1>Home</h1>',
  '/account': '<h1>Account</h1><div data-bb-block="auth" data-tenant="${keys.bakery}"></div>',
  '/shop': '<h1>Shop</h1><bb-block block="pay" tenant="${keys.bakery}"></bb-block>',
}
const main = document.querySelector('main')
const show = () => { main.innerHTML = routes[location.pathname] }
addEventListener('popstate', show)
document.querySelector('nav').addEventListener('click', (event) => {
  event.preventDefault()
  history.pushState(null, '', event.target.getAttribute('href'))
  show()
})
show()</script>`,
      }),
    blocks: 0,
    async act(visit) {
      const before = await entries(visit)
      await visit.page.click('[href="/account"]')
      await visit.ready(1)
      await turnToSignIn(visit)
      await visit.page.click('[href="/shop"]')
      await visit.ready(2)
      await turnToPay(visit)
      assert.equal(await entries(visit), before + 2, 'only the host’s history entries')
      await visit.page.back()
      await until('the account', () => visit.page.run(() => location.pathname === '/account'))
      await visit.ready(3)
      await turnToSignIn(visit)
      await visit.page.back()
      await until('home', () => visit.page.run(() => document.querySelector('h1')?.textContent === 'Home'))
      assert.equal(await frames(visit), 0)
    },
  },
  {
    name: 'hash-router',
    title: 'a hash router, and a <base> that points to another site',
    html: ({ tag }) =>
      written({
        head: '<base href="https://cdn.example/app/">',
        body:
          around(tag('auth')) +
          '<script>addEventListener("hashchange", () => { document.title = location.hash })</script>',
      }),
    async act(visit) {
      await visit.page.run(() => (location.hash = '#/cart?x=1'))
      await turnToSignIn(visit)
      await visit.page.goto('about:blank')
      await visit.page.goto(`${visit.url}#/cart?x=1&bb_session=none`)
      await visit.ready(1)
      assert.equal(
        await visit.page.run(() => location.hash),
        '#/cart?x=1',
        'the session code is removed, the route stays',
      )
      await turnToSignIn(visit)
    },
    // The server refuses a code that it never issued.
    noise: [/status of 403/],
  },
  {
    name: 'twice',
    title: 'the same tag pasted twice, and a second tag elsewhere: one block each, one script for all',
    html: ({ tag }) =>
      written({ body: `<h1 data-still>Shop</h1>${tag('auth')}${tag('auth')}<div>${tag('pay')}</div>` }),
    async act(visit) {
      await visit.page.run(() => document.querySelector('div')!.scrollIntoView())
      await visit.ready(3)
      await turnToSignIn(visit)
      assert.equal(await frames(visit), 3)
      const bb = await visit.page.run(() => typeof window.bb)
      assert.equal(bb, 'function')
      const { requestedPaths } = visit.world.proxy
      const pages = requestedPaths.filter(
        (path) => path.startsWith('/embed/auth') && path.includes(`origin=${encodeURIComponent(visit.own)}`),
      )
      assert.equal(pages.length, 2, 'each block is loaded once')
    },
  },
  {
    name: 'two-versions',
    title: 'two versions of the script on one page: only one runs, and logs that once',
    html: ({ tag, src }) =>
      written({
        // The older version does not support a tag that reserves height.
        body:
          around(kept(unstyled(tag('auth')).replace(src, src.replace('/v1/bb.js', '/v1.1.0/bb.js')))) +
          tag('pay'),
        head: `<style>${KEPT_CSS}</style>`,
      }),
    blocks: 1,
    async act(visit) {
      await turnToSignIn(visit)
      await visit.page.run(() => document.querySelector('[data-block=pay]')!.scrollIntoView())
      await visit.ready(2)
      await turnToPay(visit)
      assert.equal(await frames(visit), 2)
    },
  },
  {
    name: 'in-the-head',
    title: 'a tag in the head without async or defer: its block appears at the end of the page',
    html: ({ tag }) =>
      written({
        head: tag('auth').replace(' async', ''),
        body: '<h1 data-still>Shop</h1><p data-still>Bread</p>',
      }),
  },
  {
    name: 'as-module',
    title: 'a tag that a site builder turned into a module script, which runs late',
    html: ({ tag }) =>
      written({
        body: around(tag('auth').replace('<script', '<script type="module" crossorigin')),
      }),
  },
  {
    name: 'tag-manager',
    title: 'a tag that a tag manager adds to a hidden element, with a target',
    html: ({ src, keys }) =>
      written({
        body: `<h1 data-still>Shop</h1><div id="account" style="min-height:402px"></div><p data-still>Below</p><script>
addEventListener('load', () => {
  const hidden = document.createElement('div')
  hidden.style.cssText = 'display:none;visibility:hidden'
  hidden.className = 'nothing'
  const tag = document.createElement('script')
  tag.type = 'text/javascript'; tag.async = true; tag.src = '${src}'
  tag.setAttribute('data-tenant', '${keys.bakery}'); tag.setAttribute('data-block', 'auth'); tag.setAttribute('data-target', '#account')
  hidden.append(tag)
  document.body.append(hidden)
})</script>`,
      }),
  },
  {
    name: 'late',
    title: 'elements that are added late, moved, removed and added again',
    html: ({ src, keys }) =>
      written({
        body: `<h1 data-still>Shop</h1><main></main><aside></aside><script async src="${src}" data-tenant="${keys.bakery}"></script>`,
      }),
    blocks: 0,
    async act(visit) {
      await visit.page.run(() => {
        document.querySelector('main')!.innerHTML = '<div><div data-bb-block="auth"></div></div>'
      })
      await visit.ready(1)
      await turnToSignIn(visit)
      await visit.page.run(() =>
        document.querySelector('aside')!.append(document.querySelector('[data-bb-block]')!),
      )
      await turnToSignIn(visit)
      await visit.page.run(() => {
        const el = document.querySelector('[data-bb-block]')!
        el.remove()
        return new Promise<void>((resolve) =>
          setTimeout(() => {
            document.body.append(el)
            resolve()
          }, 50),
        )
      })
      await visit.ready(2)
      await turnToSignIn(visit)
      assert.equal(await frames(visit), 1)
    },
  },
  {
    name: 'swapped',
    title: 'a page whose body is replaced and later restored from a snapshot',
    html: ({ tag }) => written({ body: around(tag('auth')) }),
    async act(visit) {
      await turnToSignIn(visit)
      await visit.page.run(() => {
        const savedBody = document.body.cloneNode(true)
        Object.assign(window, { savedBody })
        const next = document.createElement('body')
        next.innerHTML = '<h1>Next</h1>'
        document.body.replaceWith(next)
      })
      await until('no frame', async () => (await frames(visit)) === 0)
      await visit.page.run(() =>
        document.body.replaceWith((window as unknown as { savedBody: Node }).savedBody),
      )
      await visit.ready(2)
      await turnToSignIn(visit)
      assert.equal(await frames(visit), 1)
    },
  },
  {
    name: 'shadow',
    title: 'a block in the shadow root of a host’s element',
    html: ({ src, keys }) =>
      written({
        body: `<h1 data-still>Shop</h1><shop-card></shop-card><script async src="${src}"></script><script>
customElements.define('shop-card', class extends HTMLElement {
  connectedCallback() {
    const root = this.attachShadow({ mode: 'open' })
    root.innerHTML = '<style>:host{display:block;min-height:402px}*{all:revert}</style><bb-block block="auth" tenant="${keys.bakery}"></bb-block>'
  }
})</script>`,
      }),
  },
]
