// Second factors: a security key in the Studio, the confirmation with it before a sensitive action, and a
// recovery code in a block.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient } from '@supabase/supabase-js'
import { Secret, TOTP } from 'otpauth'
import { expect, launchBrowser } from '#testing/browser.ts'
import { sharedInstance } from '#testing/shared-instance.ts'
import { violations } from './accessibility.ts'
import { keysOf, makeCreator, makeTenant, operatorOf, studioContext } from './api.ts'
import { PASSWORD } from './creator.ts'

const instance = await sharedInstance()
const keys = keysOf(instance)
const browser = await launchBrowser()

test('[D21] a security key is the second step, and is requested again before a sensitive action when the session has been lowered', async () => {
  const kai = { email: 'kai@second-factors.test', password: PASSWORD }
  const creator = await makeCreator(keys, kai)
  const page = await (await studioContext(browser, instance.url, creator.session)).newPage()
  const protocol = await page.context().newCDPSession(page)
  await protocol.send('WebAuthn.enable')
  await protocol.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'usb',
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await page.goto(`${instance.url}/studio/account`)
  const own = page.getByRole('region', { name: 'Two-step verification', exact: true })
  await own.getByRole('button', { name: 'Add security key' }).click()
  await expect(page.locator('.bb-toast', { hasText: 'Security key added.' })).toBeVisible()
  await expect(own.getByText('Security key', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.waitForURL(`${instance.url}/auth`)
  await page.goto(`${instance.url}/auth?next=%2Fstudio%2Faccount`)
  await page.getByLabel('Email').fill(kai.email)
  await page.getByLabel('Password', { exact: true }).fill(kai.password)
  await page.locator('form button[type=submit]').click()
  await expect(page.getByRole('heading', { name: "Confirm it's you" })).toBeVisible()
  assert.deepEqual(await violations(page), [])
  await page.getByRole('button', { name: 'Use Security key' }).click()
  await page.waitForURL('**/studio/account')

  // A second factor raises the session again; without it the session is lowered, and the key is requested
  // again.
  await own.getByRole('button', { name: 'Add authenticator app' }).click()
  const enrollDialog = page.getByRole('dialog', { name: 'Add authenticator app' })
  const secret = Secret.fromBase32((await enrollDialog.locator('code').textContent())!)
  await enrollDialog.getByLabel('Code').fill(new TOTP({ secret }).generate())
  await expect(own.getByText('Authenticator app', { exact: true })).toBeVisible()
  const { admin } = operatorOf(keys).auth
  const userId = creator.session.user.id
  const { data } = await admin.mfa.listFactors({ userId })
  const app = data!.factors.find(({ factor_type }) => factor_type === 'totp')!
  assert.ifError((await admin.mfa.deleteFactor({ userId, id: app.id })).error)
  const deleteSection = page.getByRole('region', { name: 'Delete account', exact: true })
  await deleteSection.getByRole('button', { name: 'Delete account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete account' })
  await dialog.getByLabel(`Type ${kai.email} to confirm`).fill(kai.email)
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  const confirmation = page.getByRole('dialog', { name: "Confirm it's you" })
  await expect(confirmation).toBeVisible()
  assert.deepEqual(await violations(page), [])
  await confirmation.getByRole('button', { name: 'Use a security key or passkey' }).click()
  await confirmation.getByRole('button', { name: 'Use Security key' }).click()
  await expect(page.locator('.bb-toast', { hasText: 'Your account has been deleted.' })).toBeVisible()
})

test('a recovery code is the second step in a block', async () => {
  const mill = await makeTenant(
    await makeCreator(keys, { email: 'mara@second-factors.test', password: PASSWORD }),
    'Mill',
  )
  const { auth } = createClient(instance.url, mill.public_key, {
    auth: { persistSession: false, autoRefreshToken: false, experimental: { recoveryCodes: true } },
  })
  const email = 'ines@second-factors.test'
  assert.ifError((await auth.signUp({ email, password: PASSWORD })).error)
  const code = /^(\d{6})$/m.exec((await instance.mailTo(email)).text)![1]!
  assert.ifError((await auth.verifyOtp({ email, token: code, type: 'email' })).error)
  const made = await auth.mfa.enroll({ factorType: 'totp' })
  assert.ifError(made.error)
  const { id: factorId } = made.data
  const totp = new TOTP({ secret: Secret.fromBase32(made.data.totp.secret) })
  assert.ifError((await auth.mfa.challengeAndVerify({ factorId, code: totp.generate() })).error)
  const { data, error } = await auth.mfa.recoveryCodes.generate()
  assert.ifError(error)
  const page = await (await browser.newContext()).newPage()
  await page.goto(`${instance.url}/embed/auth?tenant=${mill.public_key}`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.locator('form button[type=submit]').click()
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill('AAAAA-AAAAA')
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.locator('.bb-error')).toBeVisible()
  await page.getByLabel('Recovery code').fill(data.codes[0] ?? '')
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome!' })).toBeVisible()
  await page.context().close()
})
