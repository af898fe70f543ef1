import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bucketCode, publicAddress } from './bucket-code.ts'

const codeOf = (access: object) =>
  bucketCode({ url: 'https://host', publicKey: 'pk_1', bucket: { id: "Ann's", public: false, ...access } })
const labels = (access: object) => codeOf(access).map(({ label }) => label)

test('the code does what the access of the bucket allows', () => {
  assert.deepEqual(labels({}), [])
  assert.deepEqual(labels({ member_folders: true }), ['Upload', 'List and download'])
  assert.deepEqual(labels({ read_audience_id: 'x' }), ['List and download'])
  assert.deepEqual(labels({ public: true }), ['Public address'])
  const [own] = codeOf({ member_folders: true }).slice(1)
  const [all] = codeOf({ member_folders: true, read_audience_id: 'x' }).slice(1)
  assert.match(own!.code, /files\.list\(user\.id\)/)
  assert.match(all!.code, /files\.list\(\)/)
  assert.match(all!.code, /from\('Ann\\'s'\)/)
})

test('a public address names the tenant and escapes the file', () => {
  assert.equal(
    publicAddress('https://host', 'pk_1', 'photos', 'a b/ü?.png'),
    'https://host/storage/v1/object/public/pk_1/photos/a%20b/%C3%BC%3F.png',
  )
  assert.match(
    codeOf({ public: true })[0]!.code,
    /^<img src="https:\/\/host\/storage\/v1\/object\/public\/pk_1\/Ann's/,
  )
})
