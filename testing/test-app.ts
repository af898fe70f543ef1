import { randomBytes, randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import type { SupabaseClientOptions } from '@supabase/supabase-js'
import { loadConfig } from '#kernel/config.ts'
import type { SandboxReady } from '#kernel/config.ts'
import type { Route } from '#kernel/http/route.ts'
import { openKernel } from '#kernel/kernel.ts'
import { createLogger } from '#kernel/log.ts'
import type { Mail } from '#kernel/mail/mailer.ts'
import type { TextMessage } from '#kernel/sms/sms.ts'
import { createApp } from '#server/app.ts'
import { noDist } from '#server/dist.ts'
import { startWorker } from '#server/worker.ts'
import { testDatabase } from './test-database.ts'

export interface TestAppOptions {
  env?: Record<string, string>
  sandbox?: SandboxReady
  /** Set to false to run without an SMS provider. */
  sms?: boolean
  /** Also runs the job workers. */
  worker?: boolean
  /** Routes to serve under /functions/v1 instead of the product's. */
  functions?: Route[]
}

/**
 * The whole server without a port, on its own database. `app.request(path, init)` returns standard Responses;
 * `client(key)` is the unmodified supabase-js on top of it. Sent emails are collected in `mails` and text
 * messages in `texts`, newest last.
 */
export async function testApp(options: TestAppOptions = {}) {
  const db = await testDatabase()
  const mails: Mail[] = []
  const texts: TextMessage[] = []
  const secrets = {
    jwtSecret: randomBytes(32).toString('hex'),
    secretKeys: `test:${randomBytes(32).toString('base64')}`,
  }
  // Only created by tests that store files.
  const dataDir = join(tmpdir(), `bolt-blocks-test-${randomUUID()}`)
  const env = {
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    PORT: '3000',
    PUBLIC_URL: 'http://localhost:3000',
    LOG_LEVEL: 'silent',
    ...options.env,
  }
  const config = loadConfig(env, secrets, options.sandbox)
  const mail = { send: async (email: Mail) => void mails.push(email), close: async () => undefined }
  const sms = {
    provider: options.sms === false ? ('' as const) : ('sandbox' as const),
    send: async (message: TextMessage) => void texts.push(message),
    close: async () => undefined,
  }
  const kernel = openKernel(config, db.appUrl, {
    mail,
    sms,
    log: createLogger(config.logLevel),
    // Many concurrent calls on a busy machine may wait long for a connection although the database is
    // available.
    timeoutMs: 30_000,
  })
  const app = createApp(kernel, noDist, options.functions)
  if (options.worker) await startWorker(kernel)
  db.beforeDrop(async () => {
    await kernel.close()
    await rm(dataDir, { recursive: true, force: true })
  })

  const request = (path: string, init?: RequestInit) => app.request(new URL(path, config.publicUrl), init)
  const fetchIn: typeof fetch = async (input, init) =>
    app.request(input instanceof Request ? input : String(input), init)
  const anonKey = await kernel.tokens.apiKey('anon')
  const serviceKey = await kernel.tokens.apiKey('service_role')

  return {
    ...db,
    app,
    kernel,
    config,
    mails,
    texts,
    request,
    anonKey,
    serviceKey,
    /** supabase-js with this API key (anon key by default), talking to the app in this process. */
    client(key: string = anonKey, more: SupabaseClientOptions<'public'> = {}) {
      return createClient(config.publicUrl, key, {
        auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
        global: { fetch: fetchIn },
        ...more,
      })
    },
    fetch: fetchIn,
  }
}

export type TestApp = Awaited<ReturnType<typeof testApp>>
