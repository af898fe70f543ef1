import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { openDataDir } from './data-dir.ts'

const root = mkdtempSync(join(tmpdir(), 'bb-data-'))
after(() => rmSync(root, { recursive: true }))
const place = (name: string) => ({ DATA_DIR: join(root, name) })

test('[Q02] secrets are created once, stored, and readable only by their owner', () => {
  const first = openDataDir(place('kept'))
  const file = join(first.path, 'secrets.json')
  assert.equal(statSync(file).mode & 0o777, 0o600)
  assert.equal(statSync(first.path).mode & 0o066, 0, 'others may enter the folder but not list it')
  const before = statSync(file).mtimeMs
  assert.deepEqual(openDataDir(place('kept')).secrets, first.secrets)
  assert.equal(statSync(file).mtimeMs, before, 'an unchanged start writes nothing')

  first.secrets.webhooks['https://a.example'] = 'whsec_1'
  first.save()
  assert.deepEqual(openDataDir(place('kept')).secrets.webhooks, { 'https://a.example': 'whsec_1' })
  assert.notEqual(openDataDir(place('other')).secrets.jwtSecret, first.secrets.jwtSecret)
  assert.deepEqual(readdirSync(first.path), ['secrets.json'])
})

test('secrets of an older version are completed, never replaced', () => {
  openDataDir(place('old'))
  writeFileSync(join(root, 'old', 'secrets.json'), '{"jwtSecret":"kept"}')
  const { secrets } = openDataDir(place('old'))
  assert.equal(secrets.jwtSecret, 'kept')
  assert.equal(openDataDir(place('old')).secrets.databasePassword, secrets.databasePassword)
})

test('processes that start together use the same secrets', async () => {
  const program = `import { openDataDir } from '${import.meta.dirname}/data-dir.ts'
    process.stdout.write(openDataDir(process.env).secrets.jwtSecret)`
  const run = () =>
    promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
      env: { ...process.env, NODE_ENV: '', ...place('race') },
    })
  const made = await Promise.all([run(), run(), run(), run()])
  assert.equal(new Set(made.map(({ stdout }) => stdout)).size, 1)
  assert.match(made[0].stdout, /^[0-9a-f]{64}$/)
})

test('a damaged file is never overwritten', () => {
  openDataDir(place('damaged'))
  const file = join(root, 'damaged', 'secrets.json')
  writeFileSync(file, '{"jwtSecret":"can')
  assert.throws(() => openDataDir(place('damaged')), /secrets\.json is not valid JSON.*restore it/)
  assert.equal(readFileSync(file, 'utf8'), '{"jwtSecret":"can')
})

test('[Q05] production creates no secrets and no folder', () => {
  openDataDir({ ...place('production'), NODE_ENV: 'production' })
  assert.equal(existsSync(join(root, 'production')), false)
})
