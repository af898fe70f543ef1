import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import Stripe from 'stripe'
import { newCreator } from './plans.ts'
import type { TestCreator } from './plans.ts'
import { openShop } from './shop.ts'
import type { Shop } from './shop.ts'
import { testApp } from './test-app.ts'
import type { TestApp } from './test-app.ts'
import { testSandbox } from './test-sandbox.ts'
import { functionCall } from './function-call.ts'
import { makeItem } from './factories.ts'

/** A card provider that journeys can be walked through with, without a browser. */
export interface Service {
  app: TestApp
  /** The official client as the platform. */
  stripe: Stripe
  /** A tenant with an account that takes charges, or why there is none. */
  shop: () => Promise<Shop | string>
  /**
   * Finishes a hosted checkout with a test card by its token (`tok_visa`), as the provider's command line tool does.
   * @returns null, or the code of the refusal
   */
  finish: (session: string, amount: number, token: string, account?: string) => Promise<string | null>
  /** Delivers every event since the start, in any order and twice; signed with the secrets that the server has. */
  deliver: (account?: string) => Promise<void>
}

const STAFF = { STAFF_EMAIL_DOMAINS: 'staff.example', AUTH_LIMIT_FACTOR: '100' }

/** The stand-in. Its own deliveries go nowhere: events come as they do from the real service. */
export async function sandboxService(): Promise<Service> {
  const sandbox = await testSandbox()
  const app = await testApp({ sandbox: sandbox.ready, env: STAFF, worker: true })
  const { secretKeyTest } = sandbox.ready.stripe
  const secrets = {
    platform: sandbox.webhookSecrets.test.platform,
    connect: sandbox.webhookSecrets.test.connect,
  }
  return serviceOf(app, sandbox.stripe.test, sandbox.ready.url, secretKeyTest, secrets, () =>
    openShop(app, sandbox),
  )
}

/**
 * A real test account, when STRIPE_SECRET_KEY_TEST names one. STRIPE_TEST_CONNECTED_ACCOUNT is an account of it that was
 * onboarded by hand: no program can do that. Objects with names of ours are left at it.
 * @returns why it cannot be had
 */
export async function liveService(env: NodeJS.ProcessEnv): Promise<Service | string> {
  const key = env.STRIPE_SECRET_KEY_TEST
  if (!key) return 'STRIPE_SECRET_KEY_TEST is not set'
  if (key.startsWith('sk_test_sandbox')) return 'STRIPE_SECRET_KEY_TEST is a key of the sandbox'
  if (!/^(sk|rk)_test_/.test(key)) return 'STRIPE_SECRET_KEY_TEST is no key of a test mode'
  const secrets = { platform: `whsec_${randomUUID()}`, connect: `whsec_${randomUUID()}` }
  const app = await testApp({
    worker: true,
    env: {
      ...STAFF,
      PAYMENTS_PROVIDER: 'stripe',
      STRIPE_SECRET_KEY_TEST: key,
      STRIPE_PUBLISHABLE_KEY_TEST: env.STRIPE_PUBLISHABLE_KEY_TEST ?? 'pk_test_unused',
      STRIPE_WEBHOOK_SECRET_TEST: secrets.platform,
      STRIPE_CONNECT_WEBHOOK_SECRET_TEST: secrets.connect,
      ...(env.STRIPE_CONNECT_CLIENT_ID_TEST
        ? { STRIPE_CONNECT_CLIENT_ID_TEST: env.STRIPE_CONNECT_CLIENT_ID_TEST }
        : {}),
    },
  })
  const account = env.STRIPE_TEST_CONNECTED_ACCOUNT
  const shop = async (): Promise<Shop | string> =>
    account ? shopWith(app, account) : 'STRIPE_TEST_CONNECTED_ACCOUNT names no onboarded account'
  return serviceOf(app, new Stripe(key), 'https://api.stripe.com', key, secrets, shop)
}

function serviceOf(
  app: TestApp,
  stripe: Stripe,
  url: string,
  key: string,
  secrets: { platform: string; connect: string },
  shop: Service['shop'],
): Service {
  // Its clock may be a little behind ours.
  const since = Math.floor(Date.now() / 1000) - 60
  return {
    app,
    stripe,
    shop,
    async finish(session, amount, token, account) {
      const own = account ? { stripeAccount: account } : {}
      const method = await stripe.paymentMethods.create(
        { type: 'card', card: { token }, billing_details: { email: 'buyer@example.com', name: 'Bo Buyer' } },
        own,
      )
      const headers = { authorization: `Bearer ${key}`, ...(account ? { 'stripe-account': account } : {}) }
      const page = `${url}/v1/payment_pages/${session}`
      const seen = await fetch(page, { headers })
      assert.equal(seen.status, 200, await seen.text())
      const body = new URLSearchParams({ payment_method: method.id, expected_amount: String(amount) })
      const answer = await fetch(`${page}/confirm`, { method: 'POST', headers, body })
      if (answer.ok) return null
      const { error } = (await answer.json()) as { error: { code?: string; message: string } }
      return error.code ?? error.message
    },
    async deliver(account) {
      const events: Stripe.Event[] = []
      const own = account ? { stripeAccount: account } : {}
      for await (const event of stripe.events.list({ limit: 100, created: { gte: since } }, own))
        events.push(event)
      const secret = account ? secrets.connect : secrets.platform
      const path = `/webhooks/stripe/test/${account ? 'connect' : 'platform'}`
      for (const event of shuffled([...events, ...events])) {
        const payload = JSON.stringify(account ? { ...event, account } : event)
        const header = Stripe.webhooks.generateTestHeaderString({ payload, secret })
        const answer = await app.request(path, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'stripe-signature': header },
          body: payload,
        })
        assert.equal(answer.status, 200, `${event.type}: ${answer.status}`)
      }
    },
  }
}

/** A tenant of a new creator that has this account, as the end of its onboarding would have left it. */
async function shopWith(app: TestApp, account: string): Promise<Shop> {
  const creator: TestCreator = await newCreator(app)
  const tenant = await creator.tenant()
  await app.owner.query(
    `insert into public.payment_accounts (tenant_id, mode, account_id, details_submitted, charges_enabled, payouts_enabled)
     values ($1, 'test', $2, true, true, true)`,
    [tenant.id, account],
  )
  await app.owner.query('update public.tenants set stripe_account_id_test = $2 where id = $1', [
    tenant.id,
    account,
  ])
  return {
    tenant,
    itemId: await makeItem(app.database, tenant.id, { name: 'Rye loaf', price_cents: 1250 }),
    account,
    token: creator.token,
    creator: creator.call,
    visitor: functionCall(app, tenant.public_key),
  }
}

function shuffled<T>(list: T[]): T[] {
  return list
    .map((value) => ({ value, place: Math.random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ value }) => value)
}
