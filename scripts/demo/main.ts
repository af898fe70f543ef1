// npm run demo: fills the running instance with a demo shop and serves a third-party site with its snippet.
import { randomBytes } from 'node:crypto'
import { environment, loadConfig } from '#kernel/config.ts'
import { createTokens } from '#kernel/tokens.ts'
import { openDataDir } from '#server/start/data-dir.ts'
import { embeddedDatabaseUrl } from '#server/start/database.ts'
import { DEMO_CREATOR, fillInstance, signInDemo } from './fill.ts'
import { fillBlocks } from './fill-blocks.ts'
import { fillHistory } from './fill-history.ts'
import { fillTables } from './fill-tables.ts'
import { DemoRefusedError, PRODUCTION, isPrivate, readInstanceKind } from './instance-kind.ts'
import { serveDemoSite } from './site.ts'

/** Exits with a message that says what the user can do. */
function fail(text: string): never {
  console.error(text)
  process.exit(1)
}

const env = environment()
if (env.NODE_ENV === 'production') fail(PRODUCTION)
const { secrets } = openDataDir(env)
const config = loadConfig(env, secrets)
const tokens = createTokens({ jwtSecret: config.jwtSecret, issuer: `${config.publicUrl}/auth/v1` })

const alive = await fetch(`${config.publicUrl}/health/live`).catch(() => undefined)
if (!alive?.ok)
  fail(
    `No server responds at ${config.publicUrl}. Run npm start in another terminal first; if it runs on another PORT, give this command the same PORT and DATA_DIR.`,
  )
const anonKey = await tokens.apiKey('anon')
const known = await fetch(`${config.publicUrl}/auth/v1/settings`, { headers: { apikey: anonKey } })
if (known.status === 401)
  fail(
    `The instance at ${config.publicUrl} does not run on ${config.dataDir}. Give this command the same DATA_DIR as npm start.`,
  )

const serviceRoleKey = await tokens.apiKey('service_role')
const instance = { url: config.publicUrl, anonKey, serviceRoleKey }
const kind = await readInstanceKind(config.publicUrl, serviceRoleKey).catch((error: Error) => {
  if (error instanceof DemoRefusedError) fail(error.message)
  throw error
})

let snippet = ''
const site = await serveDemoSite({
  port: config.demoPort,
  snippet: () => snippet,
  scriptOrigin: config.embedOrigin.test,
}).catch((error: Error) => fail(error.message))
const notFilled = (error: Error) => fail(`The demo could not be filled in: ${error.message}`)
// Use the password from the source code only if no other machine can reach the instance.
const creator = isPrivate(kind, config.publicUrl)
  ? DEMO_CREATOR
  : { ...DEMO_CREATOR, password: randomBytes(12).toString('base64url') }
const client = await signInDemo(instance, creator).catch(notFilled)
const publicKey = await fillInstance(instance, site.origin, client).catch(notFilled)
const hours = await fillBlocks(client).catch(notFilled)
const ownTables = await fillTables(instance, client, publicKey).catch(notFilled)
const databaseUrl = config.databaseUrl ?? embeddedDatabaseUrl(config.dataDir, secrets.databasePassword)
if (databaseUrl) await fillHistory(instance, client, publicKey, site.origin, databaseUrl).catch(notFilled)
const tag = (block: string, more = '') =>
  `<script async src="${config.embedOrigin.test}/v1/bb.js" data-tenant="${publicKey}" data-block="${block}"${more} data-theme="retro" data-env="test"></script>`
const tagsOfTables = ownTables.map(({ name, attributes = {} }) =>
  tag(
    name,
    Object.entries(attributes)
      .map(([which, id]) => ` data-${which}="${id}"`)
      .join(''),
  ),
)
snippet = [tag('auth'), tag('pay'), tag('my-block', ` data-id="${hours}"`), ...tagsOfTables].join('\n')

console.log(`Studio            ${config.publicUrl}/auth   (${creator.email} / ${creator.password})`)
console.log(`The bakery's site ${site.origin}`)
console.log(
  'Pay with 4242 4242 4242 4242, any future date and any CVC. Ctrl-C stops the site; the data stays.',
)
