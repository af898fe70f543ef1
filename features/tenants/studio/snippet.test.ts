import assert from 'node:assert/strict'
import { test } from 'node:test'
import { embedSnippet } from './snippet.ts'

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
