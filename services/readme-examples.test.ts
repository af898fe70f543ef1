// Runs the code examples of the READMEs unchanged, as a member of a tenant: with the official client, against a
// server on a port, and with the placeholders filled in.
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { makeTenant } from '#testing/factories.ts'
import { PASSWORD, latestEmailTo, newEmail, signUp } from '#testing/test-users.ts'
import { realtimeApp } from '#testing/realtime-app.ts'
import { ROOT } from '#testing/test-cluster.ts'

const app = await realtimeApp()
const creator = await signUp(app, app.anonKey)
const tenant = await makeTenant(app.database, { owner: creator.user.id })
const RECEIPT = 'r'.repeat(43)

// Inside the project, so that the examples can import the installed client.
mkdirSync(join(ROOT, '.tmp'), { recursive: true, mode: 0o711 })
const folder = mkdtempSync(join(ROOT, '.tmp', 'examples-'))
after(() => rmSync(folder, { recursive: true, force: true }))

/** The expected output of each service's example. A service without an entry fails. */
const examples: Record<string, { member: boolean; prints: RegExp[] }> = {
  auth: { member: false, prints: [/^Hello \S+@example\.test$/] },
  rest: { member: true, prints: [/^Sample product 1000$/, /^1 paid$/] },
  storage: { member: true, prints: [/^bread, butter$/] },
  realtime: { member: false, prints: [/^The bread is ready$/] },
  functions: { member: false, prints: [/^order of \S+ paid$/] },
}

function exampleOf(service: string, title: string): string {
  const readme = readFileSync(join(import.meta.dirname, service, 'README.md'), 'utf8')
  const section = readme.split(`\n## ${title}\n`)[1] ?? ''
  const code = /```js\n([\s\S]*?)```/.exec(section)?.[1]
  assert.ok(code, `services/${service}/README.md has no example for a builder's page`)
  return code
}

/** Runs an example. @returns its output lines */
async function runExample(service: string, email: string, title = 'From your own site'): Promise<string[]> {
  const filled = exampleOf(service, title)
    .replaceAll('mara@example.test', creator.user.email!)
    .replaceAll('ANON_KEY', app.anonKey)
    .replaceAll('https://HOST', app.url)
    .replaceAll('pk_…', tenant.public_key)
    .replaceAll('ann@example.test', email)
    .replaceAll("password: '…'", `password: '${PASSWORD}'`)
    .replaceAll('RECEIPT', RECEIPT)
  assert.doesNotMatch(filled, /…|HOST/, 'every placeholder is known')
  const file = join(folder, `${service}-${title.replaceAll(' ', '-')}.mjs`)
  writeFileSync(file, filled)
  const output: string[] = []
  const { log } = console
  console.log = (...values: unknown[]) => void output.push(values.join(' '))
  Object.assign(globalThis, { prompt: () => latestEmailTo(app, email).code })
  try {
    await import(pathToFileURL(file).href)
  } finally {
    console.log = log
    Reflect.deleteProperty(globalThis, 'prompt')
  }
  return output
}

/** Creates a member with a paid order, beside another member's paid order. */
async function newMember(): Promise<string> {
  const { user } = await signUp(app, tenant.public_key)
  const other = await signUp(app, tenant.public_key)
  for (const [id, receipt] of [
    [user.id, RECEIPT],
    [other.user.id, 'x'.repeat(43)],
  ])
    await app.owner.query(
      `insert into public.orders (tenant_id, mode, seller, source_id, name, amount_total, currency, stripe_account_id,
         state_hash, receipt_hash, auth_user_id, status)
       values ($1, 'test', 'pay', app.uuidv7(), 'order of ' || $2::text, 500, 'eur', 'acct_1', sha256($2::text::bytea),
         sha256($3::text::bytea), $2::uuid, 'paid') on conflict do nothing`,
      [tenant.id, id, receipt],
    )
  return user.email!
}

const member = await newMember()

test('every service has an example for a builder’s page', () => {
  const services = readdirSync(import.meta.dirname, { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  )
  assert.deepEqual(services.map(({ name }) => name).toSorted(), Object.keys(examples).toSorted())
})

test('a creator opens a bucket to members with the unchanged example of services/storage', async () => {
  assert.deepEqual(await runExample('storage', member, 'Opening a bucket to members'), [
    'Successfully updated',
  ])
})

for (const [service, { member: asMember, prints }] of Object.entries(examples))
  test(`the example of services/${service} runs unchanged`, async () => {
    const output = await runExample(service, asMember ? member : newEmail('ann'))
    assert.equal(output.length, prints.length, output.join('\n'))
    prints.forEach((line, at) => assert.match(output[at]!, line))
  })
