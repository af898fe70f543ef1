import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WayIn } from '../endpoints.ts'
import type { PayItem } from './data-types.ts'
import { wayIn } from './way-in.ts'

const pass = { id: 'pass', name: 'Club pass' } as PayItem
const bought: WayIn = { kind: 'bought', name: 'Club pass', item_id: 'pass' }
const role: WayIn = { kind: 'role', name: 'Friends' }

/** Text without the marks around names, and the action. */
function shown(ways: WayIn[], context: { signedIn?: boolean; items?: PayItem[] } = {}) {
  const { text, action } = wayIn(ways, { signedIn: false, items: [pass], ...context })
  const to = action?.type === 'show' ? action.item.id : action?.type
  return [text.replace(/[\u2068\u2069]/g, ''), to]
}

test('[peers M8] a visitor reads for whom a product is, and can sign in', () => {
  assert.deepEqual(shown([bought, role]), ['For members of Club pass or Friends.', 'sign-in'])
  assert.deepEqual(shown([{ kind: 'signed_in' }]), ['For members only.', 'sign-in'])
  assert.deepEqual(shown([{ kind: 'people' }]), ['For members only.', 'sign-in'])
  assert.deepEqual(shown([{ kind: 'of a later version' }]), ['For members only.', 'sign-in'])
})

test('[peers M8] a member is led to the product that opens it, if it is for sale to them, else to the owner', () => {
  assert.deepEqual(shown([role, bought], { signedIn: true }), [
    'For members of Friends or Club pass.',
    'pass',
  ])
  const ask = 'Ask the owner for access.'
  assert.deepEqual(shown([role], { signedIn: true }), [`For members of Friends. ${ask}`, undefined])
  const locked = { signedIn: true, items: [{ ...pass, ways: [] }] }
  assert.deepEqual(shown([bought], locked), [`For members of Club pass. ${ask}`, undefined])
  assert.deepEqual(shown([]), [`For members only. ${ask}`, undefined], 'signing in would not help')
})

test('[peers M8] what is not open yet says when it opens', () => {
  const from = '2099-03-02T12:00:00Z'
  assert.deepEqual(shown([{ kind: 'everyone', from }], { signedIn: true }), [
    'Opens on 2 Mar 2099.',
    undefined,
  ])
  const club = [{ ...role, from }]
  assert.deepEqual(shown(club, { signedIn: true }), [
    'For members of Friends. Opens on 2 Mar 2099.',
    undefined,
  ])
  assert.deepEqual(shown([{ ...role, from }, bought])[0], 'For members of Friends or Club pass.')
})

test('[peers M8] what opens after days of membership says how many, unless another way is open now', () => {
  const month: WayIn = { kind: 'signed_in', after_days: 30 }
  assert.deepEqual(shown([month]), ['For members only. Opens 30 days after joining.', 'sign-in'])
  assert.deepEqual(
    shown([month], { signedIn: true }),
    ['For members only. Opens 30 days after joining.', undefined],
    'the owner need not be asked',
  )
  assert.deepEqual(shown([{ ...role, after_days: 1 }, month], { signedIn: true }), [
    'For members of Friends. Opens a day after joining.',
    undefined,
  ])
  assert.equal(shown([month, role])[0], 'For members of Friends.')
})
