import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scriptTag } from '#kernel/browser/snippet.ts'
import { tagsOf } from './tags.ts'

const ORIGINS = { test: 'https://blocks.example', live: 'https://blocks.example' }

test('the tag of a form names it, and that of a list too', () => {
  const [form, list] = tagsOf(
    [{ id: 'f1', title: 'Write to us', revision: 1 }],
    [{ id: 'v1', title: 'Guestbook', revision: 2 }],
  )
  const tenant = { public_key: 'pk_1', mode: 'test' } as const
  assert.match(scriptTag(tenant, form!, ORIGINS), / data-tenant="pk_1" data-block="form" data-form="f1" /)
  assert.match(scriptTag(tenant, list!, ORIGINS), / data-tenant="pk_1" data-block="list" data-view="v1" /)
  assert.deepEqual([form!.title, list!.title], ['Form: Write to us', 'List: Guestbook'])
})
