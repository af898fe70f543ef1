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

/** A card provider on which payment journeys run without a browser. */
export interface Service {
  app: TestApp
  /** The official client, signed in as the platform. */
  stripe: Stripe
  /** A tenant with an account that accepts charges, or the reason why there is none. */
  shop: () => Promise<Shop | string>
  /**
   * Completes a hosted checkout with a test card's token (`tok_visa`), as the provider's command-line tool
   * does.
   * @returns null, or the error code of a refusal
   */
  finish: (session: string, amount: number, token: string, account?: string) => Promise<string | null>
  /**
   * Delivers every event since the start twice and in random order, signed with the server's webhook
   * secrets.
   */
  deliver: (account?: string) => Promise<void>
}

const STAFF = { STAFF_EMAIL_DOMAINS: 'staff.example', AUTH_LIMIT_FACTOR: '100' }

/** The sandbox. It delivers no events: the tests fetch and deliver them as they do with the real service. */
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
 * A real test account, if STRIPE_SECRET_KEY_TEST is set. STRIPE_TEST_CONNECTED_ACCOUNT is a connected account
 * that was onboarded manually, because no program can do that. The objects that the tests create stay in the
 * account.
 * @returns the service, or the reason why it cannot be used
 */
export async function liveService(env: NodeJS.ProcessEnv): Promise<Service | string> {
  const key = env.STRIPE_SECRET_KEY_TEST
  if (!key) return 'STRIPE_SECRET_KEY_TEST is not set'
  if (key.startsWith('sk_test_sandbox')) return 'STRIPE_SECRET_KEY_TEST is a key of the sandbox'
  if (!/^(sk|rk)_test_/.test(key)) return 'STRIPE_SECRET_KEY_TEST is not a test mode key'
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
  // The provider's clock may be slightly behind.
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
      const opened = await fetch(page, { headers })
      assert.equal(opened.status, 200, await opened.text())
      const body = new URLSearchParams({ payment_method: method.id, expected_amount: String(amount) })
      const response = await fetch(`${page}/confirm`, { method: 'POST', headers, body })
      if (response.ok) return null
      const { error } = (await response.json()) as { error: { code?: string; message: string } }
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
        const response = await app.request(path, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'stripe-signature': header },
          body: payload,
        })
        assert.equal(response.status, 200, `${event.type}: ${response.status}`)
      }
    },
  }
}

/** Creates a creator with a tenant that is connected to this account, as after a finished onboarding. */
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
