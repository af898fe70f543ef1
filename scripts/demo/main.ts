// npm run demo: fills the running instance with a demo shop and serves a stranger's site that carries its snippet.
import { environment, loadConfig } from '#kernel/config.ts'
import { createTokens } from '#kernel/tokens.ts'
import { openDataDir } from '#server/start/data-dir.ts'
import { DEMO_CREATOR, fillInstance } from './fill.ts'
import { fillBlocks } from './fill-blocks.ts'
import { serveStrangerSite } from './site.ts'

const env = environment()
const { secrets } = openDataDir(env)
const config = loadConfig(env, secrets)
const tokens = createTokens({ jwtSecret: config.jwtSecret, issuer: `${config.publicUrl}/auth/v1` })

/** Ends the command with what whoever typed it can do. */
function fail(text: string): never {
  console.error(text)
  process.exit(1)
}

const alive = await fetch(`${config.publicUrl}/health/ready`).catch(() => undefined)
if (!alive?.ok)
  fail(
    `Nothing answers at ${config.publicUrl}. Run npm start in another terminal first; if it runs on another PORT, give this command the same PORT and DATA_DIR.`,
  )
const anonKey = await tokens.apiKey('anon')
const known = await fetch(`${config.publicUrl}/auth/v1/settings`, { headers: { apikey: anonKey } })
if (known.status === 401)
  fail(
    `The instance at ${config.publicUrl} does not run on ${config.dataDir}. Give this command the same DATA_DIR as npm start.`,
  )

let snippet = ''
const site = await serveStrangerSite({
  port: config.demoPort,
  snippet: () => snippet,
  scriptOrigin: config.embedOrigin.test,
}).catch((error: Error) => fail(error.message))
const instance = { url: config.publicUrl, anonKey, serviceRoleKey: await tokens.apiKey('service_role') }
const notFilled = (error: Error) => fail(`The demo could not be filled in: ${error.message}`)
const publicKey = await fillInstance(instance, site.origin).catch(notFilled)
const hours = await fillBlocks(instance).catch(notFilled)
const tag = (block: string, more = '') =>
  `<script async src="${config.embedOrigin.test}/v1/bb.js" data-tenant="${publicKey}" data-block="${block}"${more} data-theme="retro" data-env="test"></script>`
snippet = [tag('auth'), tag('pay'), tag('my-block', ` data-id="${hours}"`)].join('\n')

console.log(`Studio            ${config.publicUrl}/auth   (${DEMO_CREATOR.email} / ${DEMO_CREATOR.password})`)
console.log(`The bakery's site ${site.origin}`)
console.log(
  'Pay with 4242 4242 4242 4242, any future date and any CVC. Ctrl-C stops the site; the data stays.',
)
