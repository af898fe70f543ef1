// The auth block on a third-party site: email flows, with the code in the block or with the link.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expect } from '#testing/browser.ts'
import { violations } from '../accessibility.ts'
import { block } from '../visitor.ts'
import { PASSWORD, button, openMill } from './mill.ts'

const NEW_PASSWORD = 'seven quiet bakers whistle'

const { instance, makeUser, site, visitor } = await openMill()

const codeIn = ({ text }: { text: string }) => /^\s*(\d{6})\s*$/m.exec(text)?.[1] ?? ''

test('[D01] a forgotten password is replaced in the block with an emailed code', async () => {
  const email = 'code@mill.test'
  await makeUser(email)
  const { page, auth } = await visitor()
  await auth.getByLabel('Email').fill(email)
  await button(auth, 'Forgot password?').click()
  await expect(auth.getByLabel('Email')).toHaveValue(email)
  await button(auth, 'Send email').click()
  await expect(auth.getByRole('heading', { name: 'Check your email' })).toBeFocused()
  await expect(auth.getByRole('button', { name: /^Send again in \d+ s$/ })).toBeVisible()
  await auth.getByLabel('Code from the email').fill('000000')
  await button(auth, 'Confirm').click()
  await expect(auth.getByText('This code is wrong or has expired.')).toBeVisible()
  await auth.getByLabel('Code from the email').fill(codeIn(await instance.mailTo(email)))
  await button(auth, 'Confirm').click()
  await auth.getByLabel('New password').fill('bread')
  await button(auth, 'Save password').click()
  await expect(auth.getByText('This password is too short.')).toBeVisible()
  await expect(auth.getByLabel('New password')).toHaveValue('bread')
  assert.deepEqual(await violations(page, true), [])
  await auth.getByLabel('New password').fill(NEW_PASSWORD)
  await button(auth, 'Save password').click()
  await expect(auth.getByRole('heading', { name: 'Welcome!' })).toBeVisible()
})

test('[D20] a forgotten password is replaced with the email’s link, which returns to the site signed in and works once', async () => {
  const email = 'link@mill.test'
  await makeUser(email)
  const { context, page, auth } = await visitor()
  await auth.getByLabel('Email').fill(email)
  await button(auth, 'Forgot password?').click()
  await button(auth, 'Send email').click()
  const { links } = await instance.mailTo(email)
  const emailPage = await context.newPage()
  await emailPage.goto(links[0]!)
  await button(emailPage, 'Reset my password').click()
  await emailPage.getByLabel('New password').fill(NEW_PASSWORD)
  assert.deepEqual(await violations(emailPage), [])
  await button(emailPage, 'Save password').click()
  await expect(emailPage.getByRole('heading', { name: 'Your password is saved' })).toBeVisible()
  await emailPage.getByRole('link', { name: `Back to ${new URL(site).host}` }).click()
  await emailPage.waitForURL((url) => url.origin === site)
  await expect(block(emailPage, 'auth').getByText(`Signed in as ${email}`)).toBeVisible()
  await page.goto(links[0]!)
  await button(page, 'Reset my password').click()
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
})

test('an emailed code signs in without a password, and creates an account', async () => {
  const email = 'magic@mill.test'
  const { auth } = await visitor()
  await button(auth, 'Email me a code').click()
  // The form has a field with this name too: the driver could select that one and type after it has
  // disappeared.
  await expect(auth.getByRole('heading', { name: 'Sign in by email' })).toBeFocused()
  await auth.getByLabel('Email').fill(email)
  await button(auth, 'Email me a code').click()
  await auth.getByLabel('Code from the email').fill(codeIn(await instance.mailTo(email)))
  await button(auth, 'Sign In').click()
  await expect(auth.getByText(email, { exact: true })).toBeVisible()
})

test('an email requested too soon: the block says how long to wait, and waits; another address does not', async () => {
  const { page, auth } = await visitor()
  await page.route(/\/auth\/v1\/(otp|recover)/, (route) =>
    route.fulfill({
      status: 429,
      headers: {
        'retry-after': '42',
        'access-control-allow-origin': '*',
        'access-control-expose-headers': 'retry-after',
      },
      json: { code: 'over_email_send_rate_limit', message: 'For security purposes, wait.' },
    }),
  )
  for (const [open, title, act] of [
    ['Forgot password?', 'Reset your password', 'Send email'],
    ['Email me a code', 'Sign in by email', 'Email me a code'],
  ] as const) {
    await button(auth, open).click()
    await expect(auth.getByRole('heading', { name: title })).toBeFocused()
    await auth.getByLabel('Email').fill('soon@mill.test')
    await button(auth, act).click()
    await expect(auth.getByText('We just sent you an email. Please wait a minute.')).toBeVisible()
    await expect(auth.getByRole('button', { name: /^Send again in \d+ s$/ })).toBeVisible()
    assert.deepEqual(await violations(page, true), [])
    await auth.getByLabel('Email').fill('other@mill.test')
    await expect(button(auth, act)).toBeVisible()
    await button(auth, 'Back to Sign In').click()
  }
})

test('[S8-030] a new account is confirmed with the emailed code, without leaving the site', async () => {
  const email = 'new@mill.test'
  const { auth } = await visitor()
  await auth.locator('label', { has: auth.getByRole('radio', { name: 'Create Account' }) }).click()
  await auth.getByLabel('Email').fill(email)
  await auth.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await button(auth, 'Create Account').click()
  await expect(
    auth.getByText('We sent you a confirmation link to complete your registration.', { exact: true }),
  ).toBeVisible()
  await auth.getByLabel('Code from the email').fill(codeIn(await instance.mailTo(email)))
  await button(auth, 'Confirm').click()
  await expect(auth.getByRole('heading', { name: 'Welcome!' })).toBeVisible()
})

test('a new account is confirmed with the email’s link in another tab; the waiting tab also shows who is signed in', async () => {
  const email = 'elsewhere@mill.test'
  const { context, page, auth } = await visitor()
  await auth.locator('label', { has: auth.getByRole('radio', { name: 'Create Account' }) }).click()
  await auth.getByLabel('Email').fill(email)
  await auth.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await button(auth, 'Create Account').click()
  await expect(auth.getByRole('heading', { name: 'Check your email' })).toBeFocused()
  const { links } = await instance.mailTo(email)
  const emailPage = await context.newPage()
  await emailPage.goto(links[0]!)
  await button(emailPage, 'Confirm my email').click()
  await emailPage.getByRole('link', { name: `Back to ${new URL(site).host}` }).click()
  await expect(block(emailPage, 'auth').getByText(`Signed in as ${email}`)).toBeVisible()
  await page.bringToFront()
  await expect(auth.getByText(`Signed in as ${email}`)).toBeVisible()
})
