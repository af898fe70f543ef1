// The Studio for visitors, and the frame around every screen: signing in and out, guards, navigation, themes,
// 404.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient } from '@supabase/supabase-js'
import type { Page } from 'playwright-core'
import { expect, launchBrowser } from '#testing/browser.ts'
import { hostileAddresses } from '#testing/hostile-addresses.ts'
import { sharedInstance } from '#testing/shared-instance.ts'
import { violations } from './accessibility.ts'
import { keysOf, makeCreator, operatorOf, signInCreator, studioContext } from './api.ts'
import { PASSWORD } from './creator.ts'

const MARA = { email: 'mara@studio-auth.test', password: PASSWORD }

const instance = await sharedInstance()
const keys = keysOf(instance)
const browser = await launchBrowser()
const { session } = await makeCreator(keys, MARA)

const visitor = await (await studioContext(browser, instance.url, undefined)).newPage()
const go = (page: Page, path: string) => page.goto(instance.url + path)
const pathOf = (page: Page) => page.url().slice(instance.url.length)
const submit = (page: Page) => page.locator('form button[type=submit]')
const toast = (page: Page) => page.locator('.bb-toast')

async function fill(page: Page, email: string, password: string) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await submit(page).click()
}

/** Opens a page with a separate session of Mara. */
async function signedIn(): Promise<Page> {
  const own = await signInCreator(keys, MARA)
  return (await studioContext(browser, instance.url, own.session)).newPage()
}

test('[S2-001] [S2-002] both addresses of the landing page are public', async () => {
  for (const path of ['/', '/home']) {
    await go(visitor, path)
    const hero = visitor.getByRole('heading', { level: 1 })
    await expect(hero).toHaveText('Sign-in and payments for the site you already have')
    assert.equal(pathOf(visitor), path)
  }
  assert.deepEqual(await violations(visitor), [])
})

