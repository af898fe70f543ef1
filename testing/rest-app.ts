import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Hono } from 'hono'
import { ANONYMOUS } from '#kernel/db/claims.ts'
import type { Config } from '#kernel/config.ts'
import type { Claims } from '#kernel/db/claims.ts'
import type { AppEnv } from '#kernel/http/context.ts'
import { createLogger } from '#kernel/log.ts'
import type { Logger } from '#kernel/log.ts'
import { restError } from '#services/rest/errors.ts'
import { restRoutes } from '#services/rest/routes.ts'
import { ROOT } from './test-cluster.ts'
import { testDatabase } from './test-database.ts'

export interface RestAnswer {
  status: number
  headers: Headers
  text: string
  /** The parsed body; undefined when it is empty or not JSON. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read responses of any shape
  json: any
}

/**
 * The data API alone, on the tables of services/rest/fixture*.sql. Tests call it as any principal, without a
 * token.
 * @param settings settings of the service that differ from a new installation's
 * @param log log of all requests
 */
export async function restApp(settings: Partial<Config['rest']> = {}, log: Logger = createLogger('silent')) {
  const db = await testDatabase()
  for (const fixture of ['fixture.sql', 'fixture-embed.sql']) {
    await db.owner.query(readFileSync(join(ROOT, 'services/rest', fixture), 'utf8'))
  }
  const rest = { queryPlans: false, aggregates: false, requestsPerAddress: 0, ...settings }
  const routes = restRoutes({ database: db.database, config: { rest, publicUrl: 'http://localhost' } })
  let claims: Claims = ANONYMOUS
  const app = new Hono<AppEnv>()
  app.use(async (c, next) => {
    c.set('claims', claims)
    c.set('log', log)
    await next()
  })
  app.onError(restError).route('/rest/v1', routes)

  /** @param path path below `/rest/v1`, for example `/notes?id=eq.1` */
  async function ask(as: Claims, method: string, path: string, init: RequestInit = {}): Promise<RestAnswer> {
    claims = as
    const response = await app.request(`http://localhost/rest/v1${path}`, { ...init, method })
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, json: parsed(text) }
  }
  return { ...db, app, ask }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
