import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after } from 'node:test'
import { createAdaptorServer } from '@hono/node-server'
import Stripe from 'stripe'
import type { PaymentMode, SandboxReady } from '#kernel/config.ts'
import { THIN_EVENTS } from '#kernel/payments/payments.ts'
import { keepContractCount } from './contract-count.ts'
import { endWithThisProcess } from './guardian/guard.ts'
import { ROOT } from './test-cluster.ts'

/** Card numbers of the provider's own documentation. */
export const CARDS = { success: '4242424242424242', declined: '4000000000000002' }

type Answer = (request: Request) => Response | Promise<Response>

/** One kept event of the sandbox with what became of its deliveries. */
export interface SandboxEvent {
  id: string
  type: string
  account?: string
  data: { object: { id: string } }
  deliveries: { id: string; status: string }[]
}

/**
 * The payments and mail stand-in as a program of its own, on free ports and in memory, with our webhook endpoints
 * registered the way production is set up. Its deliveries come to `receive` over a real connection.
 */
export async function testSandbox() {
  const ready = await startSandbox()
  const clients = { test: clientOf(ready, 'test'), live: clientOf(ready, 'live') }
  let answer: Answer = () => new Response('nobody listens yet', { status: 503 })
  const listener = createAdaptorServer({ fetch: (request: Request) => answer(request) })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  after(() => void listener.close())
  const base = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`
  const webhookSecrets = {
    test: await register(clients.test, base, 'test'),
    live: await register(clients.live, base, 'live'),
  }

  /** The control API: faults, pauses, replays, the clock. */
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
    /** The official SDK as the platform, for looking at what is really there. */
    stripe: clients,
    control,
    /** Where deliveries go from now on. */
    receive: (next: Answer) => void (answer = next),
    events: (type: string) => control<SandboxEvent[]>('GET', `/events?type=${type}`),
    post: (address: string, fields: Record<string, string>) => submit(address, fields),
    pay: (url: string, card?: string) => pay(url, card),
    onboard: (url: string, how?: 'finish' | 'more' | 'later') => onboard(url, how),
    /** What the official contract found wrong with our requests, and how many it saw. */
    contract: () => control<{ validated: number; violations: unknown[] }>('GET', '/contract'),
  }
}

export type TestSandbox = Awaited<ReturnType<typeof testSandbox>>

async function startSandbox(): Promise<SandboxReady> {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(ROOT, 'sandbox', 'main.ts')],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: {
        PATH: process.env.PATH,
        ...(process.env.NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE } : {}),
        NODE_ENV: 'test',
        SANDBOX_PORT: '0',
        SANDBOX_SMTP_PORT: '0',
        SANDBOX_DATA: ':memory:',
      },
    },
  )
  if (child.pid) endWithThisProcess({ process: child.pid })
  let url: string | undefined
  after(async () => {
    if (child.exitCode !== null) return
    if (url) await keepContractCount(url)
    const gone = once(child, 'exit')
    child.kill('SIGTERM')
    await gone
  })
  for await (const line of createInterface({ input: child.stdout })) {
    child.stdout.resume()
    const ready = JSON.parse(line) as SandboxReady
    url = ready.url
    return ready
  }
  throw new Error('The sandbox ended before it was ready')
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

/** Posts a form of a hosted page as a browser does; redirects are not followed. */
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

/** Types a card on the hosted checkout. @returns where the buyer is sent; empty when the card was declined */
async function pay(url: string, number: string = CARDS.success): Promise<string> {
  const fields = { email: 'buyer@example.test', number, expiry: '12 / 34', cvc: '123', name: 'Bo Buyer' }
  return (await submit(url, fields)).to
}

/**
 * Walks through the hosted onboarding.
 * @param how `later` leaves at the first step, `more` ends with a document still asked for
 * @returns where the creator is sent
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
