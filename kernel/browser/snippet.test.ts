import assert from 'node:assert/strict'
import { test } from 'node:test'
import { blocks, snippetBlocks } from '#blocks/registry.ts'
import {
  bubbleTag,
  embedSnippet,
  pinnedTag,
  policyOf,
  reactSnippet,
  scriptTag,
  wordpressSnippet,
} from './snippet.ts'

const KEY = 'pk_0123456789abcdefghijABCD'
const ORIGINS = { live: 'https://bb.example', test: 'https://preview.bb.example' }

test('[S9-050] [S9-051] [S9-052] [S9-053] [S7-082] the snippet is two tags, auth and pay, with key, block, theme and environment', () => {
  assert.equal(
    embedSnippet({ public_key: KEY, theme: 'retro', mode: 'test' }, snippetBlocks, ORIGINS),
    `<script async src="https://preview.bb.example/v1/bb.js" data-tenant="${KEY}" data-block="auth" data-theme="retro" data-env="test" style="display:block;min-height:402px;margin:16px 0"></script>\n` +
      `<script async src="https://preview.bb.example/v1/bb.js" data-tenant="${KEY}" data-block="pay" data-theme="retro" data-env="test" style="display:block;min-height:334px;margin:16px 0"></script>`,
  )
})

test('a tag follows the theme of its tenant unless a theme is pinned; the two tags say so', () => {
  const tenant = { public_key: KEY, mode: 'test' } as const
  assert.equal(embedSnippet(tenant, snippetBlocks, ORIGINS).match(/ data-theme="tenant" /g)?.length, 2)
  for (const make of [scriptTag, reactSnippet, wordpressSnippet])
    assert.doesNotMatch(make(tenant, blocks.pay, ORIGINS), / (data-)?theme=/)
})

