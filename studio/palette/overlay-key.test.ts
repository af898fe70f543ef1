import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Press, overlayOf } from './overlay-key.ts'

/** Simulates a text field. */
const typing = { closest: () => ({}) } as unknown as EventTarget

const press = (key: string, more: Partial<Press> = {}): Press => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  defaultPrevented: false,
  isComposing: false,
  target: null,
  ...more,
})

test('Ctrl-K and Cmd-K open the palette, even in a text field', () => {
  assert.equal(overlayOf(press('k', { ctrlKey: true })), 'palette')
  assert.equal(overlayOf(press('K', { metaKey: true })), 'palette')
  assert.equal(overlayOf(press('k', { ctrlKey: true, target: typing })), 'palette')
})

test('? shows the shortcuts, but types a character in a text field', () => {
  assert.equal(overlayOf(press('?', { shiftKey: true })), 'keys')
  assert.equal(overlayOf(press('?', { shiftKey: true, target: typing })), undefined)
})

test('other keys, already handled keys and keys of an input method are ignored', () => {
  for (const one of [
    press('k'),
    press('k', { ctrlKey: true, shiftKey: true }),
    press('k', { ctrlKey: true, altKey: true }),
    press('k', { ctrlKey: true, metaKey: true }),
    press('k', { ctrlKey: true, defaultPrevented: true }),
    press('k', { ctrlKey: true, isComposing: true }),
    press('?', { metaKey: true }),
    press('j', { ctrlKey: true }),
  ])
    assert.equal(overlayOf(one), undefined, JSON.stringify(one))
})
