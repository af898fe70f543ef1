// A creator's actions in the Studio, located by the text on the screen.
import type { Page } from 'playwright-core'
import { expect } from '#testing/browser.ts'
import type { SharedInstance } from '#testing/shared-instance.ts'
import { escape } from './windows.ts'

export const PASSWORD = 'slow bread before dawn'

/** Signs up, confirms the email address and ends on the dashboard. */
export async function signUpCreator(page: Page, instance: SharedInstance, email: string): Promise<void> {
  await page.goto(`${instance.url}/auth`)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByText('Please check your email for verification link.')).toBeVisible()
  const message = await instance.mailTo(email)
  await page.goto(message.links[0]!)
  await page.getByRole('button', { name: 'Confirm your email' }).click()
  await expect(page.getByText(email).first()).toBeVisible()
  await page.goto(`${instance.url}/studio`)
  await expect(page.getByRole('heading', { name: 'Studio Dashboard' })).toBeVisible()
}

export async function createTenant(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Create Tenant' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Create New Tenant' })
  await dialog.getByLabel('Tenant Name').fill(name)
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByText('Tenant created with auto-generated keys and default product!')).toBeVisible()
  await expect(card(page, name)).toBeVisible()
}

/** Connects payments in the sandbox: checks the box, completes the provider's pages and returns. */
export async function connectPayments(page: Page, name: string): Promise<void> {
  await card(page, name).getByRole('button', { name: 'Connect Stripe' }).click()
  const dialog = page.getByRole('dialog', { name: /Connect Stripe/ })
  await expect(dialog.getByRole('button', { name: 'Continue' })).toBeDisabled()
  await dialog.getByRole('checkbox').check()
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Business name').fill(name)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('IBAN').fill('DE89 3704 0044 0532 0130 00')
  await page.getByRole('button', { name: 'Finish' }).click()
  await expect(page).toHaveURL(/\/studio$/)
  await expect(card(page, name).getByText(`Connected (${name}) (test)`)).toBeVisible()
}

export async function addProduct(
  page: Page,
  tenant: string,
  product: { name: string; price: string; description?: string },
): Promise<void> {
  await card(page, tenant).getByRole('button', { name: 'Tenant Settings' }).click()
  await page.getByRole('tab', { name: 'Products' }).click()
  await page.getByRole('button', { name: 'Add Product' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add Product' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill(product.name)
  if (product.description)
    await dialog.getByRole('textbox', { name: 'Description' }).fill(product.description)
  await dialog.getByRole('textbox', { name: 'Price' }).fill(product.price)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Product created successfully!')).toBeVisible()
  await escape(page.getByRole('dialog', { name: 'Tenant Settings' }))
}

/** Enters the site in the Embed Code dialog and returns the snippet it shows. */
export async function copySnippet(page: Page, tenant: string, site: string): Promise<string> {
  await card(page, tenant).getByRole('button', { name: 'Embed' }).click()
  const dialog = page.getByRole('dialog', { name: 'Embed Code' })
  await expect(dialog.getByText('Where will this run?')).toBeVisible()
  await dialog.getByLabel('Site address').fill(site)
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expect(dialog.getByRole('list', { name: 'Sites' }).getByText(site)).toBeVisible()
  await dialog.getByRole('button', { name: 'Copy Embed Code' }).click()
  const snippet = await page.evaluate(() => navigator.clipboard.readText())
  await escape(dialog)
  return snippet
}

/** The card of a tenant on the dashboard. */
export const card = (page: Page, name: string) => page.getByRole('listitem', { name })
