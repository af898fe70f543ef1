// The auth block when one of its scripts fails to load: the welcome after signing in, and the form after the
// welcome.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expect } from '#testing/browser.ts'
import { violations } from '../accessibility.ts'
import { block } from '../visitor.ts'
import { button, openMill, typeIn } from './mill.ts'

const { instance, makeUser, mill, site, visitor } = await openMill()

const NO_CONNECTION = 'No connection. Check your network and try again.'

test('if the welcome fails to load, the block says so and who is signed in; a retry loads it', async () => {
  await makeUser('cut@mill.test')
  const { page, auth } = await visitor()
  const faults: string[] = []
  page.on('pageerror', ({ message }) => faults.push(message))
  await page.route('**/success-page*.js', (route) => route.abort())
  await typeIn(auth, 'cut@mill.test')
  await expect(auth.getByText(NO_CONNECTION)).toBeVisible()
  await expect(auth.getByRole('heading', { name: 'Signed in as cut@mill.test' })).toBeFocused()
  assert.deepEqual(await violations(page, true), [])
  await page.unroute('**/success-page*.js')
  await button(auth, 'Try again').click()
  await expect(auth.getByRole('heading', { name: 'Welcome!' })).toBeVisible()
  // The document started at the welcome, so the form has not been loaded yet.
  await page.route('**/auth-page*.js', (route) => route.abort())
  await button(auth, 'Continue').click()
  await expect(auth.getByText(NO_CONNECTION)).toBeVisible()
  await page.unroute('**/auth-page*.js')
  await button(auth, 'Try again').click()
  await expect(auth.getByText('Signed in as cut@mill.test')).toBeVisible()
  assert.deepEqual(faults, [])
})

test('a failed welcome is reported once, and not to the next user who signs in', async () => {
  await makeUser('missed@mill.test')
  await makeUser('next@mill.test')
  const { context, page, auth } = await visitor()
  const alert = auth.getByText(NO_CONNECTION)
  await page.route('**/success-page*.js', (route) => route.abort())
  await typeIn(auth, 'missed@mill.test')
  await expect(alert).toBeVisible()
  await button(auth, 'Account').click()
  await button(auth, 'Done').click()
  await expect(auth.getByRole('heading', { name: 'Signed in as missed@mill.test' })).toBeFocused()
  await expect(alert).toHaveCount(0)

  await page.reload()
  await button(auth, 'Sign out').click()
  await typeIn(auth, 'missed@mill.test')
  await expect(alert).toBeVisible()
  await button(auth, 'Sign out').click()
  await auth.getByLabel('Email').waitFor()
  const other = await context.newPage()
  await other.goto(site)
  await typeIn(block(other, 'auth'), 'next@mill.test')
  await expect(auth.getByText('Signed in as next@mill.test')).toBeVisible()
  await expect(alert).toHaveCount(0)
})

test('after a sign-out elsewhere the welcome disappears, also if the form fails to load', async () => {
  await makeUser('gone@mill.test')
  const { context, page } = await visitor()
  const address = (name: string) => `${instance.url}/embed/${name}?tenant=${mill.public_key}`
  await page.goto(address('auth'))
  await typeIn(page, 'gone@mill.test')
  await expect(page.getByRole('heading', { name: 'Welcome!' })).toBeVisible()
  // The form has not been loaded in this document yet.
  const other = await context.newPage()
  await other.route('**/auth-page*.js', (route) => route.abort())
  await other.goto(address('success'))
  await expect(other.getByText('gone@mill.test', { exact: true })).toBeVisible()
  await page.goto(address('auth'))
  await button(page, 'Sign out').click()
  await expect(other.getByText('You are not signed in.')).toBeVisible()
  await expect(other.getByText(NO_CONNECTION)).toBeVisible()
  await expect(other.getByRole('heading', { name: 'Welcome!' })).toHaveCount(0)
  await expect(other.getByText('gone@mill.test')).toHaveCount(0)
})

test('a retry bypasses the browser’s cache of failed scripts, and waits for the network', async () => {
  const { page, auth } = await visitor()
  await page.route('**/mail-step*.js', (route) => route.abort())
  await button(auth, 'Forgot password?').click()
  await expect(auth.getByText(NO_CONNECTION)).toBeVisible()
  const documents: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'document') documents.push(request.url())
  })
  const scriptRequest = () =>
    page.waitForEvent('request', (request) => /\/mail-step.*\.js$/.test(request.url()))
  const expectFailedRetry = async () => {
    const refused = scriptRequest()
    await button(auth, 'Try again').click()
    await (await refused).response().catch(() => null)
    await expect(button(auth, 'Try again')).not.toHaveAttribute('aria-busy', 'true')
    assert.deepEqual(documents, [])
  }
  await expectFailedRetry()
  await page.unroute('**/mail-step*.js')
  // A proxy responds while the server restarts.
  await page.route('**/mail-step*.js', (route) => route.fulfill({ status: 503 }))
  await expectFailedRetry()
  await page.unroute('**/mail-step*.js')
  const fetched = scriptRequest()
  await button(auth, 'Try again').click()
  assert.equal((await fetched).resourceType(), 'fetch')
  await auth.getByLabel('Email').waitFor()
  await button(auth, 'Forgot password?').click()
  await expect(auth.getByRole('heading', { name: 'Reset your password' })).toBeFocused()
})
