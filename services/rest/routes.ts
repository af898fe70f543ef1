import { Hono } from 'hono'
import type { StatusCode } from 'hono/utils/http-status'
import type { AppEnv } from '#kernel/http/context.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { openCatalogue } from './catalogue/catalogue.ts'
import { parse } from './parse.ts'
import { plan } from './plan.ts'
import { planSettings } from './plan/settings.ts'
import { readRawRequest } from './raw-request.ts'
import { respond } from './respond.ts'
import { withSettings } from './respond/settings.ts'
import { run } from './run.ts'
import { sql } from './sql.ts'
import { createStatementNames } from './statement-name.ts'

/**
 * The data API, mounted at /rest/v1: PostgREST's protocol over schema public.
 * Stages, one file each: parse → plan → sql → run → respond. Each says in its header why it may refuse a request;
 * refusals are thrown and rendered by `restError` (errors.ts).
 */
export function restRoutes(kernel: Pick<Kernel, 'database'>): Hono<AppEnv> {
  const catalogue = openCatalogue(kernel.database)
  const nameOf = createStatementNames()
  const routes = new Hono<AppEnv>()

  routes.all('*', async (c) => {
    const claims = c.get('claims')
    const request = parse(await readRawRequest(c.req.raw))
    const planned = plan(request, await catalogue.current(), claims.role)
    if (planned.kind === 'info') return c.body(null, 200, { allow: planned.allow })
    const statement = sql(planned)
    const row = await run(kernel.database, claims, planned, statement, {
      settings: planSettings(request),
      name: nameOf(statement.text, claims.role),
      rollback: request.prefer.tx === 'rollback',
    })
    const { status, headers, body } = withSettings(respond(request, planned, row), row)
    return c.newResponse(body, status as StatusCode, headers)
  })

  return routes
}