test('without headings, tags of blocks that have one say so and reserve less height, in every notation', () => {
  const tenant = { public_key: KEY, mode: 'test', heading: 'none', theme: 'auto' } as const
  const [auth, pay] = embedSnippet(tenant, snippetBlocks, ORIGINS).split('\n')
  assert.doesNotMatch(auth!, /heading/)
  assert.match(auth!, /min-height:402px/)
  assert.match(pay!, / data-heading="none" style="display:block;min-height:270px/)
  assert.match(pay!, / data-theme="auto" /)
  assert.match(reactSnippet(tenant, blocks.pay, ORIGINS), / data-heading="none" style=\{\{ .*minHeight: 270 /)
  assert.match(
    wordpressSnippet(tenant, blocks.pay, ORIGINS),
    / data-heading="none" style="[^"]*min-height:270px/,
  )
  const external = { ...tenant, auth_provider: 'auth0' }
  assert.match(scriptTag(external, blocks.auth, ORIGINS), /min-height:240px/)
})

test('[S9-054] the script comes from the production host in live mode, else from the preview host', () => {
  const live = embedSnippet({ public_key: KEY, theme: 'clean', mode: 'live' }, snippetBlocks, ORIGINS)
  assert.equal(live.match(/src="https:\/\/bb\.example\/v1\/bb\.js"/g)?.length, 2)
  assert.ok(!live.includes('preview'))
  assert.match(live, /data-env="live"/)
})

test('no value can break out of its attribute or the tag', () => {
  const text = embedSnippet(
    { public_key: '"><img src=x>', theme: '"&<', mode: 'test' },
    snippetBlocks,
    ORIGINS,
  )
  assert.equal(text.match(/<script /g)?.length, 2)
  assert.equal(text.match(/<\w/g)?.length, 2)
  assert.match(text, /data-theme="&quot;&amp;&lt;" /)
})

test('for React the element takes the plain attribute names, and the script is separate', () => {
  const text = reactSnippet({ public_key: KEY, theme: 'zen', mode: 'test' }, blocks.pay, ORIGINS)
  assert.match(text, /<script async src="https:\/\/preview\.bb\.example\/v1\/bb\.js"><\/script>/)
  assert.match(
    text,
    new RegExp(
      `<bb-block tenant="${KEY}" block="pay" theme="zen" env="test" style=\\{\\{ display: 'block', minHeight: 334 \\}\\}></bb-block>$`,
    ),
  )
})

test('for WordPress the element is a div, which its editor does not strip', () => {
  const text = wordpressSnippet({ public_key: KEY, theme: 'zen', mode: 'live' }, blocks.auth, ORIGINS)
  assert.match(
    text,
    new RegExp(
      `<div data-bb-block="auth" data-tenant="${KEY}" data-theme="zen" data-env="live" style="display:block;min-height:402px;margin:16px 0"></div>`,
    ),
  )
  assert.match(text, /<script async src="https:\/\/bb\.example\/v1\/bb\.js"><\/script>$/)
})

test('a custom block is named by its id, with its reserved height', () => {
  const tenant = { public_key: KEY, theme: 'zen', mode: 'test' } as const
  const tag = scriptTag(tenant, { id: 'a1' }, ORIGINS)
  assert.match(tag, new RegExp(`data-tenant="${KEY}" data-id="a1" data-theme="zen"`))
  assert.match(
    scriptTag(tenant, { id: 'a1', height: 240 }, ORIGINS),
    / data-id="a1" data-height="240" data-theme="zen" .* style="display:block;min-height:240px;margin:16px 0"/,
  )
})

test('a block that shows one of several says which', () => {
  const tenant = { public_key: KEY, mode: 'test' } as const
  const form = { ...blocks.form, attributes: { form: 'f1' } }
  assert.match(scriptTag(tenant, form, ORIGINS), /data-block="form" data-form="f1" data-env="test"/)
  assert.match(
    wordpressSnippet(tenant, form, ORIGINS),
    /data-bb-block="form" data-tenant="[^"]*" data-form="f1"/,
  )
  assert.match(reactSnippet(tenant, form, ORIGINS), /block="form" form="f1"/)
  assert.match(scriptTag(tenant, blocks.form, ORIGINS), /data-block="form" data-form="your_form_id"/)
})

test('a bubble is a tag of its own, which takes no space in the page; an assistant is named only if there are several', () => {
  const tenant = { public_key: KEY, theme: 'zen', mode: 'live' } as const
  assert.equal(
    bubbleTag(tenant, blocks.prompt, ORIGINS),
    `<script async src="https://bb.example/v1/bb-bubble.js" data-tenant="${KEY}" data-block="prompt" data-theme="zen" data-env="live" data-height="380"></script>`,
  )
  const named = { ...blocks.prompt, attributes: { assistant: 'a1' } }
  assert.match(bubbleTag(tenant, named, ORIGINS), / data-block="prompt" data-assistant="a1" /)
  assert.match(scriptTag(tenant, blocks.prompt, ORIGINS), / data-block="prompt" data-theme="zen" /)
})

test('with Auth0 as the only sign-in method, each sign-in snippet reserves a button’s height, and nothing else changes', () => {
  const tenant = { public_key: KEY, theme: 'zen', mode: 'test', auth_provider: 'auth0' } as const
  const auth = blocks.auth
  const pinned = pinnedTag(tenant, auth, ORIGINS, { version: '1.2.3', integrity: 'sha384-a' })
  for (const text of [scriptTag(tenant, auth, ORIGINS), pinned, wordpressSnippet(tenant, auth, ORIGINS)])
    assert.match(
      text,
      / data-height="240" data-theme="zen" .* style="display:block;min-height:240px;margin:16px 0"/,
    )
  assert.match(reactSnippet(tenant, auth, ORIGINS), / height="240" .* minHeight: 240 }/)
  const elsewhere = scriptTag(tenant, auth, ORIGINS, '#account')
  assert.ok(elsewhere.includes('data-height="240"') && !elsewhere.includes('style='))
  const otherwise = { ...tenant, auth_provider: 'supabase' }
  assert.equal(scriptTag(tenant, blocks.pay, ORIGINS), scriptTag(otherwise, blocks.pay, ORIGINS))
  assert.ok(!scriptTag(otherwise, auth, ORIGINS).includes('data-height'))
})

test('a tag with a target reserves no height at its own place', () => {
  const tenant = { public_key: KEY, theme: 'zen', mode: 'test' } as const
  const tag = scriptTag(tenant, blocks.pay, ORIGINS, '#shop')
  assert.match(tag, / data-target="#shop"><\/script>$/)
  assert.ok(!tag.includes('style='))
})

test('a pinned tag has its version, its hash and crossorigin, without which browsers reject it', () => {
  const tenant = { public_key: KEY, theme: 'zen', mode: 'live' } as const
  const tag = pinnedTag(tenant, blocks.pay, ORIGINS, { version: '1.2.3', integrity: 'sha384-a+/=' })
  assert.match(
    tag,
    /^<script async src="https:\/\/bb\.example\/v1\.2\.3\/bb\.js" integrity="sha384-a\+\/=" crossorigin="anonymous" data-tenant=/,
  )
  assert.equal(policyOf('live', ORIGINS), 'script-src https://bb.example; frame-src https://bb.example')
})
