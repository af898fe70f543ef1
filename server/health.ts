import { Hono } from 'hono'
import { ANONYMOUS } from '#kernel/db/claims.ts'
import { commonErrors } from '#kernel/errors.ts'
import type { AppEnv } from '#kernel/http/context.ts'
import { identify } from '#kernel/http/identify.ts'
import { registry } from './http/metrics.ts'

/** Liveness (this process answers), readiness (database, migrations, keys), metrics (service key). */
export function healthRoutes(): Hono<AppEnv> {
  const health = new Hono<AppEnv>()
  health.get('/health/live', (c) => c.json({ status: 'ok' }))
  health.get('/health/ready', async (c) => {
    const { database, tokens } = c.get('kernel')
    const checks = {
      database: await passes(() =>
        database.once(ANONYMOUS, { text: 'select 1', values: [], timeoutMs: 2000 }),
      ),
      migrations: await passes(() =>
        database.once(ANONYMOUS, {
          text: 'select id from public.tenants limit 0',
          values: [],
          timeoutMs: 2000,
        }),
      ),
      keys: await passes(async () => (await tokens.publicKeys()).length > 0),
    }
    const ready = Object.values(checks).every(Boolean)
    return c.json({ status: ready ? 'ok' : 'unavailable', checks }, ready ? 200 : 503)
  })
  health.get('/metrics', identify(), async (c) => {
    if (c.get('claims').role !== 'service_role') throw commonErrors.forbidden()
    return c.text(await registry.metrics(), 200, { 'content-type': registry.contentType })
  })
  return health
}

async function passes(check: () => Promise<unknown>): Promise<boolean> {
  try {
    return (await check()) !== false
  } catch {
    return false
  }
}
