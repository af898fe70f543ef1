// The passages of the READMEs that show a builder's page, run as they stand by a member of a tenant: the
// official client, a server on a port, and the placeholders filled in.
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { makeTenant } from '#testing/factories.ts'
import { PASSWORD, mailTo, newEmail, signUp } from '#testing/people.ts'
import { realtimeApp } from '#testing/realtime-app.ts'
import { ROOT } from '#testing/test-cluster.ts'

const app = await realtimeApp()
const creator = await signUp(app, app.anonKey)
const tenant = await makeTenant(app.database, { owner: creator.user.id })
const RECEIPT = 'r'.repeat(43)

// Inside the project, so that the passages find the client that is installed here.
mkdirSync(join(ROOT, '.tmp'), { recursive: true, mode: 0o711 })
const folder = mkdtempSync(join(ROOT, '.tmp', 'passages-'))
after(() => rmSync(folder, { recursive: true, force: true }))

/** What each service's passage says in the end; a service that is not here fails. */
const passages: Record<string, { member: boolean; says: RegExp[] }> = {
  auth: { member: false, says: [/^Hello \S+@example\.test$/] },
  rest: { member: true, says: [/^Sample product 1000$/, /^1 paid$/] },
  storage: { member: true, says: [/^bread, butter$/] },
  realtime: { member: false, says: [/^The bread is ready$/] },
  functions: { member: false, says: [/^order of \S+ paid$/] },
}

function passageOf(service: string, title: string): string {
  const readme = readFileSync(join(import.meta.dirname, service, 'README.md'), 'utf8')
  const section = readme.split(`\n## ${title}\n`)[1] ?? ''
  const code = /```js\n([\s\S]*?)```/.exec(section)?.[1]
  assert.ok(code, `services/${service}/README.md shows no builder's page`)
  return code
}

/** Runs a passage. @returns what it said */
async function run(service: string, email: string, title = 'From your own site'): Promise<string[]> {
  const filled = passageOf(service, title)
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
  const said: string[] = []
  const { log } = console
  console.log = (...words: unknown[]) => void said.push(words.join(' '))
  Object.assign(globalThis, { prompt: () => mailTo(app, email).code })
  try {
    await import(pathToFileURL(file).href)
  } finally {
    console.log = log
    Reflect.deleteProperty(globalThis, 'prompt')
  }
  return said
}

/** A member with a paid order; another member's stands beside it. */
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

test('every service shows a builder’s page', () => {
  const services = readdirSync(import.meta.dirname, { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  )
  assert.deepEqual(services.map(({ name }) => name).toSorted(), Object.keys(passages).toSorted())
})

test('a creator opens a bucket to members by the passage of services/storage as it stands', async () => {
  assert.deepEqual(await run('storage', member, 'Opening a bucket to members'), ['Successfully updated'])
})

for (const [service, { member: asMember, says }] of Object.entries(passages))
  test(`the passage of services/${service} runs as it stands`, async () => {
    const said = await run(service, asMember ? member : newEmail('ann'))
    assert.equal(said.length, says.length, said.join('\n'))
    says.forEach((words, at) => assert.match(said[at]!, words))
  })
