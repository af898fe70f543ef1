// Helpers for browser tests of plans and billing: creators with plans, and fake responses.
import assert from 'node:assert/strict'
import type { Page, Route } from 'playwright-core'
import { expect, launchBrowser } from '#testing/browser.ts'
import { sharedInstance } from '#testing/shared-instance.ts'
import { testInstance } from '#testing/test-instance.ts'
import { type Creator, keysOf, makeCreator, operatorOf, studioContext } from './api.ts'
import { PASSWORD } from './creator.ts'
import { closeToasts } from './toasts.ts'

/**
 * Returns helpers for creators with plans. Call it at the top of a test file.
 * @param staffDomains the operator's email domains, in an instance of the file's own; without them the shared one
 */
export async function planScreens(staffDomains?: string) {
  const instance = staffDomains
    ? await testInstance({ STAFF_EMAIL_DOMAINS: staffDomains })
    : await sharedInstance()
  const keys = keysOf(instance)
  const operator = operatorOf(keys)
  const browser = await launchBrowser()
  return {
    instance,
    keys,
    operator,
    person: (email: string) => makeCreator(keys, { email, password: PASSWORD }),
    /** Gives a creator a plan, as the operator. */
    givePlan: async ({ session }: Creator, plan_id: string, status = 'active') =>
      assert.ifError(
        (await operator.from('bolt_subscriptions').upsert({ user_id: session.user.id, plan_id, status }))
          .error,
      ),
    /** Opens a page in a new context, signed in as a creator or signed out. */
    open: async (creator?: Creator) =>
      (await studioContext(browser, instance.url, creator?.session)).newPage(),
    go: (page: Page, path: string) => page.goto(instance.url + path),
    at: (page: Page, path: string | RegExp) =>
      expect(page).toHaveURL(typeof path === 'string' ? `${instance.url}${path}` : path),
  }
}

/** The card of a plan on the pricing page. */
export const plan = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Plans' }).getByRole('listitem', { name, exact: true })
export const button = (page: Page, name: string) => page.getByRole('button', { name }).first()
/** URL pattern of one of the product's functions. */
export const call = (name: string) => `**/functions/v1/${name}`

/** Responds to one URL in place of the server while `work` runs. */
export async function answering(
  page: Page,
  url: string | RegExp,
  response: (route: Route) => Promise<void> | void,
  work: () => Promise<void>,
): Promise<void> {
  await page.route(url, response)
  try {
    await work()
  } finally {
    await page.unroute(url, response)
  }
}
export const saying = (status: number, json: object) => (route: Route) => route.fulfill({ status, json })

/** Waits for a toast with this title, and closes it. */
export async function says(page: Page, title: string, text?: string): Promise<void> {
  const toast = page.locator('.bb-toast').filter({ has: page.locator('strong', { hasText: title }) })
  await expect(toast.first().locator('strong')).toHaveText(title)
  if (text !== undefined) await expect(toast.first().locator('p')).toHaveText(text)
  await closeToasts(page)
}

/** Changes the server's response about the access. */
export const forging = (change: object) => async (route: Route) => {
  const response = await route.fetch()
  await route.fulfill({ response, json: { ...((await response.json()) as object), ...change } })
}
