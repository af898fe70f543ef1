import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CallError } from '#kernel/browser/call.ts'
import type { EmbedApi, HostEvent } from '#kernel/browser/embed-page.ts'
import type { OrderStatus, OrderStatusRequest } from '../endpoints.ts'
import { followOrders, type OrderUpdate, POLL_DELAYS_MS } from './follow-orders.ts'
import { storeReceipt, muteReceipt, readReceipts } from './receipts.ts'
import { markReported } from './reported-orders.ts'

type Status = OrderStatus['status']

let made = 0
const newId = () => `order ${++made}`

/** A frame whose service returns each order's states in turn, and the last one forever. */
function frame(orders: Record<string, (Status | CallError)[]>, code?: string, orderId = newId()) {
  const ids = new Map([[code, orderId]])
  const stored = new Map<string, string>()
  const ofReceipt = new Map<string, string>()
  const receiptIds = (receipt: string) =>
    ofReceipt.get(receipt) ?? ofReceipt.set(receipt, newId()).get(receipt)
  const requests: OrderStatusRequest[] = []
  const events: HostEvent[] = []
  const news: OrderUpdate[] = []
  const keep: EmbedApi['keep'] = {
    get: (name) => stored.get(name) ?? null,
    set: (name, value) => void (value === null ? stored.delete(name) : stored.set(name, value)),
  }
  const embed = {
    keep,
    takeCode: async () => code,
    tell: (event: HostEvent) => void events.push(event),
    call: async (_: unknown, request: OrderStatusRequest) => {
      requests.push(request)
      const states = orders[request.code ?? request.receipt!]
      const state = states!.length > 1 ? states!.shift()! : states![0]!
      if (state instanceof CallError) throw state
      return {
        order_id: (request.code && ids.get(request.code)) || receiptIds(request.receipt!),
        status: state,
        item_name: 'Rye loaf',
        amount_total: 1000,
        currency: 'eur',
      }
    },
  } as unknown as EmbedApi
  const waits: number[] = []
  const follower = followOrders(
    embed,
    (one) => news.push(one),
    new AbortController().signal,
    async (ms) => void waits.push(ms),
  )
  const run = () => follower.arrive()
  return { run, follower, requests, events, news, keep, waits }
}
const statuses = (news: OrderUpdate[]) => news.map(({ order }) => order.status)
const notFound = new CallError(404, 'order_not_found', 'No such order')
const fault = new CallError(503, 'unavailable', 'The server answered 503')

test('without a code or a receipt nothing is requested', async () => {
  const { run, requests } = frame({})
  await run()
  assert.deepEqual(requests, [])
})

test('a returning buyer sees the outcome, the host page is notified, and the receipt is removed', async () => {
  const { run, requests, events, news, keep } = frame({ c1: ['paid'] }, 'c1')
  storeReceipt(keep, 'r1')
  await run()
  assert.deepEqual(requests, [{ code: 'c1' }])
  assert.deepEqual(statuses(news), ['paid'])
  assert.equal(news[0]!.stage, 'back')
  assert.deepEqual(events, [{ type: 'purchase', item: 'Rye loaf', amount: 1000, currency: 'eur' }])
  assert.deepEqual(readReceipts(keep), [])
})

for (const status of ['canceled', 'failed'] as const)
  test(`a ${status} payment is reported once and is no purchase`, async () => {
    const { run, events, news, keep } = frame({ c1: [status] }, 'c1')
    storeReceipt(keep, 'r1')
    await run()
    assert.deepEqual(statuses(news), [status])
    assert.deepEqual(events, [])
    assert.deepEqual(readReceipts(keep), [])
  })

test('a pending order is queried by its receipt until it is settled, because the code is used up', async () => {
  const { run, requests, events, news, keep } = frame({ c1: ['pending'], r1: ['pending', 'paid'] }, 'c1')
  storeReceipt(keep, 'r1')
  await run()
  assert.deepEqual(requests, [{ code: 'c1' }, { receipt: 'r1' }, { receipt: 'r1' }])
  assert.deepEqual(statuses(news), ['pending', 'pending', 'paid'])
  assert.equal(events.length, 1)
})

test('a tab closed after paying: the next visit queries by the receipt', async () => {
  const { run, events, news, keep } = frame({ r1: ['paid'] })
  storeReceipt(keep, 'r1')
  await run()
  assert.deepEqual(statuses(news), ['paid'])
  assert.equal(news[0]!.stage, 'earlier')
  assert.equal(events.length, 1)
  await run()
  assert.equal(events.length, 1)
})

test('an order that stays open is queried at growing intervals, and again on the next visit', async () => {
  const { run, waits, keep } = frame({ r1: ['pending'] })
  storeReceipt(keep, 'r1')
  await run()
  assert.deepEqual(waits, POLL_DELAYS_MS)
  assert.deepEqual(readReceipts(keep), [{ receipt: 'r1' }])
})

