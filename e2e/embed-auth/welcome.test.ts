// The auth block where a script of it does not come: the welcome after signing in, and the form after the welcome.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expect } from '#testing/browser.ts'
import { violations } from '../accessibility.ts'
import { button, openMill, typeIn } from './mill.ts'

const { makeUser, visitor } = await openMill()

const NO_CONNECTION = 'No connection. Check your network and try again.'

test('where the welcome does not come, the block says so and who is signed in; another try brings it', async () => {
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
  // The document began there, so that the form has not been here yet.
  await page.route('**/auth-page*.js', (route) => route.abort())
  await button(auth, 'Continue').click()
  await expect(auth.getByText(NO_CONNECTION)).toBeVisible()
  await page.unroute('**/auth-page*.js')
  await button(auth, 'Try again').click()
  await expect(auth.getByText('Signed in as cut@mill.test')).toBeVisible()
  assert.deepEqual(faults, [])
})
