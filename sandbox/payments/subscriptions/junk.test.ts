import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { definition, operations } from '../contract/contract.ts'
import { openBench } from '../test-bench.ts'
import type { Bench } from '../test-bench.ts'
import { openBilling } from '../billing-bench.ts'

const mine = /^(billingPortal|customers|invoicePayments|invoices|paymentMethods|subscriptions|testHelpers)\./
const junk = ['', '-1', '1e99', 'x'.repeat(600), '\u0000']

/**
 * Valid parameters of each operation, so that junk in one of them reaches the rules behind the schema check.
 */
function base(ids: Record<string, string>): Record<string, Record<string, string>> {
  const rows = { 'items[0][price]': ids['price']! }
  return {
    'billingPortal.configurations.create': { 'features[invoice_history][enabled]': 'true' },
    'billingPortal.sessions.create': { customer: ids['customer']! },
    'paymentMethods.attach': { customer: ids['customer']! },
    'paymentMethods.create': { type: 'card', 'card[token]': 'tok_visa' },
    'subscriptions.create': { customer: ids['customer']!, ...rows },
    'testHelpers.testClocks.advance': { frozen_time: '1900000000' },
    'testHelpers.testClocks.create': { frozen_time: '1800000000' },
  }
}

const nested = [
  'add_invoice_items[0][price]',
  'card[exp_month]',
  'card[number]',
  'features[subscription_cancel][mode]',
  'features[subscription_update][products][0][prices][0]',
  'flow_data[type]',
  'invoice_settings[default_payment_method]',
  'items[0][id]',
  'items[0][price_data][currency]',
  'items[0][quantity]',
  'payment[payment_intent]',
  'trial_settings[end_behavior][missing_payment_method]',
]

describe('junk parameters in billing calls', () => {
  let bench: Bench
  let ids: Record<string, string>
  before(async () => {
    bench = await openBench()
    const { stripe } = bench
    const billing = await openBilling(bench)
    const customer = (await billing.customer()).id
    const made = await stripe.subscriptions.create({ customer, items: [{ price: billing.pro.id }] })
    const clock = await stripe.testHelpers.testClocks.create({ frozen_time: 1_800_000_000 })
    const features = { invoice_history: { enabled: true } }
    ids = {
      price: billing.pro.id,
      customer,
      subscriptions: made.id,
      invoices: made.latest_invoice as string,
      customers: customer,
      paymentMethods: (await stripe.customers.listPaymentMethods(customer)).data[0]!.id,
      testHelpers: clock.id,
      billingPortal: (await stripe.billingPortal.configurations.create({ features })).id,
    }
  })
  after(() => bench.sandbox.close())

  for (const operation of Object.values(operations).filter((one) => mine.test(one.id)))
    test(`${operation.id} refuses them clearly or succeeds`, async () => {
      const { sandbox } = bench
      const own = ids[operation.id.split('.')[0]!] ?? 'none'
      // DELETE would end the object under test, so it gets an unknown id.
      const path = operation.path.replaceAll(/\{\w+\}/g, operation.method === 'DELETE' ? 'none' : own)
      const schema = operation.params?.schema
      const refusedOrDone = async (name: string, value: string): Promise<void> => {
        const fields = new URLSearchParams({ ...base(ids)[operation.id], [name]: value })
        const get = operation.method !== 'POST'
        const answer = await fetch(`${sandbox.url}${path}${get ? `?${fields.toString()}` : ''}`, {
          method: operation.method,
          headers: { authorization: `Bearer ${sandbox.keys.secretKeyTest}` },
          ...(get ? {} : { body: fields }),
        })
        const body = (await answer.json()) as { error?: { code?: string; message: string } }
        const honest = answer.status < 500 || body.error?.code === 'not_simulated'
        assert.ok(honest, `${name}=${value.slice(0, 20)}: ${answer.status} ${body.error?.message}`)
      }
      const names = Object.keys(schema?.properties ?? referred(schema?.$ref))
      for (const name of [...names, ...nested.filter((one) => names.includes(one.split('[')[0]!)), 'unknown'])
        await Promise.all(junk.map((value) => refusedOrDone(name, value)))
    })
})

function referred(reference: string | undefined): object {
  return reference ? (definition(reference).properties ?? {}) : {}
}
