import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { commonErrors } from '#kernel/errors.ts'
import { asRestError, statusOf } from './postgres.ts'

const raised = (code: string, message = 'words', more = {}) =>
  Object.assign(new pg.DatabaseError(message, 0, 'error'), { code, ...more })
const socket = (code: string) => Object.assign(new Error(`connect ${code}`), { code })

test('SQLSTATE to status: the longest known prefix wins, others are client errors', () => {
  const expected: Record<string, number> = {
    '08006': 503,
    '0LP01': 403,
    '21000': 400,
    '22P02': 400,
    '22003': 400,
    '23502': 400,
    '23503': 409,
    '23505': 409,
    '23514': 400,
    '25006': 405,
    '28000': 403,
    '40001': 409,
    '40P01': 409,
    '42501': 403,
    '42703': 400,
    '42883': 404,
    '42P01': 404,
    '42P10': 400,
    '42P17': 500,
    '53300': 503,
    '54001': 413,
    '55P03': 409,
    '57014': 422,
    '57P01': 503,
    '58030': 500,
    P0001: 400,
    P0002: 400,
    XX000: 500,
    '0A000': 400,
    PT418: 418,
    PT999: 400,
  }
  for (const [code, status] of Object.entries(expected)) assert.equal(statusOf(code), status, code)
})

test('PostgreSQL’s messages are passed on if the caller can fix the problem', () => {
  const error = asRestError(
    raised('23505', 'duplicate key', { detail: 'Key (id)=(1) already exists.' }),
    'anon',
  )
  assert.deepEqual(JSON.parse(error.body()), {
    code: '23505',
    message: 'duplicate key',
    details: 'Key (id)=(1) already exists.',
    hint: null,
  })
})

test('a fault of the server reveals nothing internal', () => {
  for (const thrown of [
    raised('XX000', 'inner secret'),
    raised('58030', 'inner secret'),
    new TypeError('inner secret'),
  ]) {
    const error = asRestError(thrown, 'anon')
    assert.equal(error.status, 500)
    assert.doesNotMatch(error.body(), /inner secret/)
    assert.equal(error.cause, thrown)
  }
  assert.equal(asRestError(new Error('Connection terminated unexpectedly'), 'anon').status, 503)
  assert.equal(asRestError(socket('ECONNREFUSED'), 'anon').status, 503)
  assert.equal(asRestError(socket('EPIPE'), 'anon').status, 503)
})

test('a missing permission is 401 for a visitor and 403 for identified callers', () => {
  const visitor = asRestError(raised('42501'), 'anon')
  assert.equal(visitor.status, 401)
  assert.equal(visitor.headers['www-authenticate'], 'Bearer')
  for (const role of ['authenticated', 'end_user', 'service_role'] as const) {
    assert.equal(asRestError(raised('42501'), role).status, 403)
  }
})

test('errors of the middleware have this format too, and a rejected token has its code', () => {
  const error = asRestError(commonErrors.invalid_api_key(), 'anon')
  assert.equal(error.status, 401)
  assert.deepEqual(JSON.parse(error.body()), {
    code: 'invalid_api_key',
    message: 'Invalid API key',
    details: null,
    hint: null,
  })
  assert.equal(asRestError(commonErrors.invalid_token(), 'anon').code, 'PGRST301')
  assert.equal(asRestError(commonErrors.session_ended(), 'anon').code, 'PGRST303')
})
