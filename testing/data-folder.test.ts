import assert from 'node:assert/strict'
import { rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { dataPlace, hasRoomInMemory, newDataFolder } from './data-folder.ts'

const DISK = join(import.meta.dirname, '..', '.tmp')

function made(place?: string): string {
  const folder = newDataFolder('probe', place)
  after(() => rmSync(folder, { recursive: true }))
  return folder
}

test('data are in memory only where there is room for them, otherwise in the project', () => {
  assert.equal(hasRoomInMemory(Number.MAX_SAFE_INTEGER), false)
  if (dataPlace() !== DISK) assert.ok(hasRoomInMemory())
  assert.equal(dirname(made(DISK)), DISK)
  assert.equal(dirname(made()), dataPlace())
})

test('every folder is new, and others may pass through it but not list it', () => {
  const [one, two] = [made(), made()]
  assert.notEqual(one, two)
  for (const folder of [one, two]) assert.equal(statSync(folder).mode & 0o777, 0o711)
})
