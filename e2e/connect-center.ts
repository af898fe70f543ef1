// Mara's Connect Center in a browser: her bakery is connected in test mode and has no plan yet.
import assert from 'node:assert/strict'
import type { Page, Route } from 'playwright-core'
import { launchBrowser } from '#testing/browser.ts'
import { sharedInstance } from '#testing/shared-instance.ts'
import { keysOf, operatorOf, studioContext } from './api.ts'
import { makeBakery } from './bakery.ts'

/** Makes a bakery and returns locators of its page. Call it at the top of a test file. */
export async function connectCenter() {
  const instance = await sharedInstance()
  const keys = keysOf(instance)
  const operator = operatorOf(keys)
  const mara = await makeBakery(keys)
  const { id } = mara.tenant
  const browser = await launchBrowser()
  const context = await studioContext(browser, instance.url, mara.session)
  const page = await context.newPage()
  return {
    instance,
    keys,
    operator,
    mara,
    /** Id of the bakery. */
    id,
    browser,
    context,
    page,
    /** Address of the Connect Center. */
    center: `${instance.url}/studio/connect/stripe`,
    stripe: page.getByRole('region', { name: 'Stripe', exact: true }),
    steps: page.getByRole('region', { name: 'Go live' }),
    question: (name: string) => page.getByRole('alertdialog', { name }),
    /** Gives Mara the plan that live payments require. */
    givePro: async () =>
      assert.ifError(
        (
          await operator
            .from('bolt_subscriptions')
            .upsert(
              { user_id: mara.session.user.id, plan_id: 'pro', status: 'active' },
              { onConflict: 'user_id' },
            )
        ).error,
      ),
    /** The bakery as it is currently stored on the server. */
    readTenant: async () => {
      const { data } = await operator
        .from('tenants')
        .select('stripe_mode, stripe_account_id_test, stripe_account_id_live')
        .eq('id', id)
        .single()
      return data as Record<
        'stripe_mode' | 'stripe_account_id_test' | 'stripe_account_id_live',
        string | null
      >
    },
  }
}

export const toast = (page: Page, title: string) =>
  page.locator('.bb-toast').filter({ has: page.locator('strong', { hasText: title }) })
export const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
/** Responds in place of the server. */
export const refusing = (status: number, json: object) => (route: Route) => route.fulfill({ status, json })
