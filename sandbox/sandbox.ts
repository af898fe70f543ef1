import { getRequestListener } from '@hono/node-server'
import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import type { RequestListener } from 'node:http'
import { openAuth0 } from './auth0/auth0.ts'
import type { Auth0 } from './auth0/auth0.ts'
import { openDatabase } from './database.ts'
import { openIdentity } from './identity/identity.ts'
import type { Identity } from './identity/identity.ts'
import { Mailbox } from './inbox/mailbox.ts'
import { createInboxPages } from './inbox/pages.ts'
import { openSmtp } from './inbox/smtp.ts'
import { listenLocally } from './listen.ts'
import { sameSiteOnly } from './same-site.ts'
import { stylesheet } from './page.ts'
import { openModel } from './model/model.ts'
import { openPayments } from './payments/payments.ts'
import type { PlatformKeys } from './payments/world.ts'

export interface SandboxOptions {
  /** HTTP port on 127.0.0.1 and ::1; 0 for any free one. */
  port: number
  smtpPort: number
  /** Folder of the SQLite file, or `:memory:`. */
  data: string
  /** URL for browsers; `http://localhost:{port}` by default. */
  publicUrl?: string | undefined
  /** Milliseconds before the second, third … attempt to deliver a webhook. */
  retryDelays?: number[]
}

export interface Sandbox {
  url: string
  smtpUrl: string
  keys: PlatformKeys
  /** The client of the identity stand-in. */
  identity: Identity['client']
  /** URL of the stand-in for Auth0, by its domain. */
  auth0: Auth0['overrides']
  close(): Promise<void>
}

/** Opens all stand-ins on one HTTP port and one SMTP port. */
export async function openSandbox(options: SandboxOptions): Promise<Sandbox> {
  const database = openDatabase(options.data)
  const app = new Hono<{ Bindings: HttpBindings }>()
  // Responses contain the address, so listen on the port first and attach the handlers afterwards.
  let answer = notYet
  const server = await listenLocally((request, response) => answer(request, response), options.port)
  const url = options.publicUrl ?? `http://localhost:${server.port}`

  const mailbox = new Mailbox(database)
  const payments = openPayments({
    database,
    publicUrl: url,
    ...(options.retryDelays ? { retryDelays: options.retryDelays } : {}),
  })
  app.use('/_sandbox/*', sameSiteOnly(url))
  app.use('/dashboard/*', sameSiteOnly(url))
  app.use('/inbox*', sameSiteOnly(url))
  app.use('/sms', sameSiteOnly(url))
  app.get('/health', (c) => c.json({ ok: true }))
  app.get('/', (c) => c.redirect('/inbox'))
  app.get('/sandbox.css', (c) => c.body(stylesheet, 200, { 'content-type': 'text/css; charset=utf-8' }))
  app.route('/', createInboxPages(mailbox))
  app.route('/', payments.app)
  app.route('/', openModel().app)

  const identity = await openIdentity(url)
  const auth0 = await openAuth0(url)
  app.get('/_sandbox/auth0', (c) => c.json(auth0.requests()))
  const pages = getRequestListener(app.fetch)
  answer = (request, response) => {
    if (identity.owns(request.url)) identity.listener(request, response)
    else if (auth0.owns(request.url)) auth0.listener(request, response)
    else void pages(request, response)
  }

  const smtp = await openSmtp(mailbox, options.smtpPort)
  return {
    url,
    smtpUrl: smtp.url,
    keys: payments.keys,
    identity: identity.client,
    auth0: auth0.overrides,
    close: async () => {
      payments.stop()
      await Promise.all([server.close(), smtp.close()])
      database.close()
    },
  }
}

const notYet: RequestListener = (_, response) => response.writeHead(503).end()
