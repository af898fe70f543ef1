// The Studio's server samples for `bb('token')`, run unchanged in each language whose interpreter is
// installed.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { type TokenSample, tokenSamples } from '#kernel/browser/token-samples.ts'
import { ROOT } from '#testing/test-cluster.ts'
import { sharedInstance } from '#testing/shared-instance.ts'
import { keysOf, makeCreator, makeTenant } from './api.ts'

const PASSWORD = 'crusty loaf on saturday'
const instance = await sharedInstance()
const keys = keysOf(instance)
const mara = await makeCreator(keys, { email: 'mara@samples.test', password: 'slow bread before dawn' })
const mill = await makeTenant(mara, 'Mill')
const other = await makeTenant(mara, 'Another mill')
// Inside the checkout, so that the libraries are found.
mkdirSync(join(ROOT, '.tmp'), { recursive: true })
const folder = mkdtempSync(join(ROOT, '.tmp', 'samples-'))
after(() => rmSync(folder, { recursive: true, force: true }))

/**
 * The site token of a new member of the tenant, as the frame gets it, and the access token of the member's
 * session.
 */
async function tokenOf(tenant: {
  id: string
  public_key: string
}): Promise<{ token: string; id: string; session: string }> {
  const email = `ines-${tenant.id.slice(-6)}@mill.test`
  const post = async (path: string, body: object, headers: Record<string, string>) => {
    const response = await fetch(`${instance.url}/auth/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    assert.equal(response.status, 200, path)
    return (await response.json()) as Record<string, string>
  }
  const service = { apikey: keys.serviceRoleKey, authorization: `Bearer ${keys.serviceRoleKey}` }
  const { id } = await post(
    '/admin/users',
    { email, password: PASSWORD, email_confirm: true },
    { ...service, 'x-bb-pool': tenant.id },
  )
  const apikey = tenant.public_key
  const session = await post('/token?grant_type=password', { email, password: PASSWORD }, { apikey })
  const bearer = { apikey, authorization: `Bearer ${session['access_token']}` }
  const { token } = await post('/site-token', {}, bearer)
  return { token: token!, id: id!, session: session['access_token']! }
}

const good = await tokenOf(mill)
const foreign = await tokenOf(other)
const [head, body, signature] = good.token.split('.') as [string, string, string]
const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as object
const forged = `${head}.${Buffer.from(JSON.stringify({ ...claims, sub: 'mallory' })).toString('base64url')}.${signature}`

interface Runner {
  command: string
  /** Whether interpreter and library are installed. */
  isInstalled: () => boolean
  /** A program that prints the user id from the token in its first argument. */
  program: string
  /** Prepares further files beside the sample. */
  setUp?: () => void
}

const runs = (command: string, ...args: string[]) =>
  spawnSync(command, args, { timeout: 60_000 }).status === 0
/** Debian's interpreter, because another one would not find Debian's libraries. */
const PYTHON = '/usr/bin/python3'
const PHP_JWT = '/usr/share/php/Firebase/JWT/autoload.php'

const runners: Record<TokenSample['language'], Runner> = {
  JavaScript: {
    command: process.execPath,
    isInstalled: () => true,
    program: `import { whoAsks } from './who-asks.mjs'\nconsole.log((await whoAsks(process.argv[2])).sub)\n`,
  },
  Python: {
    command: PYTHON,
    isInstalled: () => runs(PYTHON, '-c', 'import jwt, cryptography'),
    program: 'import sys\nfrom who_asks import who_asks\nprint(who_asks(sys.argv[1])["sub"])\n',
  },
  PHP: {
    command: 'php',
    isInstalled: () => runs('php', '-r', `exit(file_exists('${PHP_JWT}') ? 0 : 1);`),
    program: "<?php\nrequire __DIR__ . '/who_asks.php';\necho who_asks($argv[1])->sub, PHP_EOL;\n",
  },
}
const NAMES = { JavaScript: 'main.mjs', Python: 'main.py', PHP: 'main.php' }

for (const { language, file, code } of tokenSamples(instance.url, mill.public_key)) {
  const { command, isInstalled, program } = runners[language]
  const missing = isInstalled() ? false : `${language} and its library are not installed here`
  test(
    `[peers A14] the sample in ${language} accepts a valid token, but no forged, foreign or empty one, and no session token`,
    { skip: missing },
    () => {
      // Composer would install the library beside the sample.
      writeFileSync(join(folder, file), code.replace("__DIR__ . '/vendor/autoload.php'", `'${PHP_JWT}'`))
      writeFileSync(join(folder, NAMES[language]), program)
      const run = (token: string) =>
        spawnSync(command, [join(folder, NAMES[language]), token], { encoding: 'utf8', timeout: 60_000 })
      const result = run(good.token)
      assert.equal(result.stdout.trim(), good.id, result.stderr)
      for (const token of [forged, foreign.token, good.session, '', 'x.y.z']) {
        const refused = run(token)
        assert.notEqual(refused.status, 0, token)
        assert.equal(refused.stdout.includes('mallory') || refused.stdout.includes(foreign.id), false)
      }
    },
  )
}
