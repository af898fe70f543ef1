// A user's account in the Studio: every sign-in method besides the password, and the settings of the account
// page.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient } from '@supabase/supabase-js'
import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { expect, launchBrowser } from '#testing/browser.ts'
import { sharedInstance } from '#testing/shared-instance.ts'
import { violations } from './accessibility.ts'
import { keysOf, makeCreator, makeTenant, operatorOf, signInCreator, studioContext } from './api.ts'
import type { Creator } from './api.ts'
import { PASSWORD } from './creator.ts'

const NEXT_PASSWORD = 'quiet harbour under seven moons'

const instance = await sharedInstance()
const keys = keysOf(instance)
const browser = await launchBrowser()

const addressOf = (name: string) => ({ email: `${name}@studio-account.test`, password: PASSWORD })
const go = (page: Page, path: string) => page.goto(instance.url + path)
const submit = (page: Page) => page.locator('form button[type=submit]')
const toast = (page: Page, title: string) => page.locator('.bb-toast strong', { hasText: title })
const dashboard = (page: Page) => page.getByRole('heading', { name: 'Studio Dashboard' })
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const codeIn = (email: { text: string }) => /^(\d{6})$/m.exec(email.text)![1]!

/** Opens a page in a new browser context, signed out or in. */
async function pageOf(creator?: Creator, options = {}): Promise<Page> {
  return (await studioContext(browser, instance.url, creator?.session, options)).newPage()
}

async function fill(page: Page, email: string, password: string) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await submit(page).click()
}

/** Returns the error code that the official client gets for a password. */
async function signInError(email: string, password: string): Promise<string | undefined> {
  const client = createClient(keys.url, keys.anonKey, { auth: { persistSession: false } })
  return (await client.auth.signInWithPassword({ email, password })).error?.code
}

