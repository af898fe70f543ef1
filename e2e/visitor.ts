// What a visitor of a third-party site does with the blocks on it.
import type { BrowserContext, FrameLocator, Page } from 'playwright-core'
import { expect } from '#testing/browser.ts'
import type { SharedInstance } from '#testing/shared-instance.ts'

export const CARDS = { good: '4242 4242 4242 4242', declined: '4000 0000 0000 0002' }

/** The frame of a block on the page. */
export const block = (page: Page, name: string): FrameLocator =>
  page.frameLocator(`iframe[src*="/embed/${name}"]`)

/** Records every `bb:` event that reaches the page's document, across reloads. */
export async function recordEvents(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const recorded = JSON.parse(sessionStorage.getItem('seen') ?? '[]') as unknown[]
    for (const type of ['bb:ready', 'bb:signed-in', 'bb:signed-out', 'bb:purchase', 'bb:error'])
      document.addEventListener(type, (event) => {
        recorded.push({ type, detail: (event as CustomEvent).detail as unknown })
        sessionStorage.setItem('seen', JSON.stringify(recorded))
      })
  })
}

export const eventsOf = (page: Page): Promise<{ type: string; detail: unknown }[]> =>
  page.evaluate(
    () => JSON.parse(sessionStorage.getItem('seen') ?? '[]') as { type: string; detail: unknown }[],
  )

/**
 * Creates an account in the block, confirms it with the email's link, and returns to the site signed in.
 * @param earlier emails that the address got before
 */
export async function signUpVisitor(
  page: Page,
  instance: SharedInstance,
  site: string,
  email: string,
  password: string,
  earlier = 0,
): Promise<void> {
  const auth = block(page, 'auth')
  await auth.getByRole('radio', { name: 'Create Account' }).click()
  await expect(auth.getByRole('radio', { name: 'Create Account' })).toBeChecked()
  await auth.getByLabel('Email').fill(email)
  await auth.getByLabel('Password', { exact: true }).fill(password)
  await auth.getByRole('button', { name: 'Create Account' }).click()
  await expect(auth.getByText('We sent you a confirmation link to complete your registration.')).toBeVisible()
  const message = await instance.mailTo(email, earlier + 1)
  await page.goto(message.links[0]!)
  await page.getByRole('button', { name: 'Confirm my email' }).click()
  await page.getByRole('link', { name: /Back to/ }).click()
  await page.waitForURL((url) => url.origin === site)
  await expect(block(page, 'auth').getByText(email).first()).toBeVisible()
  await expect.poll(() => new URL(page.url()).hash).toBe('')
}

/** The embedded checkout: the provider's page in the frame that runs its script. */
export const checkoutIn = (page: Page): FrameLocator =>
  block(page, 'pay').frameLocator('iframe[src*="/embed/checkout-frame"]').frameLocator('iframe')

/** Disables embedded checkouts, as if the provider's publishable key were not set. */
export async function withoutFrames(context: BrowserContext): Promise<void> {
  await context.route(/\/embed\/pay\?/, async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replace('"overlay":true', '"overlay":false')
    await route.fulfill({ response, body })
  })
}

/** The button that starts the checkout of a product. */
export const purchaseButton = (page: Page, product: string) =>
  block(page, 'pay')
    .getByRole('listitem')
    .filter({ hasText: product })
    .getByRole('button', { name: 'Purchase Now' })

/** Clicks Purchase Now and returns the provider's page in the window that opens. */
export async function openCheckout(page: Page, product: string): Promise<Page> {
  const opening = page.waitForEvent('popup')
  await purchaseButton(page, product).click()
  const checkout = await opening
  await checkout.waitForURL(/\/c\/pay\//)
  return checkout
}

export async function fillCard(page: Page | FrameLocator, card: string, email: string): Promise<void> {
  if (await page.getByLabel('Email').isEditable()) await page.getByLabel('Email').fill(email)
  await page.getByLabel('Card number').fill(card)
  await page.getByLabel('Expiry').fill('12 / 34')
  await page.getByLabel('CVC').fill('123')
  await page.getByLabel('Name on card').fill('Ines Almeida')
  // The caller waits for the outcome: the site again, a refusal, or nothing.
  await page.getByRole('button', { name: /^(Pay |Subscribe)/ }).click({ noWaitAfter: true })
}
