import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  AuthenticationError,
  GenericError,
  MissingRefreshTokenError,
  MfaRequiredError,
  PopupCancelledError,
  TimeoutError,
} from '@auth0/auth0-spa-js'
import { CallError } from '#kernel/browser/call.ts'
import { texts } from '../texts/en.ts'
import { auth0ErrorMessage } from './auth0-error.ts'
import { AUTH0_SETTINGS } from './settings.ts'

const { codes, unexpected } = texts.errors

test('[S8-101] a request or a window that times out', () => {
  assert.equal(auth0ErrorMessage(new TimeoutError()), 'This took too long. Please try again.')
})

test('[S8-102] a window that was closed', () => {
  const closed = 'The window was closed before you were signed in. You can try again.'
  assert.equal(auth0ErrorMessage(new PopupCancelledError({} as Window)), closed)
  assert.equal(auth0ErrorMessage(new CallError(0, 'window_closed', closed)), closed)
})

test('[S8-103] a second factor that Auth0 requires', () => {
  const message = 'Your account requires a second step. Sign in again and complete it.'
  assert.equal(auth0ErrorMessage(new MfaRequiredError('mfa_required', 'x', 't', {})), message)
  assert.equal(auth0ErrorMessage(new AuthenticationError('mfa_required', 'Evil words', 's')), message)
})

test('[S8-104] [S8-106] a visitor who is not signed in there sees the button again, without an error', () => {
  assert.equal(auth0ErrorMessage(new MissingRefreshTokenError('a', 'b')), '')
  assert.equal(auth0ErrorMessage(new AuthenticationError('login_required', 'Login required', 's')), '')
})

test('[S5-013] [S8-105] a state that is not this window’s: Invalid state', () => {
  assert.match(auth0ErrorMessage(new GenericError('state_mismatch', 'Invalid state')), /^Invalid state/)
  assert.match(
    auth0ErrorMessage(new CallError(400, 'auth0_invalid_state', 'Invalid state')),
    /^Invalid state/,
  )
})

test('[S8-107] a sign-in that this window did not start', () => {
  const message = auth0ErrorMessage(new GenericError('missing_transaction', 'Invalid state'))
  assert.equal(message, 'This sign-in has expired. Please start again.')
})

test('[S5-005] a tenant with an incomplete configuration', () => {
  assert.equal(
    auth0ErrorMessage(new CallError(0, 'auth0_not_configured', '')),
    'Auth0 is not properly configured for this tenant',
  )
})

test('text from the address is never shown as ours', () => {
  const unknownError = auth0ErrorMessage(new AuthenticationError('made_up', 'Call this number now', 's'))
  assert.equal(unknownError, unexpected)
  assert.equal(auth0ErrorMessage(new Error('Nonce (nonce) claim mismatch')), codes.auth0_failed)
  assert.equal(auth0ErrorMessage(undefined), codes.auth0_failed)
})

test('the settings that the page passes to the library', () => {
  assert.deepEqual(AUTH0_SETTINGS, {
    scope: 'openid profile email',
    httpTimeout: 10,
    popupTimeout: 60,
    leeway: 60,
    sessionCheckDays: 1,
  })
})
