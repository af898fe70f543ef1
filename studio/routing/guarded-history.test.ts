import assert from 'node:assert/strict'
import { test } from 'node:test'
import { UNSAFE_createMemoryHistory as createMemoryHistory } from 'react-router'
import { type MayLeave, guardHistory } from './guarded-history.ts'

/** A history at /form, come there from /list, and where it has been heard to be. */
function atForm(mayLeave: MayLeave) {
  const history = guardHistory(
    createMemoryHistory({ initialEntries: ['/list', '/form'], initialIndex: 1, v5Compat: true }),
    mayLeave,
  )
  const heard: string[] = []
  history.listen(({ location }) => heard.push(location.pathname + location.search))
  return { history, heard }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('whatever may leave leaves at once', () => {
  const { history, heard } = atForm(() => true)
  history.push('/next?a=1')
  history.replace({ pathname: '/other' })
  history.go(-2)
  assert.deepEqual(heard, ['/next?a=1', '/other', '/list'])
})

test('a link and a replaced address wait for the answer, and are told where they would lead', async () => {
  const asked: string[] = []
  for (const yes of [false, true])
    for (const act of ['push', 'replace'] as const) {
      const { history, heard } = atForm(async ({ pathname, search }) => {
        asked.push(pathname + search)
        return yes
      })
      history[act]({ pathname: '/next', search: '?tab=2' })
      assert.deepEqual(heard, [])
      await settled()
      assert.deepEqual(heard, yes ? ['/next?tab=2'] : [])
      assert.equal(history.location.pathname, yes ? '/next' : '/form')
    }
  assert.deepEqual(new Set(asked), new Set(['/next?tab=2']))
})

test('a step back is taken back while the question stands, and made again after a yes', async () => {
  let answer!: (yes: boolean) => void
  const { history, heard } = atForm(() => new Promise((resolve) => (answer = resolve)))
  history.go(-1)
  await settled()
  assert.equal(history.location.pathname, '/form')
  assert.deepEqual(heard, [])
  answer(false)
  await settled()
  assert.equal(history.location.pathname, '/form')

  history.go(-1)
  await settled()
  answer(true)
  await settled()
  assert.equal(history.location.pathname, '/list')
  assert.deepEqual(heard, ['/list'])
  // Only that one step was let through.
  history.go(1)
  await settled()
  assert.equal(history.location.pathname, '/list')
})

test('of two wishes only the later one is done', async () => {
  const answers: ((yes: boolean) => void)[] = []
  const { history, heard } = atForm(() => new Promise((resolve) => answers.push(resolve)))
  history.push('/first')
  history.push('/second')
  for (const answer of answers) answer(true)
  await settled()
  assert.deepEqual(heard, ['/second'])
})
