import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CallError } from '#kernel/browser/call.ts'
import type { EmbedApi, HostEvent } from '#kernel/browser/embed-page.ts'
import type { OrderStatus, OrderStatusRequest } from '../endpoints.ts'
import { follow, type OrderNews, PAUSES_MS } from './order-news.ts'
import { keepReceipt, readReceipts } from './receipts.ts'

type Status = OrderStatus['status']

/** A frame whose service answers each order's states in turn, the last one for ever. */
function frame(orders: Record<string, (Status | CallError)[]>, code?: string) {
  const kept = new Map<string, string>()
  const asked: OrderStatusRequest[] = []
  const told: HostEvent[] = []
  const news: OrderNews[] = []
  const keep: EmbedApi['keep'] = {
    get: (name) => kept.get(name) ?? null,
    set: (name, value) => void (value === null ? kept.delete(name) : kept.set(name, value)),
  }
  const embed = {
    keep,
    takeCode: async () => code,
    tell: (event: HostEvent) => void told.push(event),
    call: async (_: unknown, request: OrderStatusRequest) => {
      asked.push(request)
      const states = orders[request.code ?? request.receipt!]
      const state = states!.length > 1 ? states!.shift()! : states![0]!
      if (state instanceof CallError) throw state
      return { status: state, item_name: 'Rye loaf', amount_total: 1000, currency: 'eur' }
    },
  } as unknown as EmbedApi
  const waited: number[] = []
  const run = () =>
    follow(
      embed,
      (one) => news.push(one),
      new AbortController().signal,
      async (ms) => void waited.push(ms),
    )
  return { run, asked, told, news, keep, waited }
}
const statuses = (news: OrderNews[]) => news.map(({ order }) => order.status)
const gone = new CallError(404, 'order_not_found', 'No such order')
const fault = new CallError(503, 'unavailable', 'The server answered 503')

test('without a code and a receipt nothing is asked', async () => {
  const { run, asked } = frame({})
  await run()
  assert.deepEqual(asked, [])
})

test('a buyer who comes back is told, the page hears of it, and the receipt is done with', async () => {
  const { run, asked, told, news, keep } = frame({ c1: ['paid'] }, 'c1')
  keepReceipt(keep, 'r1')
  await run()
  assert.deepEqual(asked, [{ code: 'c1' }])
  assert.deepEqual(statuses(news), ['paid'])
  assert.equal(news[0]!.back, true)
  assert.deepEqual(told, [{ type: 'purchase', item: 'Rye loaf', amount: 1000, currency: 'eur' }])
  assert.deepEqual(readReceipts(keep), [])
})

for (const status of ['canceled', 'failed'] as const)
  test(`a ${status} payment is told once and is no purchase`, async () => {
    const { run, told, news, keep } = frame({ c1: [status] }, 'c1')
    keepReceipt(keep, 'r1')
    await run()
    assert.deepEqual(statuses(news), [status])
    assert.deepEqual(told, [])
    assert.deepEqual(readReceipts(keep), [])
  })

test('a pending order is asked for again by its receipt, since the code is used up, until it is settled', async () => {
  const { run, asked, told, news, keep } = frame({ c1: ['pending'], r1: ['pending', 'paid'] }, 'c1')
  keepReceipt(keep, 'r1')
  await run()
  assert.deepEqual(asked, [{ code: 'c1' }, { receipt: 'r1' }, { receipt: 'r1' }])
  assert.deepEqual(statuses(news), ['pending', 'pending', 'paid'])
  assert.equal(told.length, 1)
})

test('a tab closed after paying: the next visit asks by the receipt', async () => {
  const { run, told, news, keep } = frame({ r1: ['paid'] })
  keepReceipt(keep, 'r1')
  await run()
  assert.deepEqual(statuses(news), ['paid'])
  assert.equal(news[0]!.back, false)
  assert.equal(told.length, 1)
  await run()
  assert.equal(told.length, 1)
})

test('an order that stays open is asked for with longer and longer pauses, and again on the next visit', async () => {
  const { run, waited, keep } = frame({ r1: ['pending'] })
  keepReceipt(keep, 'r1')
  await run()
  assert.deepEqual(waited, PAUSES_MS)
  assert.deepEqual(readReceipts(keep), ['r1'])
})

test('a failing service is asked again; an order it does not know is forgotten', async () => {
  const { run, news, keep } = frame({ r1: [fault, 'paid'], r2: [gone] })
  keepReceipt(keep, 'r1')
  keepReceipt(keep, 'r2')
  await run()
  assert.deepEqual(statuses(news), ['paid'])
  assert.deepEqual(readReceipts(keep), [])
})

test('what lies in the storage and is no list of receipts counts as none', () => {
  const { keep } = frame({})
  for (const text of ['', 'x', '{}', '"r"', '[1,null]']) {
    keep.set('receipts', text)
    assert.deepEqual(readReceipts(keep), [], text)
  }
})

test('only the newest receipts are kept', () => {
  const { keep } = frame({})
  for (let n = 0; n < 9; n++) keepReceipt(keep, `r${n}`)
  assert.deepEqual(readReceipts(keep), ['r4', 'r5', 'r6', 'r7', 'r8'])
})
