import assert from 'node:assert/strict'
import { test } from 'node:test'
import { authErrorText } from './auth-errors.ts'

test('[S8-016] [S8-017] [S8-019] known errors of the auth service get our own messages', () => {
  assert.equal(
    authErrorText({ message: 'Invalid login credentials' }),
    'Invalid email or password. If you just signed up, please check your email for a confirmation link first.',
  )
  assert.equal(
    authErrorText({ message: 'User already registered' }),
    'This email is already registered. Try signing in instead, or check your email for a confirmation link.',
  )
  assert.equal(
    authErrorText({ message: 'Email not confirmed' }),
    'Please check your email and click the confirmation link before signing in.',
  )
})

test('[S8-021] unknown errors show the message of the service', () => {
  assert.equal(authErrorText({ message: 'Signups not allowed' }), 'Signups not allowed')
  assert.equal(authErrorText({ message: 'constructor' }), 'constructor')
})

test('[S8-024] an error without a message gets a generic one', () => {
  const networkError = { status: 0, message: 'Failed to fetch' }
  for (const error of [undefined, null, {}, { message: ' ' }, { message: '{}' }, networkError])
    assert.equal(authErrorText(error), 'Something went wrong. Please try again.')
})
