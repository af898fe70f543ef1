import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  type BuyEvent,
  type BuyState,
  type Choice,
  FIRST_STATE,
  type PressFacts,
  reduceBuying,
} from './buying.ts'
import type { PayItem } from './data-types.ts'
import type { FramedPurchase } from './use-overlay.ts'

const item = { id: 'loaf', name: 'Rye loaf', price_cents: 500, available: null } as unknown as PayItem
const cheaper = { ...item, price_cents: 400 }
const choice: Choice = { item, quantity: 2, button: {} as HTMLElement }
const purchase: FramedPurchase = {
  receipt: 'r1',
  checkout: { client_secret: 'c', publishable_key: 'p', account: 'a' },
}
const idle: BuyState = FIRST_STATE
const busy: BuyState = { ...idle, buying: 'loaf' }
const known: BuyState = { ...idle, started: new Map([['loaf 2', 'r1']]) }
const failed: BuyState = { ...idle, problem: { kind: 'gone', item } }
const facts: PressFacts = { open: [], here: true }
const press = (over: Partial<PressFacts> = {}, other: Partial<Choice> = {}): BuyEvent => ({
  type: 'pressed',
  choice: { ...choice, ...other },
  ...facts,
  ...over,
})

describe('a press', () => {
  test('opens the checkout in the block, and removes an earlier problem', () =>
    assert.deepEqual(reduceBuying(failed, press()), [busy, { type: 'open-here', choice }]))

  test('opens a window where the block cannot show the checkout', () =>
    assert.deepEqual(reduceBuying(failed, press({ here: false })), [busy, { type: 'open-window', choice }]))

  test('shows the open checkout of the same product and quantity again, whatever its price is now', () =>
    assert.deepEqual(reduceBuying(known, press({ open: ['r1'], unread: cheaper })), [
      known,
      { type: 'show-again', receipt: 'r1' },
    ]))

  test('starts another purchase once that checkout has ended, and for another quantity', () => {
    assert.equal(reduceBuying(known, press())[1]?.type, 'open-here')
    assert.equal(reduceBuying(known, press({ open: ['r1'] }, { quantity: 3 }))[1]?.type, 'open-here')
  })

  test('shows a new price before it is paid', () =>
    assert.deepEqual(reduceBuying(idle, press({ unread: cheaper })), [
      { ...idle, problem: { kind: 'price', before: cheaper, now: item } },
    ]))
})

describe('a purchase', () => {
  test('is stored by product and quantity', () =>
    assert.deepEqual(reduceBuying(busy, { type: 'started', choice, receipt: 'r1', ended: [] }), [
      { ...known, buying: 'loaf' },
    ]))

  test('replaces the checkouts it has ended', () => {
    const before = new Map([
      ['loaf 1', 'r0'],
      ['cake 1', 'r9'],
    ])
    const [state, ...effects] = reduceBuying(
      { ...busy, started: before },
      { type: 'started', choice, receipt: 'r1', ended: ['r0', 'r7'] },
    )
    assert.deepEqual(
      [...state.started],
      [
        ['cake 1', 'r9'],
        ['loaf 2', 'r1'],
      ],
    )
    assert.deepEqual(effects, [
      { type: 'forget', receipt: 'r0' },
      { type: 'forget', receipt: 'r7' },
    ])
    assert.equal(before.size, 2, 'the earlier state is unchanged')
  })
})

