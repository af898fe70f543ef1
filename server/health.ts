import { Hono } from 'hono'
import { ANONYMOUS, SERVICE } from '#kernel/db/claims.ts'
import { commonErrors } from '#kernel/errors.ts'
import type { AppEnv } from '#kernel/http/context.ts'
import { identify } from '#kernel/http/identify.ts'
import { registry } from './http/metrics.ts'

/**
 * Liveness (this process responds), readiness (database, migrations, keys, workers); with the service key also metrics
 * and the kind of instance, for commands that must not run on every instance.
 * @param migrations names of those that this version needs
 */
export function healthRoutes(migrations: string[]): Hono<AppEnv> {
  const health = new Hono<AppEnv>()
  health.get('/health/live', (c) => c.json({ status: 'ok' }))
  health.get('/health/ready', async (c) => {
    const { database, tokens, readiness } = c.get('kernel')
    const [databaseAnswers, migrationsRan, keysAreThere] = await Promise.all([
      passes(() => database.once(ANONYMOUS, { text: 'select 1', values: [], timeoutMs: 2000 })),
      passes(async () => {
        const { rows } = await database.once<{ ran: number }>(SERVICE, {
          text: 'select count(*) as ran from app.migrations where name = any ($1)',
          values: [migrations],
          timeoutMs: 2000,
        })
        return rows[0]!.ran === migrations.length
      }),
      passes(async () => (await tokens.publicKeys()).length > 0),
    ])
    const checks = {
      database: databaseAnswers,
      migrations: migrationsRan,
      keys: keysAreThere,
      worker: readiness.worker,
    }
    const ready = Object.values(checks).every(Boolean)
    return c.json({ status: ready ? 'ok' : 'unavailable', checks }, ready ? 200 : 503)
  })
  health.get('/metrics', identify(), async (c) => {
    if (c.get('claims').role !== 'service_role') throw commonErrors.forbidden()
    return c.text(await registry.metrics(), 200, { 'content-type': registry.contentType })
  })
  health.get('/health/instance', identify(), (c) => {
    if (c.get('claims').role !== 'service_role') throw commonErrors.forbidden()
    const { env, host, databaseUrl } = c.get('kernel').config
    return c.json({ env, host, database: databasePlace(databaseUrl) })
  })
  return health
}

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])?$/

/** `own`: embedded, in DATA_DIR. `local`: DATABASE_URL names this machine (no host means a local socket). Else `remote`. */
function databasePlace(databaseUrl: string | undefined): 'own' | 'local' | 'remote' {
  if (databaseUrl === undefined) return 'own'
  const { hostname, searchParams } = new URL(databaseUrl)
  // libpq's other form: `postgres:///name?host=…`, where a path is a local socket.
  const host = hostname || (searchParams.get('host') ?? '')
  return host.startsWith('/') || LOOPBACK.test(host) ? 'local' : 'remote'
}

async function passes(check: () => Promise<unknown>): Promise<boolean> {
  try {
    return (await check()) !== false
  } catch {
    return false
  }
}