test('a failing service is queried again; an order it does not know is forgotten', async () => {
  const { run, news, keep } = frame({ r1: [fault, 'paid'], r2: [notFound] })
  storeReceipt(keep, 'r1')
  storeReceipt(keep, 'r2')
  await run()
  assert.deepEqual(statuses(news), ['paid'])
  assert.deepEqual(readReceipts(keep), [])
})

test('an invalid value in storage counts as an empty list of receipts', () => {
  const { keep } = frame({})
  for (const text of ['', 'x', '{}', '"r"', '[1,null,{}]']) {
    keep.set('receipts', text)
    assert.deepEqual(readReceipts(keep), [], text)
  }
})

test('only the newest receipts are stored', () => {
  const { keep } = frame({})
  for (let n = 0; n < 9; n++) storeReceipt(keep, `r${n}`)
  assert.deepEqual(
    readReceipts(keep).map(({ receipt }) => receipt),
    ['r4', 'r5', 'r6', 'r7', 'r8'],
  )
})

test('going back into a paid checkout and returning is not a second purchase for the host page', async () => {
  const first = frame({ c1: ['paid'] }, 'c1', 'one order')
  await first.run()
  assert.equal(first.events.length, 1)
  const second = frame({ c2: ['paid'] }, 'c2', 'one order')
  await second.run()
  assert.deepEqual(statuses(second.news), ['paid'], 'the buyer still sees it')
  assert.deepEqual(second.events, [])
})

test('without storage a page still reports an order once', () => {
  const refused = () => {
    throw new Error('refused')
  }
  assert.equal(markReported('a', refused), true)
  assert.equal(markReported('a', refused), false)
  assert.equal(markReported('b', refused), true)
})

test('a checkout in a window is polled while it is open, then at growing intervals', async () => {
  const { follower, requests, waits, news, events } = frame({
    r1: [...Array<Status>(5).fill('pending'), 'paid'],
  })
  await follower.watch('r1', () => (requests.length < 3 ? 'open' : 'left'))
  assert.deepEqual(waits, [4000, 4000, ...POLL_DELAYS_MS.slice(0, 3)])
  assert.equal(requests.length, 6)
  assert.deepEqual(statuses(news).at(-1), 'paid')
  assert.equal(events.length, 1)
})

test('so is one in the block itself', async () => {
  const { follower, requests, waits, news } = frame({ r1: ['pending', 'pending', 'pending', 'paid'] })
  await follower.watch('r1', () => (requests.length < 2 ? 'here' : 'closed'))
  assert.deepEqual(waits, [4000, ...POLL_DELAYS_MS.slice(0, 2)])
  assert.deepEqual(statuses(news).at(-1), 'paid')
})

test('once the buyer is done, the provider is queried', async () => {
  const { follower, requests, events } = frame({ r1: ['pending', 'pending', 'paid'] })
  await follower.watch('r1', () => (requests.length < 2 ? 'here' : 'back'))
  assert.deepEqual(requests, [{ receipt: 'r1' }, { receipt: 'r1' }, { receipt: 'r1', done: true }])
  assert.equal(events.length, 1)
})

test('an order that is already being followed is not queried twice', async () => {
  const { follower, requests } = frame({ r1: ['paid'] })
  await Promise.all([follower.watch('r1', () => 'open'), follower.watch('r1', () => 'open')])
  assert.equal(requests.length, 1)
})

test('a nudge ends the wait', async () => {
  const states: Status[] = ['pending', 'paid']
  const embed = {
    keep: { get: () => null, set: () => {} },
    takeCode: async () => undefined,
    tell: () => {},
    call: async () => ({
      order_id: newId(),
      status: states.shift()!,
      item_name: '',
      amount_total: 1,
      currency: 'eur',
    }),
  } as unknown as EmbedApi
  const follower = followOrders(embed, () => setTimeout(follower.nudge), new AbortController().signal)
  await follower.watch('r1', () => 'open')
  assert.deepEqual(states, [])
})

test('a dismissed receipt stays stored, and is quiet on later visits', () => {
  const { keep } = frame({})
  keep.set('receipts', '["r1"]')
  storeReceipt(keep, 'r2')
  muteReceipt(keep, 'r1')
  assert.deepEqual(readReceipts(keep), [{ receipt: 'r1', quiet: true }, { receipt: 'r2' }])
  storeReceipt(keep, 'r1')
  assert.deepEqual(readReceipts(keep), [{ receipt: 'r2' }, { receipt: 'r1' }], 'its checkout is open again')
})

test('a code that belongs to another tenant’s block on the page does not end this tenant’s order', async () => {
  const { run, keep, news, requests } = frame({ foreign: [notFound], mine: ['pending', 'paid'] }, 'foreign')
  storeReceipt(keep, 'mine')
  await run()
  assert.deepEqual(requests, [{ code: 'foreign' }, { receipt: 'mine' }, { receipt: 'mine' }])
  assert.deepEqual(
    news.map(({ order, stage }) => [order.status, stage]),
    [
      ['pending', 'earlier'],
      ['paid', 'earlier'],
    ],
  )
  assert.deepEqual(readReceipts(keep), [])
})