test('[S2-014] [S2-047] [S2-049] a visitor is sent from the Studio to the sign-in, with a return URL', async () => {
  await go(visitor, '/studio')
  await expect(visitor.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  assert.equal(pathOf(visitor), '/auth?next=%2Fstudio')
})

test('[S2-046] [S2-048] the guard fills the screen with Loading... until the session is known', async () => {
  // An expired session is refreshed first, and that response is delayed.
  const old = { ...session, expires_at: 1, expires_in: 0 }
  const context = await studioContext(browser, instance.url, old)
  const page = await context.newPage()
  const gate = Promise.withResolvers<void>()
  await page.route('**/auth/v1/token**', async (route) => {
    await gate.promise
    await route.continue()
  })
  await go(page, '/studio')
  const spinner = page.locator('output', { hasText: /^Loading\.\.\.$/ })
  await expect(spinner).toBeVisible()
  assert.deepEqual(await spinner.boundingBox(), { x: 0, y: 0, width: 1440, height: 900 })
  gate.resolve()
  await expect(page.getByRole('heading', { name: 'Studio Dashboard' })).toBeVisible()
  await context.close()
})

test('[S2-012] [S2-093] [S2-094] [S2-095] the auth page has a side for signing in and one for signing up', async () => {
  await go(visitor, '/auth')
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Welcome back')
  await expect(visitor.locator('form').getByRole('button', { name: 'Sign In', exact: true })).toBeVisible()
  assert.deepEqual(await violations(visitor), [])
  await visitor.getByRole('button', { name: 'Create account' }).click()
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Create account')
  await expect(visitor.locator('form').getByRole('button', { name: 'Sign Up', exact: true })).toBeVisible()
  assert.deepEqual(await violations(visitor), [])
  await visitor.getByRole('button', { name: 'Sign In' }).click()
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Welcome back')
})

test('[S2-096] [S2-097] [S5-041] the fields: email of type email, and a password that can be shown and hidden', async () => {
  const password = visitor.getByLabel('Password', { exact: true })
  await expect(visitor.getByLabel('Email')).toHaveAttribute('type', 'email')
  await expect(password).toHaveAttribute('type', 'password')
  await visitor.getByRole('button', { name: 'Show password' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await visitor.getByRole('button', { name: 'Hide password' }).click()
  await expect(password).toHaveAttribute('type', 'password')
})

test('[S2-098] Back to home leads to the landing page', async () => {
  await visitor.getByRole('link', { name: 'Back to home' }).click()
  await expect(visitor.getByRole('link', { name: 'Get Started' })).toBeVisible()
  assert.equal(pathOf(visitor), '/')
})

test('[S5-039] [S5-040] neither side is sent without an email and a password', async () => {
  const sent: string[] = []
  const watch = (request: { url(): string; method(): string }) =>
    request.method() === 'POST' && request.url().includes('/auth/v1/') && sent.push(request.url())
  visitor.on('request', watch)
  for (const path of ['/auth', '/auth?mode=sign-up']) {
    await go(visitor, path)
    await submit(visitor).click()
    await expect(visitor.getByText('Enter your email.')).toBeVisible()
    await expect(visitor.getByText('Enter your password.')).toBeVisible()
    await fill(visitor, MARA.email, '')
    await expect(visitor.getByText('Enter your email.')).toBeHidden()
    await expect(visitor.getByText('Enter your password.')).toBeVisible()
    await fill(visitor, '', MARA.password)
    await expect(visitor.getByText('Enter your email.')).toBeVisible()
  }
  visitor.off('request', watch)
  assert.deepEqual(sent, [])
})

test('[S8-001] [S8-016] [S8-022] a wrong password shows a destructive toast', async () => {
  await go(visitor, '/auth')
  await fill(visitor, MARA.email, 'not the password')
  await expect(toast(visitor)).toHaveAttribute('data-tone', 'error')
  await expect(toast(visitor)).toHaveAttribute('role', 'alert')
  await expect(toast(visitor).locator('strong')).toHaveText('Sign in failed')
  await expect(toast(visitor).locator('p')).toHaveText(
    'Invalid email or password. If you just signed up, please check your email for a confirmation link first.',
  )
})

test('[S8-019] [S8-020] an unconfirmed email address is only revealed after the correct password', async () => {
  const waiting = { email: 'waiting@studio-auth.test', password: PASSWORD }
  assert.ifError((await operatorOf(keys).auth.admin.createUser(waiting)).error)
  const wrong = await createClient(keys.url, keys.anonKey, {
    auth: { persistSession: false },
  }).auth.signInWithPassword({ ...waiting, password: 'not the password' })
  assert.equal(wrong.error?.code, 'invalid_credentials')
  await go(visitor, '/auth')
  await fill(visitor, waiting.email, waiting.password)
  await expect(toast(visitor).locator('p')).toHaveText(
    'Please check your email and click the confirmation link before signing in.',
  )
})

test('[S8-017] [S8-021] [S8-023] [S8-024] a refused sign-up shows the reason, or a default message for an unknown one', async () => {
  await go(visitor, '/auth?mode=sign-up')
  await fill(visitor, 'new@studio-auth.test', 'short')
  await expect(toast(visitor).locator('strong')).toHaveText('Sign up failed')
  const own = await createClient(keys.url, keys.anonKey, { auth: { persistSession: false } }).auth.signUp({
    email: 'new@studio-auth.test',
    password: 'short',
  })
  await expect(toast(visitor).locator('p')).toHaveText(own.error!.message)

  const responses = [
    {
      status: 422,
      json: {
        code: 'user_already_exists',
        error_code: 'user_already_exists',
        msg: 'User already registered',
      },
      expected:
        'This email is already registered. Try signing in instead, or check your email for a confirmation link.',
    },
    { status: 500, json: {}, expected: 'Something went wrong. Please try again.' },
    { expected: 'Something went wrong. Please try again.' },
  ]
  for (const { expected, ...response } of responses) {
    await go(visitor, '/auth?mode=sign-up')
    await visitor.route('**/auth/v1/signup**', (route) =>
      response.status ? route.fulfill(response) : route.abort(),
    )
    await fill(visitor, 'new@studio-auth.test', PASSWORD)
    await expect(toast(visitor).locator('p')).toHaveText(expected)
    await visitor.unroute('**/auth/v1/signup**')
  }
})

test('a full browser storage is reported at the sign-in, because a reload then signs out', async () => {
  const page = await (await studioContext(browser, instance.url, undefined)).newPage()
  await go(page, '/auth')
  await page.evaluate(() => {
    for (let size = 1 << 20; size > 0; size >>= 1)
      for (let n = 0; n < 16; n++)
        try {
          localStorage.setItem(`${size}.${n}`, 'x'.repeat(size))
        } catch {
          break
        }
  })
  await fill(page, MARA.email, MARA.password)
  await expect(toast(page)).toContainText('You will be signed out when you reload')
  await page.close()
})

test('[S4-078] [S8-025] signing up asks to confirm the email, whose link leads to the front page', async () => {
  const email = 'nils@studio-auth.test'
  const page = await (await studioContext(browser, instance.url, undefined)).newPage()
  await go(page, '/auth?mode=sign-up')
  await fill(page, email, PASSWORD)
  await expect(toast(page).locator('strong')).toHaveText('Please check your email for verification link.')
  const message = await instance.mailTo(email)
  // Only the front page sends signed-in users on to their last tab.
  await page.evaluate(() => localStorage.setItem('bb:lastTab', '/trust'))
  await page.goto(message.links[0]!)
  await page.getByRole('button', { name: 'Confirm your email' }).click()
  await page.waitForURL('**/trust')
  await expect(page.getByText(email)).toBeVisible()
  await page.context().close()
})

test('[S2-049] [S2-013] [S2-100] [S2-101] after signing in the user continues to next or redirect, on this origin only', async () => {
  for (const name of ['next', 'redirect']) {
    const page = await (await studioContext(browser, instance.url, undefined)).newPage()
    await go(page, `/auth?${name}=/bolt/blocks%3Fq%3Drye`)
    await fill(page, MARA.email, MARA.password)
    await page.waitForURL('**/bolt/blocks?q=rye')
    await page.context().close()
  }
  const page = await signedIn()
  await go(page, '/home')
  await page.evaluate(() => localStorage.setItem('bb:lastTab', '/trust'))
  for (const name of ['next', 'redirect'])
    for (const hostile of hostileAddresses) {
      await page.evaluate(
        (path) => {
          history.pushState(null, '', path)
          dispatchEvent(new PopStateEvent('popstate'))
        },
        `/auth?${name}=${encodeURIComponent(hostile)}`,
      )
      await page.waitForURL(`${instance.url}/trust`)
    }
  await page.context().close()
})

test('[S2-079] [S2-099] [S3-067] [S2-078] signed-in users go from /auth to the front page, and on to the last tab', async () => {
  const page = await signedIn()
  await go(page, '/auth')
  // No tab is stored yet, so the dashboard opens.
  await page.waitForURL('**/studio')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('bb:lastTab'))).toBe('/studio')
  for (const [storedTab, landed] of [
    ['/trust', '/trust'],
    ['//evil.example', '/studio'],
    ['https://evil.example', '/studio'],
    ['/auth?next=/trust', '/studio'],
  ] as const) {
    await go(page, '/home')
    await page.evaluate((value) => localStorage.setItem('bb:lastTab', value), storedTab)
    await go(page, '/auth')
    await page.waitForURL(instance.url + landed)
  }
  await page.context().close()
})

test('[S2-065] [S2-066] [S2-067] [S2-068] [S2-069] [S2-073] the frame around a screen: header, sidebar, arrow keys', async () => {
  const header = (page: Page) => page.getByRole('banner')
  await go(visitor, '/')
  await expect(header(visitor).getByRole('link', { name: 'Bolt Blocks' })).toBeVisible()
  await expect(header(visitor).getByText('Live', { exact: true })).toBeVisible()
  await expect(header(visitor).getByRole('button', { name: 'Sign out' })).toHaveCount(0)

  const page = await signedIn()
  await page.setViewportSize({ width: 1280, height: 800 })
  await go(page, '/studio')
  await expect(header(page).getByText(MARA.email, { exact: true })).toBeVisible()
  await expect(header(page).getByRole('button', { name: 'Sign out' })).toBeVisible()
  const sidebar = await page.getByRole('navigation', { name: 'Main' }).boundingBox()
  assert.equal(sidebar?.x, 0)
  assert.ok(sidebar.height > sidebar.width && sidebar.width < 320, JSON.stringify(sidebar))

  const items = page.getByRole('navigation', { name: 'Main' }).locator('[data-nav]:visible')
  const last = (await items.count()) - 1
  assert.ok(last > 0)
  await items.first().focus()
  await page.keyboard.press('ArrowDown')
  await expect(items.nth(1)).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(items.first()).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(items.nth(last)).toBeFocused()
  await page.context().close()
})

test('[S2-059] [S2-060] [S2-061] [S2-076] [S2-077] a protected item asks a visitor to sign in, and opens for creators', async () => {
  await go(visitor, '/')
  const item = (page: Page) =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Tenants' })
  const dialog = visitor.getByRole('dialog', { name: 'Access Required' })
  await item(visitor).click()
  await expect(dialog.getByText('You must login or sign-up to access Tenants')).toBeVisible()
  assert.equal(pathOf(visitor), '/')
  assert.deepEqual(await violations(visitor), [])
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  assert.equal(pathOf(visitor), '/')
  await item(visitor).click()
  await dialog.getByRole('button', { name: "Let's Do It" }).click()
  await expect(visitor.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  assert.equal(pathOf(visitor), '/auth')

  const page = await signedIn()
  await go(page, '/home')
  // Until the list of tenants is known, the item leads to the dashboard. Mara's list is empty, so then it leads to
  // her first tenant.
  await expect(item(page)).toHaveAttribute('href', '/bolt/studio/onboarding')
  await item(page).click()
  await expect(page.getByRole('heading', { name: 'Welcome to Bolt Blocks' })).toBeVisible()
  assert.equal(pathOf(page), '/bolt/studio/onboarding')
  await page.context().close()
})

test('a click before the session is read does not ask a signed-in user to sign in', async () => {
  const { session: own } = await signInCreator(keys, MARA)
  const context = await studioContext(browser, instance.url, { ...own, expires_at: 1, expires_in: 0 })
  const page = await context.newPage()
  const gate = Promise.withResolvers<void>()
  await page.route('**/auth/v1/token**', async (route) => {
    await gate.promise
    await route.continue()
  })
  await go(page, '/home')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Tenants' }).click()
  await expect(page.locator('output', { hasText: /^Loading\.\.\.$/ })).toBeVisible()
  await expect(page.getByRole('dialog', { name: 'Access Required' })).toHaveCount(0)
  gate.resolve()
  await expect(page.getByRole('heading', { name: 'Studio Dashboard' })).toBeVisible()
  await context.close()
})

test('[S2-062] [S2-063] signing out clears the product’s storage and goes to /auth', async () => {
  const page = await signedIn()
  await go(page, '/studio')
  await page.evaluate(() => {
    for (const store of [localStorage, sessionStorage])
      for (const key of ['bb:tenant', 'onboarding-dismissed-1', 'of-another-program']) store.setItem(key, '1')
  })
  const ended = page.waitForResponse((response) => response.url().includes('/auth/v1/logout'))
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL(`${instance.url}/auth`)
  assert.equal((await ended).status(), 204, 'the server ended the session')
  const storedKeys = () => page.evaluate(() => [Object.keys(localStorage), Object.keys(sessionStorage)])
  await expect.poll(storedKeys).toEqual([['of-another-program'], ['of-another-program']])
  await go(page, '/studio')
  await page.waitForURL('**/auth?next=%2Fstudio')
  await page.context().close()
})

test('[S2-040] [S2-041] [S2-042] an unknown address is reported on the page and in the console, with a link home', async () => {
  const consoleMessage = visitor.waitForEvent('console', (message) =>
    message.text().includes('/no/such-page'),
  )
  await go(visitor, '/no/such-page')
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Oops! Page not found')
  await consoleMessage
  assert.deepEqual(await violations(visitor), [])
  await visitor.getByRole('link', { name: 'Return to Home' }).click()
  await expect(visitor.getByRole('link', { name: 'Get Started' })).toBeVisible()
  assert.equal(pathOf(visitor), '/')
})

/** Hue (0 to 360) and saturation (0 to 1) of a computed color. */
function hueOf(rgb: string): { hue: number; saturation: number } {
  const [r, g, b] = rgb.match(/[\d.]+/g)!.map(Number) as [number, number, number]
  const [max, min] = [Math.max(r, g, b), Math.min(r, g, b)]
  const d = max - min || 1
  const sixth = max === r ? (g - b) / d : max === g ? (b - r) / d + 2 : (r - g) / d + 4
  return { hue: (sixth * 60 + 360) % 360, saturation: (max - min) / 255 }
}

test('[S2-083] [S2-084] [S2-085] the theme picker offers Clean, Retro and Zen in their colors, and applies the theme to the Studio', async () => {
  const page = await signedIn()
  await go(page, '/studio')
  await page.getByRole('button', { name: 'Theme', exact: true }).first().click()
  const picker = page.getByRole('dialog', { name: 'Theme' })
  const themes = [
    { name: 'Clean', text: 'Professional blues and grays', first: [205, 240], second: [205, 240] },
    { name: 'Retro', text: 'Warm oranges and purples', first: [10, 45], second: [260, 300] },
    { name: 'Zen', text: 'Calming greens and blues', first: [140, 170], second: [190, 215] },
  ] as const
  for (const { name, text, first, second } of themes) {
    const choice = picker.locator('label', { hasText: name })
    await expect(choice.getByText(text, { exact: true })).toBeVisible()
    await choice.click()
    await expect(page.locator('html')).toHaveAttribute('data-theme', name.toLowerCase())
    const painted = await page.evaluate(() => {
      const probe = document.body.appendChild(document.createElement('i'))
      const read = (token: string) => {
        probe.style.color = `var(${token})`
        return getComputedStyle(probe).color
      }
      return ['--bb-accent', '--bb-accent-2'].map(read)
    })
    const [one, two] = painted.map(hueOf)
    assert.ok(one!.hue > first[0] && one!.hue < first[1], `${name}: ${painted[0]}`)
    assert.ok(two!.hue > second[0] && two!.hue < second[1], `${name}: ${painted[1]}`)
    // Clean also has grays.
    if (name === 'Clean') assert.ok(two!.saturation < 0.3, painted[1])
  }
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'zen')
  await page.context().close()
})

test('[S9-049] toasts follow the device’s dark mode; axe finds nothing in dark mode either', async () => {
  const lightness: number[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await studioContext(browser, instance.url, undefined, { colorScheme })
    const page = await context.newPage()
    await go(page, '/auth')
    if (colorScheme === 'dark') {
      await page.evaluate(() => localStorage.setItem('bb:theme', 'retro'))
      await page.reload()
    }
    await fill(page, MARA.email, 'not the password')
    const background = await toast(page).evaluate((element) => getComputedStyle(element).backgroundColor)
    lightness.push(
      Math.max(
        ...background
          .match(/[\d.]+/g)!
          .slice(0, 3)
          .map(Number),
      ),
    )
    if (colorScheme === 'dark') {
      assert.deepEqual(await violations(page), [])
      await go(page, '/no/such-page')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      assert.deepEqual(await violations(page), [])
    }
    await context.close()
  }
  assert.ok(lightness[0]! > 200 && lightness[1]! < 90, lightness.join(' '))
})

test('[E15] when another user signs in in a second tab, no data of the previous user stays visible', async () => {
  const mara = await signInCreator(keys, MARA)
  const olga = await makeCreator(keys, { email: 'olga@studio-auth.test', password: PASSWORD })
  for (const { session: otherSession } of [mara, olga]) {
    const plan = { user_id: otherSession.user.id, plan_id: 'free', status: 'active' }
    assert.ifError((await operatorOf(keys).from('bolt_subscriptions').upsert(plan)).error)
  }
  const recipe = { user_id: mara.session.user.id, title: 'Secret recipe', data: {} }
  const made = await mara.client.from('bolt_blocks').insert(recipe).select('id').single<{ id: string }>()
  const context = await studioContext(browser, instance.url, mara.session)
  const page = await context.newPage()
  await go(page, `/bolt/blocks/${made.data!.id}`)
  await expect(page.getByRole('heading', { name: 'Secret recipe' })).toBeVisible()
  const other = await context.newPage()
  await go(other, '/trust')
  // Do what the auth client of another tab does at a sign-in.
  await other.evaluate((otherSession) => {
    localStorage.setItem('bb:session', JSON.stringify(otherSession))
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
    new BroadcastChannel('bb:session').postMessage({ event: 'SIGNED_IN', session: otherSession })
  }, olga.session)
  await expect(page.getByRole('banner').getByText('olga@studio-auth.test')).toBeVisible()
  await expect(page.getByText('Block Not Found')).toBeVisible({ timeout: 20_000 })
  await expect(page.getByText('Secret recipe')).toHaveCount(0)
  await context.close()
})
