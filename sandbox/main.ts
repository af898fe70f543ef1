/**
 * Runs the development stand-ins: payments, email and identity providers. The server starts it as a child
 * process if no real provider is configured. It prints one line of JSON when it is ready, and exits when its
 * parent process exits.
 */
import { onParentExit } from './parent.ts'
import { openSandbox } from './sandbox.ts'

const { env } = process

if (env['NODE_ENV'] === 'production') {
  console.error(
    'The sandbox does not run with NODE_ENV=production. Set the keys of the real providers instead.',
  )
  process.exit(1)
}

function portOf(name: string, fallback: number): number {
  const port = Number(env[name] ?? fallback)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    console.error(`${name} must be a port number (0 to 65535), not "${env[name]}".`)
    process.exit(1)
  }
  return port
}

const sandbox = await openSandbox({
  port: portOf('SANDBOX_PORT', 3001),
  smtpPort: portOf('SANDBOX_SMTP_PORT', 0),
  data: env['SANDBOX_DATA'] ?? '.data/sandbox',
  publicUrl: env['SANDBOX_PUBLIC_URL']?.replace(/\/+$/, ''),
}).catch((error: NodeJS.ErrnoException) => {
  const hint = error.code === 'EADDRINUSE' ? ' Set SANDBOX_PORT to a free port.' : ''
  console.error(`The sandbox could not start: ${error.message}.${hint}`)
  process.exit(1)
})

let stopping = false
const stop = (): void => {
  if (stopping) return
  stopping = true
  void sandbox.close().then(() => process.exit(0))
}
process.on('SIGTERM', stop)
process.on('SIGINT', stop)
onParentExit(stop)

const { account: _, ...stripe } = sandbox.keys
process.stdout.write(
  `${JSON.stringify({ ready: true, url: sandbox.url, smtpUrl: sandbox.smtpUrl, stripe, identity: sandbox.identity, auth0: sandbox.auth0 })}\n`,
)
