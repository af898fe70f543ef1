import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accessSentence, accessWarning } from './bucket-access.ts'

const names = { products: [] }
const CLUB = { any: [{ kind: 'role', role: 'Club' }] }
const closed = { public: false }

test('who reaches a bucket reads as sentences', () => {
  const staff = 'Only you and your staff can read and write.'
  assert.equal(accessSentence(closed, null, names), staff)
  assert.equal(accessSentence(closed, { any: [] }, names), staff)
  assert.equal(
    accessSentence({ public: true, member_folders: true }, CLUB, names),
    'Members with the role Club can read all files. Each member can read and write in their own folder. ' +
      'Everyone who has the address of a file can open it.',
  )
})

test('a public bucket that is also open to some says what the rules do not protect', () => {
  assert.equal(accessWarning({ public: true }, null), undefined)
  assert.equal(accessWarning({ public: false, member_folders: true }, CLUB), undefined)
  assert.match(accessWarning({ public: true }, CLUB)!, /Public addresses open every file/)
  assert.match(accessWarning({ public: true, member_folders: true }, null)!, /members’ folders/)
})
