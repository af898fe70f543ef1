// npm run demo: fills the running instance with a demo shop and serves a stranger's site that carries its snippet.
import { environment, loadConfig } from '#kernel/config.ts'
import { createTokens } from '#kernel/tokens.ts'
import { openDataDir } from '#server/start/data-dir.ts'
import { DEMO_CREATOR, fillInstance } from './fill.ts'
import { serveStrangerSite } from './site.ts'

const env = environment()
const { secrets } = openDataDir(env)
const config = loadConfig(env, secrets)
const tokens = createTokens({ jwtSecret: config.jwtSecret, issuer: `${config.publicUrl}/auth/v1` })

const alive = await fetch(`${config.publicUrl}/health/ready`).catch(() => undefined)
if (!alive?.ok) {
  console.error(`Nothing answers at ${config.publicUrl}. Run npm start in another terminal first.`)
  process.exit(1)
}

let snippet = ''
const site = await serveStrangerSite({
  port: config.demoPort,
  snippet: () => snippet,
  scriptOrigin: config.embedOrigin.test,
})
const publicKey = await fillInstance(
  {
    url: config.publicUrl,
    anonKey: await tokens.apiKey('anon'),
    serviceRoleKey: await tokens.apiKey('service_role'),
  },
  site.origin,
)
const tag = (block: string) =>
  `<script async src="${config.embedOrigin.test}/v1/bb.js" data-tenant="${publicKey}" data-block="${block}" data-theme="retro" data-env="test"></script>`
snippet = `${tag('auth')}\n${tag('pay')}`

console.log(`Studio            ${config.publicUrl}/auth   (${DEMO_CREATOR.email} / ${DEMO_CREATOR.password})`)
console.log(`The bakery's site ${site.origin}`)
console.log(
  'Pay with 4242 4242 4242 4242, any future date and any CVC. Ctrl-C stops the site; the data stays.',
)
