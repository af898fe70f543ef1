import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type Stripe from 'stripe'
import { goodCard, openBench } from '../test-bench.ts'
import type { Bench } from '../test-bench.ts'
import { openBilling } from '../billing-bench.ts'
import type { BillingBench } from '../billing-bench.ts'

describe('the invoice page', () => {
  let bench: Bench
  let stripe: Stripe
  let billing: BillingBench
  before(async () => {
    bench = await openBench()
    stripe = bench.stripe
    billing = await openBilling(bench)
  })
  after(() => bench.close())

  const overdue = async (): Promise<{ id: string; invoice: Stripe.Invoice }> => {
    const customer = await stripe.customers.create({ email: 'ada@example.test', name: 'Ada' })
    const { id } = await billing.trial(customer.id, '4000000000000341')
    await billing.advance(3, 60)
    return { id, invoice: (await billing.read(id)).latest_invoice as Stripe.Invoice }
  }

  test('a customer pays an open invoice, and the subscription becomes active', async () => {
    const { id, invoice } = await overdue()
    const url = invoice.hosted_invoice_url!
    const page = await fetch(url).then((answer) => answer.text())
    for (const text of [invoice.number!, '1 × Pro (at €19.00 / month)', 'To be paid', 'Pay €19.00', 'Ada'])
      assert.ok(page.includes(text), text)
    const refused = await bench.submit(url, { ...goodCard, number: '4000000000009995' })
    assert.equal(refused.status, 402)
    assert.match(await refused.text(), /insufficient funds/)
    assert.equal((await bench.submit(url, goodCard)).status, 303)
    const healed = await billing.read(id)
    assert.deepEqual([healed.status, (healed.latest_invoice as Stripe.Invoice).status], ['active', 'paid'])
    assert.match(await fetch(url).then((answer) => answer.text()), /Paid/)
    await bench.submit(url, goodCard)
    const charges = await stripe.charges.list({ customer: healed.customer as string, limit: 100 })
    assert.equal(charges.data.filter((one) => one.paid).length, 1, 'paid once')
    await stripe.subscriptions.cancel(id)
  })

  test('the customer can authenticate there, which is impossible at a renewal', async () => {
    const { id, invoice } = await overdue()
    const url = invoice.hosted_invoice_url!
    const sent = await bench.submit(url, { ...goodCard, number: '4000002760003184' })
    const bank = new URL(sent.headers.get('location')!, bench.sandbox.url).href
    assert.match(await fetch(bank).then((answer) => answer.text()), /Complete authentication/)
    assert.equal((await bench.submit(bank, { answer: 'fail' })).status, 402)
    await bench.submit(url, { ...goodCard, number: '4000002760003184' })
    await bench.submit(bank, { answer: 'complete' })
    assert.equal((await billing.read(id)).status, 'active')
    await stripe.subscriptions.cancel(id)
  })

  test('offers a PDF; drafts and unknown ids show nothing', async () => {
    const { id, invoice } = await overdue()
    const pdf = await fetch(invoice.invoice_pdf!)
    assert.equal(pdf.headers.get('content-type'), 'application/pdf')
    const bytes = Buffer.from(await pdf.arrayBuffer()).toString('latin1')
    assert.match(bytes, /^%PDF-1\.4\n/)
    assert.ok(bytes.includes(`(Invoice ${invoice.number})`) && bytes.includes('Amount due: \u008019.00'))
    const start = Number(/startxref\n(\d+)/.exec(bytes)?.[1])
    assert.ok(bytes.slice(start).startsWith('xref'))
    assert.equal((await fetch(`${bench.sandbox.url}/i/in_none`)).status, 404)
    const voided = await stripe.invoices.voidInvoice(invoice.id)
    assert.equal(voided.status, 'void')
    assert.equal((await bench.submit(invoice.hosted_invoice_url!, goodCard)).status, 303)
    assert.equal((await stripe.invoices.retrieve(invoice.id)).status, 'void')
    await stripe.subscriptions.cancel(id)
  })
})
