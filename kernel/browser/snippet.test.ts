import assert from 'node:assert/strict'
import { test } from 'node:test'
import { embedSnippet, reactSnippet, scriptTag, wordpressSnippet } from './snippet.ts'

const KEY = 'pk_0123456789abcdefghijABCD'
const ORIGINS = { live: 'https://bb.example', test: 'https://preview.bb.example' }

test('[S9-050] [S9-051] [S9-052] [S9-053] [S7-082] the snippet is two tags, auth and pay, with key, block, theme and environment', () => {
  assert.equal(
    embedSnippet({ public_key: KEY, theme: 'retro', mode: 'test' }, ORIGINS),
    `<script async src="https://preview.bb.example/v1/bb.js" data-tenant="${KEY}" data-block="auth" data-theme="retro" data-env="test"></script>\n` +
      `<script async src="https://preview.bb.example/v1/bb.js" data-tenant="${KEY}" data-block="pay" data-theme="retro" data-env="test"></script>`,
  )
})

test('[S9-054] the script comes from the production host in live mode, from the preview host else', () => {
  const live = embedSnippet({ public_key: KEY, theme: 'clean', mode: 'live' }, ORIGINS)
  assert.equal(live.match(/src="https:\/\/bb\.example\/v1\/bb\.js"/g)?.length, 2)
  assert.ok(!live.includes('preview'))
  assert.match(live, /data-env="live"/)
})

test('no value can end its attribute or the tag', () => {
  const text = embedSnippet({ public_key: '"><img src=x>', theme: '"&<', mode: 'test' }, ORIGINS)
  assert.equal(text.match(/<script /g)?.length, 2)
  assert.equal(text.match(/<\w/g)?.length, 2)
  assert.match(text, /data-theme="&quot;&amp;&lt;" /)
})

test('for React the element takes the attributes by their plain names, and the script stands alone', () => {
  const text = reactSnippet({ public_key: KEY, theme: 'zen', mode: 'test' }, { block: 'pay' }, ORIGINS)
  assert.match(text, /<script async src="https:\/\/preview\.bb\.example\/v1\/bb\.js"><\/script>/)
  assert.match(text, new RegExp(`<bb-block tenant="${KEY}" block="pay" theme="zen" env="test"></bb-block>$`))
})

test('for WordPress the element is a div, which its editor keeps', () => {
  const text = wordpressSnippet({ public_key: KEY, theme: 'zen', mode: 'live' }, { block: 'auth' }, ORIGINS)
  assert.match(
    text,
    new RegExp(`<div data-bb-block="auth" data-tenant="${KEY}" data-theme="zen" data-env="live"></div>`),
  )
  assert.match(text, /<script async src="https:\/\/bb\.example\/v1\/bb\.js"><\/script>$/)
})

test('a block that its creator made is named by its id, with the room to keep for it', () => {
  const tenant = { public_key: KEY, theme: 'zen', mode: 'test' } as const
  const tag = scriptTag(tenant, { id: 'a1' }, ORIGINS)
  assert.match(tag, new RegExp(`data-tenant="${KEY}" data-id="a1" data-theme="zen"`))
  assert.match(
    scriptTag(tenant, { id: 'a1', height: 240 }, ORIGINS),
    / data-id="a1" data-height="240" data-theme="zen"/,
  )
})
