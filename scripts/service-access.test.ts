import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findServiceAccess, limitFault, printServiceAccess } from './generate/service-access.ts'

const sources = {
  'b.ts': "await database.asService('job: delete old rows', work)\nasService(\n  `closed: ${what}`, work)",
  'a.ts': 'await database.once<Row>(SERVICE, {\n  text })\ntransaction(SERVICE, {}, work)\nonce(claims, x)',
}
const found = findServiceAccess(sources)
const statementsIn = (text: string) => findServiceAccess({ 'x.ts': text }).statements[0]?.count

test('finds every call as the service with its reason, and every statement with its file', () => {
  assert.deepEqual(found.calls, [
    { file: 'b.ts', reason: 'job', what: 'delete old rows' },
    { file: 'b.ts', reason: 'closed', what: '${what}' },
  ])
  assert.deepEqual(found.statements, [{ file: 'a.ts', count: 2 }])
})

test('a statement does not hide the next one', () => {
  assert.equal(statementsIn('once<A>(claims, x)\nonce(SERVICE, y)\nonce<B<C>>(SERVICE, z)'), 2)
})

test('a call without its reason is refused, and the callers of `asAdmin` are listed', () => {
  const hidden = findServiceAccess({ 'c.ts': 'database.asService(reason, work)' })
  assert.match(limitFault(hidden)!, /Write the reason at the call of asService: c\.ts/)
  assert.deepEqual(
    findServiceAccess({ 'd.ts': "asAdmin(kernel, claims, input.id, 'list webhooks', work)" }).calls,
    [{ file: 'd.ts', reason: 'closed', what: 'list webhooks' }],
  )
})

test('the list groups the calls by reason', () => {
  const text = printServiceAccess(found)
  assert.match(
    text,
    /## job \(1\)\n\nWork in the background: there is no caller\.\n\n- `b\.ts`: delete old rows\n/,
  )
})

test('refuses more uses than the limit, and a limit that is too high', () => {
  assert.equal(limitFault(found, { calls: 2, statements: 2 }), undefined)
  assert.match(limitFault(found, { calls: 1, statements: 2 })!, /2 calls use the service role/)
  assert.match(limitFault(found, { calls: 2, statements: 3 })!, /lower the limit/)
})
