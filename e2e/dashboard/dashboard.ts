// Setup for tests of the Studio Dashboard: two creators, two tenants, and responses that can be delayed or
// forged.
import type { Page, Route } from 'playwright-core'
import { expect, launchBrowser } from '#testing/browser.ts'
import { sharedInstance } from '#testing/shared-instance.ts'
import { type Creator, keysOf, makeCreator, makeTenant, operatorOf, studioContext } from '../api.ts'
import { makeBakery, ownAddress } from '../bakery.ts'
import { stopClock } from '../clock.ts'
import { PASSWORD } from '../creator.ts'

/** Makes two tenants and signs Mara in on `page`. Call it at the top of a test file. */
export async function openDashboard() {
  const instance = await sharedInstance()
  const keys = keysOf(instance)
  // Mara's first tenant is connected in test mode and sells three products; the second has only the defaults.
  const mara = await makeBakery(keys)
  const bare = await makeTenant(mara, 'Corner Mill')
  const [bakery] = (
    await mara.client
      .from('tenants')
      .select('id, public_key, stripe_account_id_test')
      .eq('name', 'Hearth & Rye')
  ).data as { id: string; public_key: string; stripe_account_id_test: string }[]
  const nils = await makeCreator(keys, { email: ownAddress('nils', 'cornermill.test'), password: PASSWORD })
  const browser = await launchBrowser()
  const context = await studioContext(browser, instance.url, mara.session)
  const page = await context.newPage()
  const home = `${instance.url}/studio`
  const settings = (tab: string, tenant = bakery!.id) => `${home}?dialog=settings&tenant=${tenant}&tab=${tab}`

  return {
    url: instance.url,
    keys,
    operator: operatorOf(keys),
    mara,
    nils,
    /** Connected in test mode, with three products. */
    bakery: bakery!,
    /** A tenant with only the defaults. */
    bare,
    page,
    home,
    /** Address of a tab of Tenant Settings. */
    settings,
    /** Address of the products, optionally with one of them opened. */
    products: (product = '', tenant = bakery!.id) => `${settings('products', tenant)}&product=${product}`,
    dialog: (name: string | RegExp) => page.getByRole('dialog', { name }),
    /** Opens a page for another creator. */
    openFor: async ({ session }: Creator) => (await studioContext(browser, instance.url, session)).newPage(),

    /** Responds to requests with one address and method in place of the server while `work` runs. */
    answering: async (
      address: string,
      method: string,
      response: (route: Route) => Promise<void> | void,
      work: () => Promise<void>,
    ): Promise<void> => {
      const handler = (route: Route) =>
        route.request().method() === method ? response(route) : route.fallback()
      await page.route(address, handler)
      await work()
      await page.unroute(address, handler)
    },

    clipboard: () => page.evaluate(() => navigator.clipboard.readText()),

    /** Stops the page's clock; afterwards only `page.clock` advances it. */
    holdTime: async (): Promise<void> => {
      await page.clock.install()
      await stopClock(page)
    },
  }
}

export const refusing = (status: number, json: object) => (route: Route) => route.fulfill({ status, json })

export const toasts = (page: Page) => page.locator('.bb-toast')

/** Waits for a toast with exactly this text. */
export async function says(page: Page, title: string, text?: string): Promise<void> {
  const one = toasts(page)
    .filter({ has: page.locator('strong', { hasText: title }) })
    .first()
  await expect(one.locator('strong')).toHaveText(title)
  if (text !== undefined) await expect(one.locator('p')).toHaveText(text)
}
