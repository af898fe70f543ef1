import assert from 'node:assert/strict'
import { makeItem, makeTenant } from './factories.ts'
import type { TestTenant } from './factories.ts'
import { functionCall } from './function-call.ts'
import { signUp } from './test-users.ts'
import type { TestApp } from './test-app.ts'
import type { TestSandbox } from './test-sandbox.ts'

/** The shop page that buyers visit. Test mode allows it without an allowlist entry. */
export const SHOP_PAGE = 'http://shop.localhost:4800/bread?from=mail#top'

export interface Shop {
  tenant: TestTenant
  /** Id of a product that costs €12.50. */
  itemId: string
  /** The tenant's account at the sandbox. */
  account: string
  /** The creator's access token. */
  token: string
  /** Calls functions as the creator. */
  creator: ReturnType<typeof functionCall>
  /** Calls functions as a visitor of the shop's site. */
  visitor: ReturnType<typeof functionCall>
}

/**
 * Makes a creator with a tenant, one product, and an account that accepts charges (through the real
 * onboarding).
 */
export async function openShop(app: TestApp, sandbox: TestSandbox, of?: Shop): Promise<Shop> {
  const session = of ? undefined : await signUp(app, app.anonKey)
  const token = of?.token ?? session!.access_token
  const creator = functionCall(app, app.anonKey, token)
  const tenant = await makeTenant(app.database, { owner: of?.tenant.owner ?? session!.user.id })
  const { body } = await creator('POST', '/stripe-connect-start', { tenant_id: tenant.id })
  const { pathname, search } = new URL(await sandbox.onboard(body.url))
  const callback = await app.request(pathname + search)
  assert.match(callback.headers.get('location') ?? '', /stripe=connected/)
  const { rows } = await app.owner.query(
    'select account_id from public.payment_accounts where tenant_id = $1',
    [tenant.id],
  )
  return {
    tenant,
    itemId: await makeItem(app.database, tenant.id, { name: 'Rye loaf', price_cents: 1250 }),
    account: rows[0].account_id,
    token,
    creator,
    visitor: functionCall(app, tenant.public_key),
  }
}

/** Clicks Purchase Now. @returns the hosted checkout's address, the session's id and the receipt */
export async function buy(
  { visitor, itemId }: Pick<Shop, 'visitor' | 'itemId'>,
  pageUrl: string = SHOP_PAGE,
) {
  const { status, body } = await visitor('POST', '/purchase', { item_id: itemId, page_url: pageUrl })
  assert.equal(status, 200, JSON.stringify(body))
  const session = /\/c\/pay\/(cs_\w+)/.exec(body.url)?.[1] ?? ''
  return { url: body.url as string, receipt: body.receipt as string, session }
}

/** The orders of a tenant, newest first, with all their columns. */
export async function ordersOf(app: TestApp, tenantId: string) {
  const { rows } = await app.owner.query(
    'select * from public.orders where tenant_id = $1 order by created_at desc, id desc',
    [tenantId],
  )
  return rows
}
