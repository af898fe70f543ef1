// Pages that are framed themselves, and hostile pages and frames.
import assert from 'node:assert/strict'
import { until } from '../engine.ts'
import type { HostPage } from '../host-page.ts'
import { says, signIn, turnToSignIn } from '../visitor.ts'
import { around, written } from './document.ts'
import { linkStands } from './policies.ts'

/** Data that only the tenant's own site may receive. */
const PRIVATE = /posteo|eyJ[\w-]+\.|[0-9a-f]{8}-[0-9a-f]{4}-|"(access|refresh)_token"/

export const frames: HostPage[] = [
  {
    name: 'inner',
    title: 'a page framed by another site, as in a site builder’s editor',
    html: ({ own, tag }) =>
      // The outer page frames itself from another site.
      own.includes('//inner.')
        ? written({
            body: `<h1 data-still>Editor</h1><iframe width="600" height="700" src="${own.replace('inner', 'elsewhere')}/of/inner/"></iframe>`,
          })
        : written({ body: around(tag('auth')) }),
    blocks: 0,
    act: turnToSignIn,
  },
  {
    name: 'sandboxed',
    title: 'a page in a sandbox without an origin: a link replaces the block',
    html: ({ own, tag }) =>
      own.includes('//sandboxed.')
        ? written({
            body: `<h1>Editor</h1><iframe width="600" height="700" sandbox="allow-scripts allow-forms allow-popups" src="${own.replace('sandboxed', 'elsewhere')}/of/sandboxed/"></iframe>`,
          })
        : written({ body: around(tag('auth')) }),
    blocks: 0,
    async act(visit) {
      await linkStands(visit, 'not_loaded', await visit.page.frame('/of/sandboxed/'))
    },
    // The browser reports the server's `frame-ancestors` policy.
    noise: [/frame-ancestors/],
  },
  {
    name: 'sandbox-origin',
    title: 'a page in a sandbox with allow-same-origin: the block works',
    html: ({ own, tag }) =>
      own.includes('//sandbox-origin.')
        ? written({
            body: `<h1>Editor</h1><iframe width="600" height="700" sandbox="allow-scripts allow-forms allow-popups allow-same-origin" src="${own.replace('sandbox-origin', 'elsewhere')}/of/sandbox-origin/"></iframe>`,
          })
        : written({ body: around(tag('auth')) }),
    blocks: 0,
    act: turnToSignIn,
    noise: [/sandbox/i],
  },
  {
    name: 'hostile',
    title:
      '[K05] a page of an unlisted localhost frames the sign-in: after a sign-in it gets no token, email address or id, and its requests are refused',
    html: ({ tag }) => written({ body: around(tag('auth')) }),
    async act(visit) {
      const block = await signIn(visit)
      // Every message that a page can forge in the loader's name: it is the frame's parent and knows the
      // frame's id.
      const received = await visit.page.run(async (ours) => {
        const frame = document.querySelector('iframe')!
        const id = new URL(frame.src).searchParams.get('frame')
        const heard: string[] = []
        addEventListener('message', ({ data }) => heard.push(JSON.stringify(data)))
        for (const what of ['user', 'token'])
          frame.contentWindow!.postMessage({ bb: 1, id, type: 'ask', number: 7, what }, ours)
        for (const type of ['take', 'code', 'session', 'answer', 'navigate', 'hello', 'look'])
          frame.contentWindow!.postMessage(
            {
              bb: 1,
              id,
              type,
              kind: 'session',
              url: 'https://evil.example/',
              codes: ['session', 'order'],
              page: 'https://evil.example/',
              theme: '"><img src=x onerror=alert(1)>',
              mode: '}',
              panel: true,
            },
            ours,
          )
        while (heard.filter((one) => one.includes('"answer"')).length < 2)
          await new Promise((resolve) => setTimeout(resolve, 20))
        const replies = await Promise.all(
          ['user', 'token'].map((name) =>
            (window.bb!(name) as Promise<unknown>).then(String, (why: Error) => `refused: ${why.message}`),
          ),
        )
        return { heard, replies }
      }, visit.world.proxy.origin)
      const { messages, events } = await visit.seen()
      assert.ok(messages.length > 3)
      assert.doesNotMatch(JSON.stringify([received, messages, events]), PRIVATE)
      for (const one of received.replies) assert.match(one, /^refused: /)
      for (const one of received.heard.filter((text) => text.includes('"answer"')))
        assert.match(one, /"refused":/)
      await says(block, 'ines@posteo.test')
    },
  },
  {
    name: 'sibling',
    title:
      '[K05] a hostile sibling frame posts messages to the block, to the page and in the block’s name: all are ignored',
    html: ({ own, tag }) =>
      own.includes('//sibling.')
        ? written({
            body:
              around(tag('auth')) +
              `<iframe id="evil" src="${own.replace('sibling', 'elsewhere')}/of/sibling/evil"></iframe>`,
          })
        : '',
    files: {
      '/evil': ({ blocks }) => ({
        type: 'text/html',
        body: `<title>evil</title><script>
const heard = []
addEventListener('message', ({ data }) => heard.push(JSON.stringify(data)))
window.attack = (id) => {
  const say = (to, message) => { for (const target of ['*', '${blocks}']) to.postMessage({ bb: 1, id, ...message }, target) }
  for (let n = 0; n < parent.length; n++) {
    const other = parent[n]
    if (other === window) continue
    for (const what of ['user', 'token', 'sign-out']) say(other, { type: 'ask', number: 1, what })
    say(other, { type: 'hello', page: 'https://evil.example/', codes: ['session'] })
    say(other, { type: 'code', kind: 'session', code: 'x' })
  }
  say(parent, { type: 'navigate', url: 'https://evil.example/' })
  say(parent, { type: 'signed-out', until: 0, detail: {} })
  say(parent, { type: 'resize', height: 1 })
  say(parent, { type: 'purchase', detail: { item: 'x', amount: 1, currency: 'eur' } })
  say(parent, { type: 'open', block: 'pay' })
  new BroadcastChannel('bb:x').postMessage({ type: 'out' })
}
window.heard = heard</script>`,
      }),
    },
    async act(visit) {
      const block = await signIn(visit)
      const before = await visit.seen()
      const id = await visit.page.run(() =>
        new URL(document.querySelector<HTMLIFrameElement>('iframe[src*="/embed/"]')!.src).searchParams.get(
          'frame',
        )!,
      )
      const evil = await visit.page.frame('/of/sibling/evil')
      await evil.run((given) => (window as unknown as { attack(id: string): void }).attack(given), id)
      // Messages arrive in order, so this reply comes after the forged ones.
      await roundTrip(visit)
      const after = await visit.seen()
      assert.deepEqual(after.events, before.events)
      assert.equal(await visit.page.run(() => location.pathname), '/')
      assert.equal(await visit.page.run(() => document.querySelectorAll('dialog').length), 0)
      await says(block, 'ines@posteo.test')
      assert.deepEqual(await evil.run(() => (window as unknown as { heard: string[] }).heard), [])
    },
    // Messages with the wrong target origin are reported on the hostile frame's console.
    noise: [/recipient window/],
  },
]

/** Sends a request to the frame and waits for the reply, so that all earlier messages have been handled. */
async function roundTrip(visit: Parameters<NonNullable<HostPage['act']>>[0]): Promise<void> {
  await visit.page.run(async () => {
    try {
      await window.bb!('user')
    } catch {
      // A refusal is a reply, too.
    }
  })
  await until('the height', () =>
    visit.page.run(() => document.querySelector('iframe')!.getBoundingClientRect().height > 100),
  )
}
