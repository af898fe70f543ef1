import assert from 'node:assert/strict'
import { rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { after, test } from 'node:test'
import { DISK, MEMORY, hasRoomInMemory, newDataFolder } from './data-folder.ts'

function made(place?: string): string {
  const folder = newDataFolder('probe', place)
  after(() => rmSync(folder, { recursive: true }))
  return folder
}

test('data are in memory only where there is room for them, otherwise in the project', () => {
  assert.equal(hasRoomInMemory(Number.MAX_SAFE_INTEGER), false)
  assert.equal(dirname(made(DISK)), DISK)
  // Which of the two depends on the memory that is free at this moment.
  assert.ok([DISK, MEMORY].includes(dirname(made())))
})

test('every folder is new, and others may pass through it but not list it', () => {
  const [one, two] = [made(), made()]
  assert.notEqual(one, two)
  for (const folder of [one, two]) assert.equal(statSync(folder).mode & 0o777, 0o711)
})
