import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '#kernel/errors.ts'
import { solveTicket } from './embed/solve-ticket.ts'
import { LEAST_MS } from '#kernel/browser/forms/form-state.ts'
import { checkTicket, issueTicket } from './tickets.ts'

const config = { secretKeys: [{ id: 'one', key: Buffer.alloc(32, 1) }] }
const other = { secretKeys: [{ id: 'two', key: Buffer.alloc(32, 2) }] }
const FORM = '0190d2a0-0000-7000-8000-000000000001'
const now = 1_700_000_000_000
const later = now + LEAST_MS
const ticket = issueTicket(config, FORM, now)
const number = await solveTicket(ticket)

const codeOf = (work: () => void) => {
  try {
    work()
    return 'accepted'
  } catch (error) {
    return (error as AppError).code
  }
}

test('the solution that a browser finds is accepted, also with a rotated key', () => {
  assert.equal(
    codeOf(() => checkTicket(config, FORM, ticket, number, later)),
    'accepted',
  )
  const rotated = { secretKeys: [...other.secretKeys, ...config.secretKeys] }
  assert.equal(
    codeOf(() => checkTicket(rotated, FORM, ticket, number, later)),
    'accepted',
  )
})

test('solving pauses for the browser', async () => {
  let pauses = 0
  const slow = { ...ticket, challenge: 'none', most: 20_000 }
  await assert.rejects(
    solveTicket(slow, async () => void pauses++),
    /no solution/,
  )
  assert.ok(pauses > 1, `${pauses} pauses`)
})

for (const [what, work, code] of [
  ['a wrong number', () => checkTicket(config, FORM, ticket, number + 1, later), 'bad_ticket'],
  [
    'a digit moved from the number to the salt',
    () =>
      checkTicket(
        config,
        FORM,
        { ...ticket, salt: `${ticket.salt}${String(number)[0]}` },
        Number(String(number).slice(1)),
        later,
      ),
    'bad_ticket',
  ],
  ['another form', () => checkTicket(config, FORM.replace(/1$/, '2'), ticket, number, later), 'bad_ticket'],
  ['another key', () => checkTicket(other, FORM, ticket, number, later), 'bad_ticket'],
  [
    'an own, easier challenge',
    () => checkTicket(config, FORM, { ...ticket, challenge: 'ab' }, number, later),
    'bad_ticket',
  ],
  [
    'no signature',
    () => checkTicket(config, FORM, { ...ticket, signature: '' }, number, later),
    'bad_ticket',
  ],
  ['sooner than two seconds', () => checkTicket(config, FORM, ticket, number, later - 1), 'too_fast'],
  [
    'after a day',
    () => checkTicket(config, FORM, ticket, number, now + 24 * 3600 * 1000 + 1),
    'ticket_expired',
  ],
] as const)
  test(`[O06] refused: ${what}`, () => assert.equal(codeOf(work), code))
