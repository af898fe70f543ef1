import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import Stripe from 'stripe'
import { ConfigError } from '#kernel/config.ts'
import { THIN_EVENTS } from '#kernel/payments/payments.ts'
import type { SandboxReady } from '#kernel/config.ts'
import type { DataDir } from './data-dir.ts'

export interface RunningSandbox {
  ready: SandboxReady
  stop(): Promise<void>
}

interface SandboxOptions {
  root: string
  dataDir: DataDir
  port: number
  publicUrl: string
  env: NodeJS.ProcessEnv
}

/**
 * Starts the development sandbox (payments, email) as a separate process and registers our webhook endpoints with it,
 * as in production. It ends with this process, even if that is killed, because it watches its stdin.
 */
export async function startSandbox(options: SandboxOptions): Promise<RunningSandbox> {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(options.root, 'sandbox', 'main.ts')],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: {
        PATH: options.env.PATH,
        ...(options.env.NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE: options.env.NODE_COMPILE_CACHE } : {}),
        NODE_ENV: options.env.NODE_ENV || 'development',
        SANDBOX_PORT: String(options.port),
        SANDBOX_SMTP_PORT: '0',
        SANDBOX_DATA: join(options.dataDir.path, 'sandbox'),
        SANDBOX_PUBLIC_URL: `http://localhost:${options.port}`,
      },
    },
  )
  try {
    const ready = await readyLine(child)
    const webhookSecrets = {
      test: await registerWebhooks(ready, 'test', options),
      live: await registerWebhooks(ready, 'live', options),
    }
    return { ready: { ...ready, webhookSecrets }, stop: () => end(child) }
  } catch (error) {
    await end(child)
    throw error
  }
}

function end(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
  })
}

function readyLine(child: ChildProcess): Promise<SandboxReady> {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) =>
      reject(
        new ConfigError(
          `The sandbox exited during startup (exit code ${code}). Is its port (SANDBOX_PORT) in use?`,
        ),
      ),
    )
    createInterface({ input: child.stdout! }).on('line', (line) => {
      if (line.startsWith('{"ready":true')) resolve(JSON.parse(line) as SandboxReady)
    })
  })
}

/** Signing secrets of our three endpoints. The provider returns a secret only on creation, so it is stored. */
async function registerWebhooks(
  ready: SandboxReady,
  mode: 'test' | 'live',
  { dataDir, publicUrl }: SandboxOptions,
) {
  const { hostname, port } = new URL(ready.url)
  const key = mode === 'test' ? ready.stripe.secretKeyTest : ready.stripe.secretKeyLive
  const stripe = new Stripe(key, { host: hostname, port: Number(port), protocol: 'http', telemetry: false })
  const present = (await stripe.webhookEndpoints.list({ limit: 100 })).data
  const secretOf = async (endpoint: 'platform' | 'connect') => {
    const url = `${publicUrl}/webhooks/stripe/${mode}/${endpoint}`
    const kept = dataDir.secrets.webhooks[url]
    const known = present.find((entry) => entry.url === url)
    if (known && kept) return kept
    if (known) await stripe.webhookEndpoints.del(known.id)
    const made = await stripe.webhookEndpoints.create({
      url,
      enabled_events: ['*'],
      connect: endpoint === 'connect',
    })
    dataDir.secrets.webhooks[url] = made.secret!
    dataDir.save()
    return made.secret!
  }
  return {
    platform: await secretOf('platform'),
    connect: await secretOf('connect'),
    thin: await thinSecret(stripe, `${publicUrl}/webhooks/stripe/${mode}/thin`, dataDir),
  }
}

/** The same for the event destination for accounts (v2). */
async function thinSecret(stripe: Stripe, url: string, dataDir: DataDir): Promise<string> {
  const { eventDestinations } = stripe.v2.core
  const present = await eventDestinations.list({ limit: 100, include: ['webhook_endpoint.url'] })
  const kept = dataDir.secrets.webhooks[url]
  const known = present.data.find((one) => one.webhook_endpoint?.url === url)
  if (known && kept) return kept
  if (known) await eventDestinations.del(known.id)
  const made = await eventDestinations.create({
    name: 'Accounts',
    type: 'webhook_endpoint',
    event_payload: 'thin',
    enabled_events: [...THIN_EVENTS],
    events_from: ['@self', '@accounts'],
    webhook_endpoint: { url },
    include: ['webhook_endpoint.signing_secret'],
  })
  const secret = made.webhook_endpoint!.signing_secret!
  dataDir.secrets.webhooks[url] = secret
  dataDir.save()
  return secret
}