describe('the checkout in the block', () => {
  const over = (event: Partial<Extract<BuyEvent, { type: 'ended-here' }>>) =>
    reduceBuying(busy, { type: 'ended-here', choice, how: 'closed', code: '', ...event })

  test('frees the button and is followed once it is shown', () =>
    assert.deepEqual(reduceBuying(busy, { type: 'shown-here', choice, purchase }), [
      idle,
      { type: 'follow-here', choice, purchase },
    ]))

  test('is opened again with the same purchase', () =>
    assert.deepEqual(reduceBuying(failed, { type: 'reopened', choice, purchase }), [
      busy,
      { type: 'open-here', choice, purchase },
    ]))

  test('reports a buyer who is done', () =>
    assert.deepEqual(over({ how: 'complete', receipt: 'r1' }), [
      idle,
      { type: 'turn', receipt: 'r1', stage: 'back' },
    ]))

  test('mutes the receipt when the buyer closes it', () =>
    assert.deepEqual(over({ how: 'closed', receipt: 'r1' }), [
      idle,
      { type: 'mute', receipt: 'r1' },
      { type: 'turn', receipt: 'r1', stage: 'closed' },
    ]))

  test('that ends before a purchase only frees the button', () => {
    assert.deepEqual(over({ how: 'closed' }), [idle])
    assert.deepEqual(over({ how: 'complete' }), [idle])
  })

  test('moves to a window when it cannot be shown', () =>
    assert.deepEqual(over({ how: 'unable', receipt: 'r1' }), [busy, { type: 'open-window', choice }]))

  test('shows why the purchase failed', () => {
    const why = new Error('refused')
    assert.deepEqual(over({ how: 'failed', code: 'payments_refused', why }), [
      { ...idle, problem: { kind: 'error', why } },
    ])
  })

  test('frees the button while it loads what has changed', () =>
    assert.deepEqual(over({ how: 'failed', code: 'sold_out' }), [
      idle,
      { type: 'refresh', item, code: 'sold_out', window: false },
    ]))
})

describe('the checkout in a window', () => {
  const fail = (code: string, why: unknown) =>
    reduceBuying(busy, { type: 'window-failed', choice, code, why })

  test('frees the button once it is shown', () =>
    assert.deepEqual(reduceBuying(busy, { type: 'shown-in-window' }), [idle]))

  test('shows why the purchase failed', () =>
    assert.deepEqual(fail('', 'offline'), [{ ...idle, problem: { kind: 'error', why: 'offline' } }]))

  for (const code of ['price_changed', 'sold_out', 'too_few_left', 'item_unavailable', 'members_only'])
    test(`keeps the button busy while it loads what has changed (${code})`, () =>
      assert.deepEqual(fail(code, new Error(code)), [busy, { type: 'refresh', item, code, window: true }]))
})

describe('the current catalogue says', () => {
  const problem = (code: string, now?: PayItem) =>
    reduceBuying(idle, { type: 'refreshed', item, code, window: false, ...(now && { now }) })[0].problem

  test('the new price', () =>
    assert.deepEqual(problem('price_changed', cheaper), { kind: 'price', before: item, now: cheaper }))

  test('that the product is no longer for sale', () => {
    assert.deepEqual(problem('item_unavailable', item), { kind: 'gone', item })
    assert.deepEqual(problem('members_only', item), { kind: 'members', item })
    for (const code of ['price_changed', 'sold_out', 'too_few_left'])
      assert.deepEqual(problem(code), { kind: 'gone', item })
  })

  test('how many are left, or that none is', () => {
    const soldOut = { kind: 'sold-out', item }
    assert.deepEqual(problem('too_few_left', { ...item, available: 1 }), { kind: 'left', item, count: 1 })
    assert.deepEqual(problem('too_few_left', { ...item, available: 0 }), soldOut)
    assert.deepEqual(problem('sold_out', { ...item, available: 3 }), soldOut)
  })

  test('and frees the button of the window only', () => {
    const result = (window: boolean) =>
      reduceBuying(busy, { type: 'refreshed', item, code: 'sold_out', window })[0].buying
    assert.equal(result(true), null)
    assert.equal(result(false), 'loaf', 'another press may have followed')
  })
})

test('a page from the back/forward cache has no busy button', () =>
  assert.deepEqual(reduceBuying({ ...failed, buying: 'loaf' }, { type: 'restored' }), [failed]))