test('a forgotten password: reset with the email’s link in another browser, and with its code, keeping the return URL', async () => {
  const mara = addressOf('mara')
  await makeCreator(keys, mara)
  const page = await pageOf()
  await go(page, '/auth?next=%2Fstudio%2Faccount')
  await page.getByLabel('Email').fill(mara.email)
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  // The input stays.
  await expect(page.getByLabel('Email')).toHaveValue(mara.email)
  assert.deepEqual(await violations(page), [])
  await submit(page).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await expect(page.getByLabel('Code')).toBeFocused()
  assert.deepEqual(await violations(page), [])

  const resetEmail = await instance.mailTo(mara.email)
  const phone = await pageOf(undefined, { viewport: { width: 390, height: 844 } })
  await phone.goto(resetEmail.links[0]!)
  await phone.getByRole('button', { name: 'Continue' }).click()
  await expect(phone.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()
  const field = phone.getByLabel('New password', { exact: true })
  await field.fill('password1')
  await expect(phone.getByText(/Too weak|Weak/)).toBeVisible()
  await submit(phone).click()
  await expect(phone.getByRole('alert')).toContainText(/easy to guess|known to be weak/)
  await expect(field).toHaveValue('password1')
  assert.deepEqual(await violations(phone), [])
  await field.fill(NEXT_PASSWORD)
  await expect(phone.getByText('Strong')).toBeVisible()
  await submit(phone).click()
  await phone.waitForURL('**/studio/account')
  assert.equal(await signInError(mara.email, PASSWORD), 'invalid_credentials')
  assert.equal(await signInError(mara.email, NEXT_PASSWORD), undefined)
  await phone.context().close()

  // The first email has been used: its code is refused, that of a new email is accepted.
  await page.getByLabel('Code').fill(codeIn(resetEmail))
  await expect(page.getByRole('alert')).toHaveText('This code is wrong or has expired. Request a new one.')
  await page.getByRole('button', { name: 'Send again' }).click()
  const second = await instance.mailTo(mara.email, 3)
  await page.getByLabel('Code').fill(codeIn(second))
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()
  await page.getByLabel('New password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/studio/account')
  assert.equal(await signInError(mara.email, PASSWORD), undefined)
  await page.context().close()
})

test('signing in with an emailed code, without a password; then a password is set without asking for a current one', async () => {
  const { email } = addressOf('nils')
  assert.ifError((await operatorOf(keys).auth.admin.createUser({ email, email_confirm: true })).error)
  const nils = { email }
  const page = await pageOf()
  await go(page, '/auth?next=%2Fstudio')
  await page.getByRole('button', { name: 'Email me a code' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in by email' })).toBeVisible()
  await page.getByLabel('Email').fill(nils.email)
  await submit(page).click()
  await page.getByLabel('Code').fill(codeIn(await instance.mailTo(nils.email)))
  await expect(dashboard(page)).toBeVisible()
  await go(page, '/studio/account')
  const password = section(page, 'Password')
  await expect(password.getByRole('button', { name: 'Set a password' })).toBeVisible()
  await expect(password.getByLabel('Current password', { exact: true })).toHaveCount(0)
  assert.deepEqual(await violations(page), [])
  await password.getByLabel('New password', { exact: true }).fill(NEXT_PASSWORD)
  await password.getByRole('button', { name: 'Set a password' }).click()
  await expect(toast(page, 'Your password has been set.')).toBeVisible()
  await expect(password.getByLabel('Current password', { exact: true })).toBeVisible()
  assert.equal(await signInError(email, NEXT_PASSWORD), undefined)
  await page.context().close()
})

test('an email requested too soon: the form says how long to wait, and waits; another address does not', async () => {
  const page = await pageOf()
  for (const [open, title] of [
    ['Forgot password?', 'Reset your password'],
    ['Email me a code', 'Sign in by email'],
  ] as const) {
    await go(page, '/auth')
    await page.getByRole('button', { name: open }).click()
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await page.route(/\/auth\/v1\/(otp|recover)/, (route) =>
      route.fulfill({
        status: 429,
        headers: { 'retry-after': '42', 'x-supabase-api-version': '2024-01-01' },
        json: {
          code: 'over_email_send_rate_limit',
          message: 'For security purposes, you can only request this after 42 seconds.',
        },
      }),
    )
    await page.getByLabel('Email').fill('ada@studio-account.test')
    await submit(page).click()
    await expect(page.getByRole('alert')).toHaveText(
      'For security purposes, you can only request this after 42 seconds.',
    )
    await expect(submit(page)).toHaveText(/^Send again in \d+ s/)
    await expect(submit(page)).toHaveAttribute('aria-disabled', 'true')
    assert.deepEqual(await violations(page), [])
    await page.getByLabel('Email').fill('ida@studio-account.test')
    await expect(submit(page)).not.toHaveAttribute('aria-disabled', 'true')
    await page.unroute(/\/auth\/v1\/(otp|recover)/)
  }
  await page.context().close()
})

test('an email address that someone else signed up with: confirming it asks its owner to set a new password', async () => {
  const { email } = addressOf('ada')
  const guest = createClient(keys.url, keys.anonKey, { auth: { persistSession: false } })
  assert.ifError((await guest.auth.signUp({ email, password: NEXT_PASSWORD })).error)
  const page = await pageOf()
  await go(page, '/auth?mode=sign-up&next=%2Fstudio')
  await fill(page, email, PASSWORD)
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await page.getByLabel('Code').fill(codeIn(await instance.mailTo(email, 2)))
  await expect(page.getByRole('heading', { name: 'Choose a password' })).toBeVisible()
  assert.deepEqual(await violations(page), [])
  // The prompt survives leaving the page and returning.
  await go(page, '/auth?next=%2Fstudio')
  await page.getByLabel('New password', { exact: true }).fill('eleven geese over the mill')
  await submit(page).click()
  await expect(dashboard(page)).toBeVisible()
  for (const old of [PASSWORD, NEXT_PASSWORD])
    assert.equal(await signInError(email, old), 'invalid_credentials')
  await page.reload()
  await expect(dashboard(page)).toBeVisible()
  await go(page, '/auth?next=%2Fstudio')
  await expect(dashboard(page)).toBeVisible()
  await page.context().close()
})

test('two-step verification: set up, required at the next sign-in, and the Studio stays closed until then', async () => {
  const ines = addressOf('ines')
  const page = await pageOf(await makeCreator(keys, ines))
  await go(page, '/studio/account')
  const own = section(page, 'Two-step verification')
  await expect(own.getByText('Not set up')).toBeVisible()
  await own.getByRole('button', { name: 'Add authenticator app' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add authenticator app' })
  await expect(dialog.getByRole('img', { name: 'QR code of the key' })).toBeVisible()
  assert.deepEqual(await violations(page), [])
  const secret = Secret.fromBase32((await dialog.locator('code').textContent())!)
  const app = new TOTP({ secret })
  let used = 0
  /** The app's code. It changes every 30 seconds, and the service also accepts the next one. */
  const digits = () => app.generate({ timestamp: Date.now() + 30_000 * used++ })
  await dialog.getByLabel('Code').fill(digits())
  const codes = page.getByRole('dialog', { name: 'Save your recovery codes' })
  await expect(codes.getByRole('list').getByRole('listitem')).toHaveCount(10)
  const [recovery] = await codes.getByRole('list').getByRole('listitem').allTextContents()
  assert.deepEqual(await violations(page), [])
  // Closing the dialog temporarily loses nothing.
  await page.keyboard.press('Escape')
  await expect(codes).toBeVisible()
  await codes.getByLabel('I have saved these codes').check()
  await codes.getByRole('button', { name: 'Done' }).click()
  await expect(own.getByText('Authenticator app', { exact: true })).toBeVisible()
  await expect(own.getByText('10 left')).toBeVisible()

  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.waitForURL(`${instance.url}/auth`)
  await go(page, '/studio/account')
  await fill(page, ines.email, ines.password)
  await expect(page.getByRole('heading', { name: "Confirm it's you" })).toBeVisible()
  assert.deepEqual(await violations(page), [])
  for (const path of ['/studio', '/studio/account', '/auth/new-password?next=/studio']) {
    await go(page, path)
    await expect(page.getByRole('heading', { name: "Confirm it's you" })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Sign out', exact: true })).toHaveCount(0)
  }
  await page.getByLabel('Code').fill('000000')
  await expect(page.getByText('This code is wrong or has already been used.')).toBeVisible()
  await page.getByLabel('Code').fill(digits())
  await expect(dashboard(page)).toBeVisible()

  // With a lost device, a recovery code works once.
  for (const [code, opens] of [
    [recovery!, true],
    [recovery!, false],
  ] as const) {
    const other = await pageOf()
    await go(other, '/auth?next=/studio')
    await fill(other, ines.email, ines.password)
    await other.getByRole('button', { name: 'Use a recovery code' }).click()
    await other.getByLabel('Recovery code').fill(code)
    await submit(other).click()
    if (opens) await expect(dashboard(other)).toBeVisible()
    else await expect(other.getByText('This code is wrong or has already been used.')).toBeVisible()
    await other.context().close()
  }

  await go(page, '/studio/account')
  await expect(own.getByText('9 left')).toBeVisible()
  await own.getByRole('button', { name: 'Remove Authenticator app' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(own.getByText('Not set up')).toBeVisible()
  await page.context().close()
})

test('a passkey: added, named, used to sign in, removed', async () => {
  const otto = addressOf('otto')
  const page = await pageOf(await makeCreator(keys, otto))
  const protocol = await page.context().newCDPSession(page)
  await protocol.send('WebAuthn.enable')
  const options = {
    protocol: 'ctap2' as const,
    transport: 'internal' as const,
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  }
  await protocol.send('WebAuthn.addVirtualAuthenticator', { options })
  await go(page, '/studio/account')
  const own = section(page, 'Passkeys')
  await own.getByRole('button', { name: 'Add passkey' }).click()
  await expect(toast(page, 'Passkey added.')).toBeVisible()
  await own.getByRole('button', { name: /^Rename/ }).click()
  const rename = page.getByRole('dialog', { name: 'Rename passkey' })
  await rename.getByLabel('Name').fill('Laptop')
  await page.keyboard.press('Enter')
  await expect(own.getByText('Laptop', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.waitForURL(`${instance.url}/auth`)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(dashboard(page)).toBeVisible()
  await page.getByRole('link', { name: otto.email }).click()
  await expect(own.getByText(/Last used/)).toBeVisible()
  await own.getByRole('button', { name: 'Remove Laptop' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(own.getByText('No passkeys yet')).toBeVisible()
  await page.context().close()
})

test('an email change needs a confirmation from both mailboxes; a password change needs the current password or an emailed code', async () => {
  const vera = addressOf('vera')
  const moved = 'vera@orchard.test'
  const page = await pageOf(await makeCreator(keys, vera))
  await go(page, '/studio/account')
  const profile = section(page, 'Profile')
  await profile.getByRole('button', { name: 'Change email' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change email' })
  await dialog.getByLabel('New email').fill(moved)
  await page.keyboard.press('Enter')
  await expect(profile.getByText(`Waiting for ${moved}`)).toBeVisible()
  assert.deepEqual(await violations(page), [])

  const elsewhere = await pageOf()
  await elsewhere.goto((await instance.mailTo(moved)).links[0]!)
  await elsewhere.getByRole('button', { name: 'Confirm the change' }).click()
  await expect(elsewhere.getByRole('heading', { name: 'Confirm in your other mailbox' })).toBeVisible()
  await page.reload()
  await expect(profile.getByText(`Waiting for ${moved}`)).toBeVisible()
  await page.goto((await instance.mailTo(vera.email)).links[0]!)
  await page.getByRole('button', { name: 'Confirm the change' }).click()
  await page.waitForURL('**/studio/account')
  await expect(page.getByRole('banner').getByText(moved)).toBeVisible()
  await expect(profile.getByText(/Waiting for/)).toHaveCount(0)
  await elsewhere.context().close()

  const password = section(page, 'Password')
  await password.getByLabel('Current password', { exact: true }).fill('not the password')
  await password.getByLabel('New password', { exact: true }).fill(NEXT_PASSWORD)
  await submit(page).filter({ hasText: 'Change password' }).click()
  await expect(password.getByText("That's not your current password.")).toBeVisible()
  await expect(password.getByLabel('New password', { exact: true })).toHaveValue(NEXT_PASSWORD)
  await password.getByRole('button', { name: 'Use a code instead' }).click()
  await submit(page).filter({ hasText: 'Change password' }).click()
  const proof = page.getByRole('dialog', { name: "Confirm it's you" })
  await expect(proof).toBeVisible()
  assert.deepEqual(await violations(page), [])
  const digits = codeIn(await instance.mailTo(moved, 2))
  await proof.getByLabel('Code').fill(digits === '111111' ? '222222' : '111111')
  await page.keyboard.press('Enter')
  await expect(proof.getByText('This code is wrong or has expired.')).toBeVisible()
  await proof.getByLabel('Code').fill(digits)
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Your password has been changed.')).toBeVisible()
  assert.equal(await signInError(moved, NEXT_PASSWORD), undefined)
  await page.context().close()
})

/** Signs in or cancels on the page of the sandbox's identity provider. */
async function atProvider(page: Page, email: string, go: 'Continue' | 'Cancel' = 'Continue') {
  await page.waitForURL((url) => url.origin === new URL(instance.sandboxUrl).origin)
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByRole('button', { name: go }).click()
}

test('signing in with another service: the code returns only to this browser, a refusal shows an error', async () => {
  const email = 'sam@elsewhere.test'
  const page = await pageOf()
  const tokenRequests: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('grant_type=pkce')) tokenRequests.push(request.postData() ?? '')
  })
  await go(page, '/auth?next=%2Fstudio%2Faccount')
  await page.getByRole('button', { name: 'Continue with Sandbox' }).click()
  await atProvider(page, email, 'Cancel')
  await expect(page.getByRole('heading', { name: 'Sign-in failed' })).toBeVisible()
  await expect(page.getByText('The sign-in was cancelled')).toBeVisible()
  assert.deepEqual(await violations(page), [])
  await page.getByRole('link', { name: 'Back to sign in' }).click()
  await page.getByRole('button', { name: 'Continue with Sandbox' }).click()

  // An intercepted address is useless: the code is refused without this browser's verifier.
  const back = page.waitForRequest((request) => request.url().startsWith(`${instance.url}/auth/callback`))
  await atProvider(page, email)
  await page.waitForURL('**/studio/account')
  assert.equal(new URL((await back).url()).searchParams.get('next'), '/studio/account')
  assert.equal(tokenRequests.length, 1)
  const { auth_code: code, code_verifier: verifier } = JSON.parse(tokenRequests[0]!) as Record<string, string>
  assert.equal(new URL((await back).url()).searchParams.get('code'), code)
  assert.ok(verifier!.length >= 43)
  const attacker = await pageOf()
  await attacker.goto((await back).url())
  await expect(attacker.getByText('This sign-in was started in another browser.')).toBeVisible()
  await go(attacker, '/auth/v1/callback?state=made-up&code=x')
  await expect(attacker.getByText('This sign-in was started elsewhere or too long ago.')).toBeVisible()
  await attacker.context().close()

  const own = section(page, 'Connected accounts')
  await expect(own.getByText(email)).toBeVisible()
  await own.getByRole('button', { name: 'Disconnect Sandbox' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click()
  // The only sign-in method cannot be removed.
  await expect(page.getByText('This is your only way to sign in.')).toBeVisible()
  await page.context().close()
})

test('another service is connected to an account, signs in to it, and is disconnected', async () => {
  const lena = addressOf('lena')
  const page = await pageOf(await makeCreator(keys, lena))
  await go(page, '/studio/account')
  const own = section(page, 'Connected accounts')
  await own.getByRole('button', { name: 'Connect Sandbox' }).click()
  await atProvider(page, 'lena@elsewhere.test')
  await page.waitForURL('**/studio/account')
  await expect(own.getByText('lena@elsewhere.test')).toBeVisible()
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.getByRole('button', { name: 'Continue with Sandbox' }).click()
  await atProvider(page, 'lena@elsewhere.test')
  await expect(page.getByRole('banner').getByText(lena.email)).toBeVisible()
  await go(page, '/studio/account')
  await own.getByRole('button', { name: 'Disconnect Sandbox' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click()
  await expect(own.getByText('Not connected')).toBeVisible()
  await page.context().close()
})

test('sessions: the list of signed-in devices, and ending one or all others', async () => {
  const rolf = addressOf('rolf')
  const page = await pageOf(await makeCreator(keys, rolf))
  const agents = {
    phone:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1',
    work: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0',
  }
  const [phone, work] = await Promise.all(
    Object.values(agents).map(async (userAgent) => {
      const other = await pageOf(undefined, { userAgent })
      await go(other, '/auth?next=%2Fstudio')
      await fill(other, rolf.email, rolf.password)
      await expect(dashboard(other)).toBeVisible()
      return other
    }),
  )
  await go(page, '/studio/account')
  const own = section(page, 'Sessions')
  await expect(own.getByRole('listitem')).toHaveCount(3)
  await expect(own.getByRole('listitem').first()).toContainText('This device')
  assert.deepEqual(await violations(page), [])

  await own.getByRole('button', { name: 'Sign out Safari on iPhone' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click()
  await expect(own.getByText('Safari on iPhone')).toHaveCount(0)
  await phone!.reload()
  await phone!.waitForURL('**/auth?next=%2Fstudio')
  await expect(dashboard(work!)).toBeVisible()

  await own.getByRole('button', { name: 'Sign out all other devices' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click()
  await expect(own.getByRole('listitem')).toHaveCount(1)
  await work!.reload()
  await work!.waitForURL('**/auth?next=%2Fstudio')
  await page.reload()
  await expect(own.getByText('This device')).toBeVisible()
  for (const each of [page, phone!, work!]) await each.context().close()
})

test('an owner with a paid plan deletes the account immediately, after reading that the plan ends', async () => {
  const ida = addressOf('ida')
  const creator = await makeCreator(keys, ida)
  const tenant = await makeTenant(creator, 'Ida Bakery')
  const plan = { user_id: creator.session.user.id, plan_id: 'pro', status: 'active' }
  assert.ifError((await operatorOf(keys).from('bolt_subscriptions').upsert(plan)).error)
  const page = await pageOf(creator)
  await go(page, '/studio/account')
  await section(page, 'Delete account').getByRole('button', { name: 'Delete account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete account' })
  await expect(dialog.getByText('your tenants (Ida Bakery)')).toBeVisible()
  await expect(dialog.getByText('your Pro plan, which ends immediately without a refund')).toBeVisible()
  assert.deepEqual(await violations(page), [])
  const remove = dialog.getByRole('button', { name: 'Delete account' })
  await remove.click()
  await expect(dialog.getByText(`Type ${ida.email} to continue.`)).toBeVisible()
  await dialog.getByLabel(`Type ${ida.email} to confirm`).fill(ida.email)
  await remove.click()
  await page.waitForURL(`${instance.url}/`)
  await expect(toast(page, 'Your account has been deleted.')).toBeVisible()
  assert.equal(await signInError(ida.email, PASSWORD), 'invalid_credentials')
  assert.match((await instance.mailTo(ida.email)).subject, /was deleted/)
  const block = await fetch(`${instance.url}/embed/auth?tenant=${tenant.public_key}`)
  assert.match(await block.text(), /This is not available right now/)
  assert.deepEqual(await page.evaluate(() => Object.keys(localStorage)), [])
  await go(page, '/studio')
  await page.waitForURL('**/auth?next=%2Fstudio')
  await page.context().close()
})

test('[E15] signing out in one tab: the others follow, Back shows nothing, and the browser’s storage is cleared', async () => {
  const hanna = addressOf('hanna')
  const creator = await makeCreator(keys, hanna)
  await makeTenant(creator, 'Hanna Bakery')
  const page = await pageOf(creator)
  const other = await page.context().newPage()
  for (const tab of [page, other]) {
    await go(tab, '/studio')
    await expect(tab.getByText('Hanna Bakery').first()).toBeVisible()
  }
  await page.getByRole('link', { name: hanna.email }).click()
  await expect(section(page, 'Profile')).toBeVisible()
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.waitForURL(`${instance.url}/auth`)
  await other.waitForURL('**/auth?**')
  const storedKeys = () =>
    other.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)])
  await expect.poll(storedKeys).toEqual([])
  await page.goBack()
  await page.waitForURL('**/auth?next=%2Fstudio')
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  await expect(page.getByText('Hanna Bakery')).toHaveCount(0)
  await expect(page.getByText(hanna.email)).toHaveCount(0)

  // A page restored from the back/forward cache shows its old state and must update.
  const third = await pageOf(await signInCreator(keys, hanna))
  await go(third, '/studio')
  await expect(third.getByText('Hanna Bakery').first()).toBeVisible()
  await third.evaluate(() => {
    localStorage.clear()
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  })
  await third.waitForURL('**/auth?next=%2Fstudio')
  await page.context().close()
  await third.context().close()
})
