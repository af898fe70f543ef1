import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { commandEnvironment } from '#testing/command-environment.ts'
import { makeTenant } from '#testing/factories.ts'
import { testDatabase } from '#testing/test-database.ts'

const { database, owner, ownerUrl, appUrl } = await testDatabase()
const folder = mkdtempSync(join(tmpdir(), 'users-'))
after(() => rmSync(folder, { recursive: true }))
const script = join(import.meta.dirname, 'users.ts')

const users = (...args: string[]) =>
  new Promise<{ code: number; out: string; err: string }>((resolve) => {
    const env = {
      ...commandEnvironment(),
      NODE_ENV: 'test',
      DATA_DIR: folder,
      DATABASE_URL: ownerUrl,
      DATABASE_APP_URL: appUrl,
      INIT_CWD: folder,
      LOG_LEVEL: 'error',
    }
    const child = execFile(process.execPath, [script, ...args], { env }, (_, out, err) =>
      resolve({ code: child.exitCode ?? -1, out, err }),
    )
  })

test('npm run users: imports a file line by line, names faulty lines, and exports a file that another pool imports', async () => {
  const [one, two] = [await makeTenant(database), await makeTenant(database)]
  writeFileSync(
    join(folder, 'in.jsonl'),
    '{"email": "ada@example.test", "user_metadata": {"name": "Ada"}}\n{"email": "nobody"}\n{"email": "grace@example.test"}\n',
  )
  const into = await users('import', 'in.jsonl', '--tenant', one.id)
  assert.match(into.out, /2 users created, 0 known already, 1 lines refused/)
  assert.match(into.err, /line 2: refused: .*invalid format/)
  assert.equal(into.code, 1)

  const out = await users('export', 'out.jsonl', '--tenant', one.id)
  assert.equal(out.code, 0, out.err)
  assert.match(out.out, /2 users written to .*out\.jsonl/)
  assert.equal(statSync(join(folder, 'out.jsonl')).mode & 0o777, 0o600)
  const lines = readFileSync(join(folder, 'out.jsonl'), 'utf8').trim().split('\n')
  assert.deepEqual(
    new Set(lines.map((line) => JSON.parse(line).email)),
    new Set(['ada@example.test', 'grace@example.test']),
  )
  const over = await users('export', 'out.jsonl', '--tenant', one.id)
  assert.equal(over.code, 1)
  assert.match(over.err, /EEXIST/)

  assert.equal((await users('import', 'out.jsonl', '--tenant', two.id)).code, 0)
  const { rows } = await owner.query(
    "select raw_user_meta_data ->> 'name' as name from auth.users where pool_id = $1 order by email",
    [two.id],
  )
  assert.deepEqual(rows, [{ name: 'Ada' }, { name: null }])
})

test('npm run users prints its usage, and names an unknown tenant', async () => {
  for (const args of [['export'], ['drop', 'x']]) {
    const { code, err } = await users(...args)
    assert.deepEqual([code, /npm run users -- export FILE/.test(err)], [1, true])
  }
  const none = await users('export', 'x', '--tenant', '00000000-0000-4000-8000-000000000000')
  assert.match(none.err, /no tenant/)
})
