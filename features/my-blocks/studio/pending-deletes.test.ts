import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startDelete, hiddenBlocks, settleDelete, undoDelete } from './pending-deletes.ts'

function wish(id: string, commit = () => Promise.resolve()) {
  const done: string[] = []
  startDelete({
    id,
    commit: () => commit().then(() => done.push('deleted')),
    commitOnLeaving: () => done.push('left'),
  })
  return done
}

test('a deleted block is hidden immediately and deleted once it settles', async () => {
  const done = wish('a')
  assert.ok(hiddenBlocks().has('a'))
  assert.deepEqual(done, [])
  await settleDelete('a')
  assert.deepEqual(done, ['deleted'])
  assert.ok(hiddenBlocks().has('a'), 'it stays hidden until a list without it comes')
})

test('an undone deletion restores the block and never deletes it; a late undo fails', async () => {
  const done = wish('b')
  assert.equal(undoDelete('b'), true)
  assert.equal(hiddenBlocks().has('b'), false)
  await settleDelete('b')
  assert.deepEqual(done, [])
  wish('c')
  await settleDelete('c')
  assert.equal(undoDelete('c'), false)
  await settleDelete('c')
})

test('if the server refuses the deletion, the block is shown again', async () => {
  wish('d', () => Promise.reject(new Error('refused')))
  await assert.rejects(settleDelete('d'), /refused/)
  assert.equal(hiddenBlocks().has('d'), false)
})
