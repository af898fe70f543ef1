import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import { createAdaptorServer } from '@hono/node-server'
import Stripe from 'stripe'
import type { PaymentMode, SandboxReady } from '#kernel/config.ts'
import { THIN_EVENTS } from '#kernel/payments/payments.ts'
import { openSandbox } from '../sandbox/sandbox.ts'
import { keepContractCount } from './contract-count.ts'

/** Card numbers from the provider's documentation. */
export const CARDS = { success: '4242424242424242', declined: '4000000000000002' }

type Handler = (request: Request) => Response | Promise<Response>

/** A stored event of the sandbox with the status of its deliveries. */
export interface SandboxEvent {
  id: string
  type: string
  account?: string
  data: { object: { id: string } }
  deliveries: { id: string; status: string }[]
}

/**
 * Opens the payment and email sandbox on free ports and in memory, with webhook endpoints registered as in production.
 * It is in this process, because loading its modules again for each file would take a second, but all of its traffic
 * goes over real connections. `receive` gets its deliveries. `sandbox/main.test.ts` covers the separate process.
 */
export async function testSandbox() {
  const ready = await startSandbox()
  const clients = { test: clientOf(ready, 'test'), live: clientOf(ready, 'live') }
  let handler: Handler = () => new Response('no receiver yet', { status: 503 })
  const listener = createAdaptorServer({ fetch: (request: Request) => handler(request) })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  after(() => void listener.close())
  const base = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`
  const webhookSecrets = {
    test: await register(clients.test, base, 'test'),
    live: await register(clients.live, base, 'live'),
  }

  /** Calls the control API: faults, pauses, replays, the clock. */
  async function control<T = unknown>(method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(`${ready.url}/_sandbox${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
    })
    assert.equal(response.status, 200, `${path}: ${response.status}`)
    return (await response.json()) as T
  }

  return {
    ready: { ...ready, webhookSecrets } satisfies SandboxReady,
    webhookSecrets,
    /** The official SDK signed in as the platform, to check what the provider stores. */
    stripe: clients,
    control,
    /** Sets the receiver of all further deliveries. */
    receive: (next: Handler) => void (handler = next),
    events: (type: string) => control<SandboxEvent[]>('GET', `/events?type=${type}`),
    post: (address: string, fields: Record<string, string>) => submit(address, fields),
    pay: (url: string, card?: string) => pay(url, card),
    onboard: (url: string, how?: 'finish' | 'more' | 'later') => onboard(url, how),
    /** Number of requests checked against the official contract, and the violations. */
    contract: () => control<{ validated: number; violations: unknown[] }>('GET', '/contract'),
  }
}

export type TestSandbox = Awaited<ReturnType<typeof testSandbox>>

async function startSandbox(): Promise<SandboxReady> {
  const sandbox = await openSandbox({ port: 0, smtpPort: 0, data: ':memory:' })
  const { url, smtpUrl, identity, auth0 } = sandbox
  after(async () => {
    await keepContractCount(url)
    await sandbox.close()
  })
  const { account: _, ...stripe } = sandbox.keys
  return { url, smtpUrl, stripe, identity, auth0 }
}

function clientOf({ url, stripe }: SandboxReady, mode: PaymentMode): Stripe {
  const key = mode === 'test' ? stripe.secretKeyTest : stripe.secretKeyLive
  const { hostname, port } = new URL(url)
  return new Stripe(key, { host: hostname, port, protocol: 'http', telemetry: false, maxNetworkRetries: 0 })
}

async function register(stripe: Stripe, base: string, mode: PaymentMode) {
  const secretOf = async (endpoint: 'platform' | 'connect') => {
    const url = `${base}/webhooks/stripe/${mode}/${endpoint}`
    const connect = endpoint === 'connect'
    return (await stripe.webhookEndpoints.create({ url, enabled_events: ['*'], connect })).secret!
  }
  const destination = await stripe.v2.core.eventDestinations.create({
    name: 'Accounts',
    type: 'webhook_endpoint',
    event_payload: 'thin',
    enabled_events: [...THIN_EVENTS],
    events_from: ['@self', '@accounts'],
    webhook_endpoint: { url: `${base}/webhooks/stripe/${mode}/thin` },
    include: ['webhook_endpoint.signing_secret'],
  })
  return {
    platform: await secretOf('platform'),
    connect: await secretOf('connect'),
    thin: destination.webhook_endpoint!.signing_secret!,
  }
}

/** Posts a form of a hosted page like a browser, without following redirects. */
async function submit(address: string, fields: Record<string, string>) {
  const response = await fetch(address, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: new URL(address).origin },
    body: new URLSearchParams(fields),
  })
  const location = response.headers.get('location')
  return { status: response.status, to: location ? new URL(location, address).href : '' }
}

/**
 * Pays on the hosted checkout.
 * @returns the address that the buyer is redirected to; empty if the card was declined
 */
async function pay(url: string, number: string = CARDS.success): Promise<string> {
  const fields = { email: 'buyer@example.test', number, expiry: '12 / 34', cvc: '123', name: 'Bo Buyer' }
  return (await submit(url, fields)).to
}

/**
 * Completes the hosted onboarding.
 * @param how `later` leaves at the first step, `more` ends with a required document missing
 * @returns the address that the creator is redirected to
 */
async function onboard(url: string, how: 'finish' | 'more' | 'later' = 'finish'): Promise<string> {
  const entered = await fetch(url, { redirect: 'manual' })
  const business = new URL(entered.headers.get('location') ?? '', url).href
  if (!business.endsWith('/business')) return business
  const first = await submit(business, {
    name: 'Hearth & Rye',
    country: 'DE',
    go: how === 'later' ? 'later' : 'on',
  })
  if (how === 'later') return first.to
  return (await submit(first.to, { iban: 'DE89370400440532013000', go: how })).to
}
