import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readMemberList } from './read-member-list.ts'

const ID = '01900000-0000-7000-8000-00000000000a'

test('addresses and ids are read from lines and from CSV, with a heading or without', () => {
  assert.deepEqual(readMemberList('ann@x.test\r\nBob@X.test\n'), [
    { line: 1, key: 'ann@x.test' },
    { line: 2, key: 'bob@x.test' },
  ])
  assert.deepEqual(readMemberList(`\uFEFFname;email;id\n"Lee, Ann";"ann@x.test";${ID.toUpperCase()}`), [
    { line: 2, key: ID },
  ])
  assert.deepEqual(readMemberList('Email\n\n  \nann@x.test'), [{ line: 4, key: 'ann@x.test' }])
})

test('lines without a member and repeated ones are named by number', () => {
  assert.deepEqual(readMemberList('ann@x.test\nAnn Lee\nANN@x.test,again'), [
    { line: 1, key: 'ann@x.test' },
    { line: 2, text: 'Ann Lee', problem: 'No email and no ID in this line' },
    { line: 3, text: 'ann@x.test', problem: 'The same as line 1' },
  ])
  assert.deepEqual(readMemberList(''), [])
})
