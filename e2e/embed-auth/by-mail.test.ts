// The auth block on a stranger's site: what is done by a mail, with its code in the block or by its link.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expect } from '#testing/browser.ts'
import { violations } from '../accessibility.ts'
import { block } from '../visitor.ts'
import { PASSWORD, button, openMill } from './mill.ts'

const NEW_PASSWORD = 'seven quiet bakers whistle'

const { instance, makeUser, site, visitor } = await openMill()

const codeIn = ({ text }: { text: string }) => /^\s*(\d{6})\s*$/m.exec(text)?.[1] ?? ''

test('[D01] a forgotten password is replaced in the block, by the code of a mail', async () => {
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

test('[D20] or by the link of the mail, which leads back to the site, signed in; the link works once', async () => {
  const email = 'link@mill.test'
  await makeUser(email)
  const { context, page, auth } = await visitor()
  await auth.getByLabel('Email').fill(email)
  await button(auth, 'Forgot password?').click()
  await button(auth, 'Send email').click()
  const { links } = await instance.mailTo(email)
  const mail = await context.newPage()
  await mail.goto(links[0]!)
  await button(mail, 'Reset my password').click()
  await mail.getByLabel('New password').fill(NEW_PASSWORD)
  assert.deepEqual(await violations(mail), [])
  await button(mail, 'Save password').click()
  await expect(mail.getByRole('heading', { name: 'Your password is saved' })).toBeVisible()
  await mail.getByRole('link', { name: `Back to ${new URL(site).host}` }).click()
  await mail.waitForURL((url) => url.origin === site)
  await expect(block(mail, 'auth').getByText(`Signed in as ${email}`)).toBeVisible()
  await page.goto(links[0]!)
  await button(page, 'Reset my password').click()
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
})

test('a code by mail signs in without a password, and opens an account', async () => {
  const email = 'magic@mill.test'
  const { auth } = await visitor()
  await button(auth, 'Email me a code').click()
  // The form has a field of this name too: the driver would select it there and type when it is gone.
  await expect(auth.getByRole('heading', { name: 'Sign in by email' })).toBeFocused()
  await auth.getByLabel('Email').fill(email)
  await button(auth, 'Email me a code').click()
  await auth.getByLabel('Code from the email').fill(codeIn(await instance.mailTo(email)))
  await button(auth, 'Sign In').click()
  await expect(auth.getByText(email, { exact: true })).toBeVisible()
})

test('a mail that is asked for too soon: the block says how long to wait, and waits; another address does not', async () => {
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

test('[S8-030] a new account is confirmed by the code of its mail, without leaving the site', async () => {
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

test('or by its link in another tab: the one that waited for the mail shows who is signed in, too', async () => {
  const email = 'elsewhere@mill.test'
  const { context, page, auth } = await visitor()
  await auth.locator('label', { has: auth.getByRole('radio', { name: 'Create Account' }) }).click()
  await auth.getByLabel('Email').fill(email)
  await auth.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await button(auth, 'Create Account').click()
  await expect(auth.getByRole('heading', { name: 'Check your email' })).toBeFocused()
  const { links } = await instance.mailTo(email)
  const mail = await context.newPage()
  await mail.goto(links[0]!)
  await button(mail, 'Confirm my email').click()
  await mail.getByRole('link', { name: `Back to ${new URL(site).host}` }).click()
  await expect(block(mail, 'auth').getByText(`Signed in as ${email}`)).toBeVisible()
  await page.bringToFront()
  await expect(auth.getByText(`Signed in as ${email}`)).toBeVisible()
})
