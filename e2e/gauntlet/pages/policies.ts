// Host pages with security policies: the blocks obey them, and a blocked block shows a link instead.
import assert from 'node:assert/strict'
import { type Surface, until } from '../engine.ts'
import type { HostPage, Visit } from '../host-page.ts'
import { seenOn } from '../recorder.ts'
import { says, turnToPay, turnToSignIn } from '../visitor.ts'
import { around, kept, keptSheet, unstyled, written } from './document.ts'

const SHEET = '<link rel="stylesheet" href="/site.css">'

/**
 * Checks that a link to the block replaces it.
 * @param where the document that contains the block, if not the opened page
 */
export async function linkStands(visit: Visit, code: string, where: Surface = visit.page): Promise<void> {
  const href = await until('a link to the block', () =>
    where.run(() => document.querySelector<HTMLAnchorElement>('bb-block > a:not([hidden])')?.href),
  )
  assert.match(href, /\/embed\/auth\?tenant=pk_/)
  const { events } = await seenOn(where)
  assert.deepEqual(
    events.map(({ type, detail }) => [type, detail['code']]),
    [['error', code]],
  )
}

export const policies: HostPage[] = [
  {
    name: 'policy-nonce',
    title: '[K09] a policy that only allows scripts with a nonce: the block works without a violation',
    html: ({ tag }) =>
      written({
        head: SHEET,
        body: around(kept(unstyled(tag('auth', 'nonce="bG9hZg"')))),
      }).replace('<script src="/recorder.js">', '<script nonce="bG9hZg" src="/recorder.js">'),
    headers: ({ blocks }) => ({
      'content-security-policy': `default-src 'none'; img-src 'self'; script-src 'nonce-bG9hZg'; style-src 'self'; frame-src ${blocks}; base-uri 'none'`,
    }),
    files: keptSheet,
    async act(visit) {
      await turnToSignIn(visit)
      // The script's second chunk loads with the nonce of the first.
      const user = await visit.page.run(() => window.bb!('user') as Promise<unknown>)
      assert.equal(user, null)
      assert.deepEqual((await visit.seen()).violations, [])
    },
    listed: true,
  },
  {
    name: 'policy-dynamic',
    title: 'a strict-dynamic policy: a trusted script adds the tag, and all its scripts run',
    html: () =>
      written({
        head: SHEET,
        body: around(kept('<div id="here"></div>')) + '<script nonce="cnll" src="/add.js"></script>',
      }).replace('<script src="/recorder.js">', '<script nonce="cnll" src="/recorder.js">'),
    headers: ({ blocks }) => ({
      'content-security-policy': `default-src 'none'; img-src 'self'; script-src 'nonce-cnll' 'strict-dynamic'; style-src 'self'; frame-src ${blocks}; object-src 'none'; base-uri 'none'`,
    }),
    files: {
      ...keptSheet,
      '/add.js': ({ src, keys }) => ({
        type: 'text/javascript',
        body: `const tag = document.createElement('script')
tag.src = '${src}'; tag.async = true
tag.dataset.tenant = '${keys.bakery}'; tag.dataset.block = 'auth'
document.getElementById('here').append(tag)`,
      }),
    },
  },
  {
    name: 'trusted-types',
    title: 'Trusted Types without any policy: the blocks never write to a script sink',
    html: ({ tag }) => written({ head: SHEET, body: around(kept(unstyled(tag('auth')))) }),
    headers: ({ blocks }) => ({
      'content-security-policy': `default-src 'none'; img-src 'self'; script-src 'self' ${blocks}; style-src 'self'; frame-src ${blocks}; require-trusted-types-for 'script'; trusted-types 'none'`,
    }),
    files: keptSheet,
    async act(visit) {
      await turnToSignIn(visit)
      await visit.page.run(() => window.bb!('open', 'pay') as Promise<unknown>)
      await visit.ready(2)
      await turnToPay(visit)
      await visit.page.run(() => window.bb!('close') as Promise<unknown>)
      assert.deepEqual((await visit.seen()).violations, [])
    },
  },
  {
    name: 'frames-forbidden',
    title: 'a policy that forbids the blocks’ frames: a link replaces the block immediately',
    html: ({ tag }) => written({ body: `<h1>Shop</h1>${unstyled(tag('auth'))}` }),
    headers: ({ blocks }) => ({
      'content-security-policy': `default-src 'none'; img-src 'self'; script-src 'self' ${blocks}; frame-src 'none'`,
    }),
    blocks: 0,
    violations: true,
    act: (visit) => linkStands(visit, 'blocked'),
    noise: [/Content.Security.Policy|frame-src|Refused to load/],
  },
  {
    name: 'script-forbidden',
    title: 'a policy that forbids the embed script: the builder’s fallback content stays and works',
    html: ({ tag, keys }) =>
      written({
        body: `<h1>Shop</h1><bb-block block="auth" tenant="${keys.bakery}"><a href="/login">Log in</a></bb-block>${unstyled(tag('pay'))}`,
      }),
    headers: () => ({ 'content-security-policy': "default-src 'none'; img-src 'self'; script-src 'self'" }),
    files: { '/login': () => ({ type: 'text/html', body: '<title>Log in</title>Here' }) },
    blocks: 0,
    violations: true,
    async act(visit) {
      await visit.page.click('bb-block a')
      await says(visit.page, 'Here')
    },
    noise: [/Content.Security.Policy|script-src|Refused to load/],
  },
  {
    name: 'isolated',
    title: 'a cross-origin isolated page: where it blocks frames, a link replaces the block',
    html: ({ tag }) => written({ body: `<h1>Shop</h1>${tag('auth')}` }),
    headers: () => ({
      'cross-origin-embedder-policy': 'require-corp',
      'cross-origin-opener-policy': 'same-origin',
    }),
    blocks: 0,
    async act(visit) {
      await until('the block or a link', async () => {
        const { events } = await visit.seen()
        return events.length > 0
      })
      const { events } = await visit.seen()
      if (events[0]!.type === 'ready') return turnToSignIn(visit)
      return linkStands(visit, 'not_loaded')
    },
    noise: [/embedder|COEP|CORP|cross-origin|Refused|Failed to load resource|XMLHttpRequest/i],
  },
  {
    name: 'permissions',
    title: 'a page that grants frames no permissions and sends no referrer: the block works',
    html: ({ tag }) =>
      written({ head: '<meta name="referrer" content="no-referrer">', body: around(tag('auth')) }),
    headers: () => ({
      'referrer-policy': 'no-referrer',
      'permissions-policy':
        'payment=(), publickey-credentials-get=(), camera=(), microphone=(), geolocation=(), storage-access=()',
      'x-frame-options': 'DENY',
    }),
    noise: [/Permissions policy|Permissions-Policy|Potential permissions/i],
  },
]
