import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { ROOT } from './test-cluster.ts'

/** Tests whose hooks and errors belong to them only if the runner follows them through promises, timers and imports. */
const PROGRAM = `
  import assert from 'node:assert/strict'
  import { AsyncResource } from 'node:async_hooks'
  import { after, suite, test } from 'node:test'
  import { setTimeout as wait } from 'node:timers/promises'
  const order = []
  const late = 'import { after, test } from "node:test"; await 1; after(() => process.order.push("after file")); test("in it", () => {})'
  Object.assign(process, { order })
  test('a hook after a wait', async () => { await wait(2); after(() => order.push('after')); await wait(2); order.push('end') })
  test('runs before the next test', () => assert.deepEqual(order, ['end', 'after']))
  suite('a file', async () => { await import('data:text/javascript,' + late); after(() => order.push('after suite')) })
  test('its hooks have run', () => assert.deepEqual(order.slice(2), ['after file', 'after suite']))
  test('inner tests', async (t) => { await wait(1); await test('one', () => wait(1)); await t.test('two', () => wait(1)) })
  test('throws in a timer', async () => { setTimeout(() => { throw new Error('in a timer') }, 1); await wait(20) })
  test('throws in a tick', async () => { process.nextTick(() => { throw new Error('in a tick') }); await wait(20) })
  test('rejects', async () => { void (async () => { await wait(1); throw new Error('rejected') })(); await wait(20) })
  test('throws when it is done', () => { setTimeout(() => { throw new Error('too late') }, 1) })
  test('is not blamed', () => wait(20))
  test('promises', async (t) => {
    const id = () => new AsyncResource('any').asyncId()
    const first = id()
    for (let made = 0; made < 1000; made++) await Promise.resolve()
    t.diagnostic(id() - first > 1000 ? 'have ids' : 'have no ids')
  })
`

/** @returns the report of the program without times, and without Node's own frames, which depend on what else was due */
function report(...flags: string[]): Promise<string> {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const args = ['--test-reporter=tap', ...flags, '--input-type=module', '-e', PROGRAM]
  return new Promise((resolve) => {
    execFile(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], { env }, (_error, text) =>
      resolve(text.replaceAll(/duration_ms:? [\d.]+|^ +.*node:internal.*\n/gm, '')),
    )
  })
}

test('the runner reports the same tests, hooks and errors without an id for every promise', async () => {
  const scope = pathToFileURL(join(ROOT, 'testing', 'test-scope.ts')).href
  const [before, now] = await Promise.all([report(), report('--import', scope)])
  assert.match(before, /# have ids/)
  assert.match(before, /not ok \d+ - throws in a timer/)
  assert.match(before, /Test "throws when it is done".*generated asynchronous activity/)
  assert.match(before, /# pass 10\n# fail 3\n/)
  assert.equal(now, before.replace('have ids', 'have no ids'))
})
