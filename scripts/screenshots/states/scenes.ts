// States of the blocks beyond their first view. Each scene is a page with tags, and the visitor's actions on
// it.
import type { FrameLocator, Page } from 'playwright-core'
import type { Purchase } from '#blocks/pay/endpoints.ts'
import { blocks } from '#blocks/registry.ts'
import { CARDS, block, checkoutIn, fillCard } from '../../../e2e/visitor.ts'
import type { Shops } from './shops.ts'

export interface SceneWorld extends Shops {
  url: string
  /** Public key of the bakery, a tenant without problems. */
  bakery: string
  /** A confirmed member of the bakery. */
  member: { email: string; password: string }
}

export interface Scene {
  name: string
  /** `data-` attributes of each tag on the page. */
  tags: Record<string, string>[]
  /** Language of the page. */
  lang?: string
  /** True if the page is on a site that no tenant lists. */
  unlisted?: boolean
  /** True if no block is shown, or none that adapts to the page's theme. */
  fails?: boolean
  /** True if `act` navigates to one of our own pages, which takes the theme from its address. */
  alone?: boolean
  /** Runs before the page is opened. */
  before?: (page: Page) => Promise<unknown>
  /** The visitor's actions before the capture. */
  act?: (page: Page) => Promise<void>
}

/** A subscription whose last payment failed, and one that its owner has ended. */
const LATE: { purchases: Purchase[]; next: null } = {
  purchases: (['past_due', 'active'] as const).map((subscription_status, n) => ({
    id: `0190d2a0-0000-7000-8000-00000000030${n}`,
    status: 'paid',
    item_id: `0190d2a0-0000-7000-8000-00000000040${n}`,
    item_name: ['Weekly bread box', 'Bakery club'][n]!,
    quantity: 1,
    amount_total: 2400,
    amount_refunded: 0,
    currency: 'eur',
    interval: 'week',
    grants_access: true,
    subscription_status,
    current_period_end: '2026-12-05T09:00:00Z',
    cancel_at_period_end: n === 1,
    created_at: '2026-10-03T09:00:00Z',
  })),
  next: null,
}

const LANGUAGES = ['de', 'ja', 'ar', 'pl']

