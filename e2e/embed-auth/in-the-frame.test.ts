// The auth block on a third-party site: second factors, passkeys, the visitor's language, and input before
// its script.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { createClient } from '@supabase/supabase-js'
import { Secret, TOTP } from 'otpauth'
import type { CDPSession, Page } from 'playwright-core'
import { expect } from '#testing/browser.ts'
import { violations } from '../accessibility.ts'
import { block } from '../visitor.ts'
import { PASSWORD, button, openMill, signedInEvents, typeIn } from './mill.ts'

const { instance, makeUser, mill, site, visitor } = await openMill()

test('[D21] with a second factor a visitor is not signed in before verifying it', async () => {
  const email = 'second@mill.test'
  await makeUser(email)
  const { auth: client } = createClient(instance.url, mill.public_key, {
    auth: { persistSession: false, autoRefreshToken: false },
  })
  assert.ifError((await client.signInWithPassword({ email, password: PASSWORD })).error)
  const enrolled = await client.mfa.enroll({ factorType: 'totp' })
  assert.ifError(enrolled.error)
  const totp = new TOTP({ secret: Secret.fromBase32(enrolled.data.totp.secret) })
  const proven = await client.mfa.challengeAndVerify({ factorId: enrolled.data.id, code: totp.generate() })
  assert.ifError(proven.error)

  const { page, auth } = await visitor()
  await typeIn(auth, email)
  await expect(auth.getByRole('heading', { name: 'One more step' })).toBeVisible()
  assert.deepEqual(await violations(page, true), [])
  assert.deepEqual(await signedInEvents(page), [])
  await page.reload()
  await expect(auth.getByRole('heading', { name: 'One more step' })).toBeVisible()
  assert.deepEqual(await signedInEvents(page), [])
  await auth.getByLabel('Authenticator code').fill('000000')
  await button(auth, 'Verify').click()
  await expect(auth.getByText('This code is wrong.')).toBeVisible()
  // The enrollment used the current code: use the next one, which the service accepts one step early.
  await auth.getByLabel('Authenticator code').fill(totp.generate({ timestamp: Date.now() + 30_000 }))
  await button(auth, 'Verify').click()
  await expect(auth.getByRole('heading', { name: 'Welcome!' })).toBeVisible()
  await expect.poll(async () => (await signedInEvents(page)).length).toBe(1)
})

interface KeptPasskey {
  credentialId: string
  isResidentCredential: boolean
  privateKey: string
  signCount: number
}

/** Adds a virtual device that creates and stores passkeys without user interaction. */
async function device(page: Page): Promise<{ protocol: CDPSession; authenticatorId: string }> {
  const protocol = await page.context().newCDPSession(page)
  await protocol.send('WebAuthn.enable')
  const { authenticatorId } = await protocol.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { protocol, authenticatorId }
}

test('[peers M12] a passkey is created in the product’s window and signs in inside the frame; the member downloads their data', async () => {
  const email = 'passkey@mill.test'
  await makeUser(email)
  const { page, auth } = await visitor()
  await typeIn(auth, email)
  await button(auth, 'Continue').click()
  await button(auth, 'Account').click()
  const opened = page.context().waitForEvent('page')
  await auth.locator('.auth-section', { hasText: 'Passkeys' }).getByRole('button', { name: 'Add' }).click()
  const window = await opened
  const made = await device(window)
  assert.deepEqual(await violations(window), [])
  const added = new Promise<{ credential: KeptPasskey }>((resolve) =>
    made.protocol.once('WebAuthn.credentialAdded', resolve),
  )
  await button(window, 'Add a passkey').click()
  const { credential } = await added
  await expect(auth.getByText('Passkey added.')).toBeVisible()
  const saved = page.waitForEvent('download')
  await button(auth, 'Download my data').click()
  const file = await saved
  assert.equal(file.suggestedFilename(), 'my-data.zip')
  const zip = readFileSync(await file.path(), 'latin1')
  assert.ok(zip.startsWith('PK') && zip.includes('data.json') && zip.includes(email))
  await button(auth, 'Done').click()
  await button(auth, 'Sign out').click()
  await auth.getByLabel('Email').waitFor()

  const { protocol, authenticatorId } = await device(page)
  await protocol.send('WebAuthn.addCredential', {
    authenticatorId,
    credential,
  })
  await button(auth, 'Use a passkey').click()
  await expect(auth.getByRole('heading', { name: 'Welcome!' })).toBeVisible()
  await expect(auth.getByText(email, { exact: true })).toBeVisible()
})

test('the block uses the page’s language; without one, the visitor’s; opened alone, the requested one', async () => {
  const { auth, page } = await visitor('de-AT')
  await expect(button(auth, 'Forgot password?')).toBeVisible()
  await page.goto(`${site}/?lang=fr-CA`)
  await expect(button(auth, 'Mot de passe oublié ?')).toBeVisible()
  await page.goto(`${site}/?lang=`)
  await expect(button(auth, 'Passwort vergessen?')).toBeVisible()
  await auth.getByLabel('E-Mail').fill('niemand@mill.test')
  await auth.getByLabel('Passwort', { exact: true }).fill('falsch und lang genug')
  await button(auth, 'Anmelden').click()
  await expect(auth.getByText('E-Mail oder Passwort stimmen nicht.')).toBeVisible()
  assert.deepEqual(await violations(page, true), [])
  await auth.getByLabel('E-Mail').fill('neu@mill.test')
  await button(auth, 'Code per E-Mail').click()
  await button(auth, 'Code per E-Mail senden').click()
  await expect(auth.getByRole('heading', { name: 'Sehen Sie in Ihre E-Mails' })).toBeVisible()
  assert.match((await instance.mailTo('neu@mill.test')).subject, /^(Anmelden bei|Bestätigen Sie)/)
  for (const [locale, expected] of [
    ['fr', 'Mot de passe oublié ?'],
    ['es', '¿Ha olvidado la contraseña?'],
  ]) {
    await page.goto(`${instance.url}/embed/auth?tenant=${mill.public_key}&locale=${locale}`)
    await expect(button(page, expected!)).toBeVisible()
    assert.equal(await page.locator('html').getAttribute('lang'), locale)
    await button(page, expected!).click()
    await expect(page.getByRole('heading', { level: 2 })).toBeVisible()
    assert.deepEqual(await violations(page), [])
  }
})

test('input typed before the script has loaded is kept, and the button becomes enabled', async () => {
  await makeUser('early@mill.test')
  const { page } = await visitor()
  const scripts = Promise.withResolvers<void>()
  await page.route('**/embed-assets/**/*.js', async (route) => scripts.promise.then(() => route.continue()))
  await page.goto(site, { waitUntil: 'commit' })
  const auth = block(page, 'auth')
  await auth.getByLabel('Email').fill('early@mill.test')
  await auth.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await expect(button(auth, 'Sign In')).toBeDisabled()
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  scripts.resolve()
  await expect(button(auth, 'Sign In')).toBeEnabled()
  await button(auth, 'Sign In').click()
  await expect(auth.getByText('early@mill.test')).toBeVisible()
})
