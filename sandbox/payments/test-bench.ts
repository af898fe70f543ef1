import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import Stripe from 'stripe'
import { openSandbox } from '../sandbox.ts'
import type { Sandbox, SandboxOptions } from '../sandbox.ts'
import type { ContractReport } from './contract/log.ts'

/** A sandbox in memory, the official client connected to it, and steps that many tests share. */
export interface Bench {
  sandbox: Sandbox
  stripe: Stripe
  client: (key: string, retries?: number) => Stripe
  control: <T>(path: string, body?: object) => Promise<T>
  /** Creates an account, completes its onboarding and returns its id. */
  onboardedAccount: (client?: Stripe) => Promise<string>
  /** Posts a hosted page's form as a browser would, without following redirects. */
  submit: (url: string, fields: Record<string, string>) => Promise<Response>
  /** Closes everything. Fails if a response or event broke the contract, or if nothing was checked. */
  close: () => Promise<void>
}

export async function openBench(options: Partial<SandboxOptions> = {}): Promise<Bench> {
  const sandbox = await openSandbox({ port: 0, smtpPort: 0, data: ':memory:', ...options })
  const { hostname, port } = new URL(sandbox.url)
  const client = (key: string, retries = 0): Stripe =>
    new Stripe(key, {
      host: hostname,
      port: Number(port),
      protocol: 'http',
      telemetry: false,
      maxNetworkRetries: retries,
    })
  const stripe = client(sandbox.keys.secretKeyTest)

  const control = async <T>(path: string, body?: object): Promise<T> => {
    const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
    const response = await fetch(`${sandbox.url}/_sandbox/${path}`, init)
    assert.ok(response.ok, `${path} answered ${response.status}`)
    return (await response.json()) as T
  }
  const submit = (url: string, fields: Record<string, string>): Promise<Response> =>
    fetch(new URL(url, sandbox.url), {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams(fields),
    })

  const onboardedAccount = async (own = stripe): Promise<string> => {
    const account = await own.v2.core.accounts.create(merchant)
    const visit = await openVisit(await onboardingLink(own, account.id))
    await submit(`${visit}/business`, { name: 'Bakery', country: 'DE', go: 'on' })
    const done = await submit(`${visit}/bank`, { iban: 'DE89370400440532013000', go: 'finish' })
    assert.equal(done.headers.get('location'), 'http://shop.test/return')
    return account.id
  }

  const close = async (): Promise<void> => {
    const report = await control<ContractReport>('contract')
    await sandbox.close()
    assert.ok(report.validated > 0, 'no request was checked')
    assert.deepEqual(
      report.violations.filter((one) => one.what !== 'request'),
      [],
    )
  }
  return { sandbox, stripe, client, control, onboardedAccount, submit, close }
}

/** Parameters with which the product creates a merchant account. */
export const merchant: Stripe.V2.Core.AccountCreateParams = {
  contact_email: 'owner@bakery.test',
  display_name: 'Bakery',
  dashboard: 'full',
  identity: { country: 'DE' },
  defaults: { responsibilities: { fees_collector: 'stripe', losses_collector: 'stripe' } },
  configuration: { merchant: { capabilities: { card_payments: { requested: true } } } },
}

export async function onboardingLink(stripe: Stripe, account: string): Promise<string> {
  const link = await stripe.v2.core.accountLinks.create({
    account,
    use_case: {
      type: 'account_onboarding',
      account_onboarding: { refresh_url: 'http://shop.test/refresh', return_url: 'http://shop.test/return' },
    },
  })
  return link.url
}

/** Opens a link and returns the URL of the visit, without the step. */
export async function openVisit(link: string): Promise<string> {
  const response = await fetch(link, { redirect: 'manual' })
  const to = response.headers.get('location') ?? ''
  assert.match(to, /^\/setup\/visit_\w+\/business$/)
  return to.replace(/\/business$/, '')
}

/** The id of an object that may be expanded. */
export function idOf(reference: string | { id: string } | null | undefined): string {
  assert.ok(reference)
  return typeof reference === 'string' ? reference : reference.id
}

/** An order of one product for 10 euros. */
export const tenEuros: Stripe.Checkout.SessionCreateParams = {
  mode: 'payment',
  line_items: [
    { quantity: 1, price_data: { currency: 'eur', unit_amount: 1000, product_data: { name: 'Cake' } } },
  ],
  success_url: 'http://shop.test/done?session={CHECKOUT_SESSION_ID}',
  cancel_url: 'http://shop.test/back',
}

export const goodCard = {
  email: 'buyer@example.test',
  number: '4242 4242 4242 4242',
  expiry: '12 / 34',
  cvc: '123',
  name: 'Ada Buyer',
}

export interface Received {
  body: string
  headers: IncomingHttpHeaders
}

/** A webhook receiver that records requests and sends configurable responses. */
export interface Receiver {
  url: string
  received: Received[]
  /** Status of the response to the n-th request (from 0). */
  answer: (at: number) => number
  /** Resolves when this many requests have arrived. */
  until(count: number): Promise<Received[]>
  close(): void
}

export async function openReceiver(port = 0): Promise<Receiver> {
  const received: Received[] = []
  const server = createServer((request, response) => {
    const take = async (): Promise<void> => {
      received.push({ body: await text(request), headers: request.headers })
      response.writeHead(receiver.answer(received.length - 1)).end()
      server.emit('received')
    }
    void take()
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    answer: () => 200,
    until: async (count) => {
      while (received.length < count) await once(server, 'received')
      return received
    },
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
  return receiver
}