export function scenesOf({ keys, blockIds, bakery, member, careful, url }: SceneWorld): Scene[] {
  const pay = { tenant: bakery, block: 'pay' }
  const auth = { tenant: bakery, block: 'auth' }
  const profile = { tenant: bakery, block: 'profile' }
  const own = (id: string) => ({ tenant: bakery, block: 'my-block', id })
  const form = (page: Page) => block(page, 'auth')
  const press = (on: FrameLocator | Page, name: string | RegExp) =>
    on.getByRole('button', { name, exact: true }).first().click()

  async function fill(on: FrameLocator, password = member.password): Promise<void> {
    await on.getByLabel('Email').fill(member.email)
    await on.getByLabel('Password', { exact: true }).fill(password)
  }
  async function signIn(page: Page): Promise<void> {
    await fill(form(page))
    await press(form(page), 'Sign In')
    await press(form(page), 'Continue')
    await form(page).getByText(member.email).first().waitFor()
  }
  async function buy(page: Page): Promise<void> {
    await press(block(page, 'pay'), /^Purchase Now: Rye starter kit/)
    await checkoutIn(page).getByLabel('Card number').waitFor()
  }
  const refuse = (code: string) => (page: Page) =>
    page.route('**/functions/v1/purchase', (route) =>
      route.fulfill({ status: 409, json: { error: 'in words', code } }),
    )
  const opened = (page: Page, text: string) => page.getByRole('dialog').frameLocator('iframe').getByText(text)

  return [
    { name: 'pay', tags: [pay] },
    { name: 'pay-hard', tags: [{ ...pay, tenant: keys.stock }] },
    { name: 'pay-empty', tags: [{ ...pay, tenant: keys.empty }] },
    { name: 'pay-closed', tags: [{ ...pay, tenant: keys.closed }] },
    {
      name: 'pay-refused',
      tags: [pay],
      before: refuse('payments_unavailable'),
      async act(page) {
        await press(block(page, 'pay'), /^Purchase Now: Rye starter kit/)
        await block(page, 'pay').getByRole('alert').waitFor()
      },
    },
    { name: 'pay-checkout', tags: [pay], act: buy },
    {
      name: 'pay-closed-checkout',
      tags: [pay],
      async act(page) {
        await buy(page)
        await press(block(page, 'pay'), 'Close')
        await block(page, 'pay').locator('.pay-card').first().waitFor()
      },
    },
    {
      name: 'pay-paid',
      tags: [pay, auth],
      async act(page) {
        await signIn(page)
        await buy(page)
        await fillCard(checkoutIn(page), CARDS.good, member.email)
        await block(page, 'pay').getByText('Payment successful.').waitFor()
        await block(page, 'pay').locator('.pay-mine').waitFor()
      },
    },
    {
      name: 'pay-past-due',
      tags: [pay, auth],
      before: (page) => page.route('**/functions/v1/purchases', (route) => route.fulfill({ json: LATE })),
      async act(page) {
        await signIn(page)
        await block(page, 'pay').locator('.pay-mine').waitFor()
      },
    },
    ...LANGUAGES.map((lang) => ({
      name: `in-${lang}`,
      lang,
      tags: [{ ...pay, tenant: keys.stock }, auth, profile, own(blockIds.members)],
    })),
    { name: 'auth', tags: [auth] },
    { name: 'auth-passwordless', tags: [{ ...auth, tenant: keys.passwordless }] },
    {
      name: 'auth0',
      tags: [{ ...auth, tenant: keys.external, height: `${blocks.auth.embed.heightWithAuth0}` }, pay],
    },
    {
      name: 'auth-create',
      tags: [auth],
      act: (page) => form(page).getByRole('radio', { name: 'Create Account' }).check({ force: true }),
    },
    {
      name: 'auth-wrong',
      tags: [auth],
      async act(page) {
        await fill(form(page), 'not the right one')
        await press(form(page), 'Sign In')
        await form(page).getByRole('alert').waitFor()
      },
    },
    {
      name: 'auth-forgot',
      tags: [auth],
      async act(page) {
        await press(form(page), 'Forgot password?')
        await form(page).getByRole('heading', { level: 2 }).waitFor()
      },
    },
    {
      name: 'auth-code',
      tags: [auth],
      async act(page) {
        await form(page).getByLabel('Email').fill('greta@posteo.test')
        await press(form(page), 'Email me a code')
        await form(page).getByRole('heading', { level: 2 }).waitFor()
      },
    },
    {
      name: 'auth-welcome',
      tags: [auth],
      async act(page) {
        await fill(form(page))
        await press(form(page), 'Sign In')
        await form(page).getByRole('heading', { name: 'Welcome!' }).waitFor()
      },
    },
    { name: 'auth-signed-in', tags: [auth, profile], act: signIn },
    {
      name: 'auth-account',
      tags: [auth],
      async act(page) {
        await signIn(page)
        await press(form(page), 'Account')
        await form(page).getByRole('heading', { level: 3 }).first().waitFor()
      },
    },
    {
      name: 'auth-second-step',
      tags: [{ ...auth, tenant: keys.stock }],
      async act(page) {
        await form(page).getByLabel('Email').fill(careful.email)
        await form(page).getByLabel('Password', { exact: true }).fill(careful.password)
        await press(form(page), 'Sign In')
        await form(page).locator('.auth-code').waitFor()
      },
    },
    {
      name: 'consent',
      tags: [auth],
      alone: true,
      before: (page) =>
        page.route('**/auth/v1/oauth/authorizations/*', (route) =>
          route.fulfill({
            json: {
              client: { name: 'Bread Club', uri: 'https://breadclub.example' },
              redirect_uri: 'https://breadclub.example/back',
              scope: 'openid email profile',
            },
          }),
        ),
      async act(page) {
        const query = new URLSearchParams({ tenant: bakery, authorization_id: 'a1' })
        await page.goto(`${url}/embed/consent?${query}`)
        await page.getByLabel('Email').fill(member.email)
        await page.getByLabel('Password', { exact: true }).fill(member.password)
        await press(page, 'Sign In')
        await page.getByRole('button', { name: 'Allow' }).waitFor()
      },
    },
    { name: 'profile', tags: [profile] },
    {
      name: 'profile-edit',
      tags: [auth, profile],
      async act(page) {
        await signIn(page)
        await press(block(page, 'profile'), 'Account Settings')
        await block(page, 'profile').getByRole('heading', { level: 3 }).first().waitFor()
      },
    },
    {
      name: 'my-blocks',
      tags: (['text', 'profile', 'row', 'pricing', 'custom'] as const).map((kind) => own(blockIds[kind])),
    },
    {
      name: 'my-blocks-shut',
      tags: (['members', 'plan', 'gone'] as const).map((kind) => own(blockIds[kind])),
    },
    {
      name: 'dialog',
      tags: [pay],
      async act(page) {
        await page.evaluate(() =>
          (window as unknown as { bb: (...all: string[]) => void }).bb('open', 'auth'),
        )
        await opened(page, 'Password').first().waitFor()
      },
    },
    {
      name: 'unlisted',
      unlisted: true,
      fails: true,
      tags: [pay, auth],
      act: (page) => page.frameLocator('iframe >> nth=1').getByRole('alert').waitFor(),
    },
    {
      name: 'unknown',
      tags: [
        { ...pay, tenant: 'pk_unknown' },
        { ...auth, tenant: 'pk_unknown' },
      ],
    },
    {
      name: 'unreachable',
      fails: true,
      tags: [pay],
      before: (page) => page.route('**/embed/pay?*', (route) => route.abort()),
      act: (page) => page.getByRole('link', { name: /Open in a new tab/ }).waitFor(),
    },
  ]
}
