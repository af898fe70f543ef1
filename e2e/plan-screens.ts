// The screens of plans and billing in a browser: whose they are, and how to put other answers in the server's place.
import assert from 'node:assert/strict'
import type { Page, Route } from 'playwright-core'
import { expect, launchBrowser } from '#testing/browser.ts'
import { testInstance } from '#testing/test-instance.ts'
import { type Creator, keysOf, makeCreator, operatorOf, studioContext } from './api.ts'
import { PASSWORD } from './creator.ts'
import { closeToasts } from './toasts.ts'

/** An instance with two domains of staff, and what one does in it; one for each file, at its top. */
export async function planScreens() {
  const instance = await testInstance({ STAFF_EMAIL_DOMAINS: 'bakehouse.test,millers.test' })
  const keys = keysOf(instance)
  const operator = operatorOf(keys)
  const browser = await launchBrowser()
  return {
    instance,
    keys,
    operator,
    person: (email: string) => makeCreator(keys, { email, password: PASSWORD }),
    /** The operator gives somebody a plan. */
    hold: async ({ session }: Creator, plan_id: string, status = 'active') =>
      assert.ifError(
        (await operator.from('bolt_subscriptions').upsert({ user_id: session.user.id, plan_id, status }))
          .error,
      ),
    /** A page of somebody's own, signed in or a visitor's. */
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
/** Address of a call of ours. */
export const call = (name: string) => `**/functions/v1/${name}`

/** Answers one address in the place of the server while `work` runs. */
export async function answering(
  page: Page,
  url: string,
  answer: (route: Route) => Promise<void> | void,
  work: () => Promise<void>,
): Promise<void> {
  await page.route(url, answer)
  try {
    await work()
  } finally {
    await page.unroute(url, answer)
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

/** What the server would say of the access, changed. */
export const forging = (change: object) => async (route: Route) => {
  const answer = await route.fetch()
  await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), ...change } })
}
