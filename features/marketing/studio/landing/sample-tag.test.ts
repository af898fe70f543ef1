import assert from 'node:assert/strict'
import { test } from 'node:test'
import { blockPlaces, blocks } from '#blocks/registry.ts'
import { scriptTag } from '#kernel/browser/snippet.ts'
import { HEIGHTS, sampleTag } from './sample-tag.ts'

test('the heights on the front page are those of the registry', () => {
  assert.deepEqual(HEIGHTS, { pay: blocks.pay.embed.height, auth: blocks.auth.embed.height })
})

test('the tags on the front page have exactly the attributes of the printed ones', () => {
  for (const block of blockPlaces) {
    const printed = scriptTag({ public_key: 'pk_…', theme: 'zen', mode: 'test' }, block, {
      test: '…',
      live: '…',
    })
    const attributes = sampleTag(block.name, 'zen', block.embed.height, block.embed.shows).map(
      ([name, value]) => `${name}="${value}"`,
    )
    assert.equal(`<script async ${attributes.join(' ')}></script>`, printed)
  }
})
