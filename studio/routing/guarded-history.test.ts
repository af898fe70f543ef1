import assert from 'node:assert/strict'
import { test } from 'node:test'
import { UNSAFE_createMemoryHistory as createMemoryHistory } from 'react-router'
import { type ConfirmLeave, guardHistory } from './guarded-history.ts'

/** A history at /form, reached from /list, and the list of locations it has reported. */
function atForm(mayLeave: ConfirmLeave) {
  const history = guardHistory(
    createMemoryHistory({ initialEntries: ['/list', '/form'], initialIndex: 1, v5Compat: true }),
    mayLeave,
  )
  const reported: string[] = []
  history.listen(({ location }) => reported.push(location.pathname + location.search))
  return { history, reported }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('without unsaved work, navigation happens immediately', () => {
  const { history, reported } = atForm(() => true)
  history.push('/next?a=1')
  history.replace({ pathname: '/other' })
  history.go(-2)
  assert.deepEqual(reported, ['/next?a=1', '/other', '/list'])
})

test('push and replace wait for the answer, and the guard receives their target', async () => {
  const asked: string[] = []
  for (const yes of [false, true])
    for (const act of ['push', 'replace'] as const) {
      const { history, reported } = atForm(async ({ pathname, search }) => {
        asked.push(pathname + search)
        return yes
      })
      history[act]({ pathname: '/next', search: '?tab=2' })
      assert.deepEqual(reported, [])
      await settled()
      assert.deepEqual(reported, yes ? ['/next?tab=2'] : [])
      assert.equal(history.location.pathname, yes ? '/next' : '/form')
    }
  assert.deepEqual(new Set(asked), new Set(['/next?tab=2']))
})

test('Back is undone while the question is open, and repeated after a yes', async () => {
  let answer!: (yes: boolean) => void
  const { history, reported } = atForm(() => new Promise((resolve) => (answer = resolve)))
  history.go(-1)
  await settled()
  assert.equal(history.location.pathname, '/form')
  assert.deepEqual(reported, [])
  answer(false)
  await settled()
  assert.equal(history.location.pathname, '/form')

  history.go(-1)
  await settled()
  answer(true)
  await settled()
  assert.equal(history.location.pathname, '/list')
  assert.deepEqual(reported, ['/list'])
  // The yes counts for that one step only.
  history.go(1)
  await settled()
  assert.equal(history.location.pathname, '/list')
})

test('of two pending navigations, only the later one happens', async () => {
  const answers: ((yes: boolean) => void)[] = []
  const { history, reported } = atForm(() => new Promise((resolve) => answers.push(resolve)))
  history.push('/first')
  history.push('/second')
  for (const answer of answers) answer(true)
  await settled()
  assert.deepEqual(reported, ['/second'])
})
