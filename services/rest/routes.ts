import { Hono } from 'hono'
import type { StatusCode } from 'hono/utils/http-status'
import type { Config } from '#kernel/config.ts'
import type { AppEnv } from '#kernel/http/context.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { openCatalogue } from './catalogue/catalogue.ts'
import type { OpenCatalogue } from './catalogue/catalogue.ts'
import { errors } from './errors/table.ts'
import { openRoot } from './openapi/openapi.ts'
import { parse } from './parse.ts'
import { plan } from './plan.ts'
import { planSettings } from './plan/settings.ts'
import { readRawRequest } from './raw-request.ts'
import type { RestRequest } from './request.ts'
import { respond } from './respond.ts'
import { planType } from './respond/headers.ts'
import { withSettings } from './respond/settings.ts'
import { explain, run } from './run.ts'
import { sql } from './sql.ts'
import { createStatementNames } from './statement-name.ts'

export type RestKernel = Pick<Kernel, 'database'> & { config: Pick<Config, 'rest' | 'publicUrl'> }

/**
 * The data API, mounted at /rest/v1: PostgREST's protocol over schema public. Stages, one file each: parse →
 * plan → sql → run → respond. Each file's header says why it may reject a request. Errors are thrown and
 * rendered by `restError` (errors.ts).
 */
export function restRoutes({ database, config }: RestKernel): Hono<AppEnv> {
  const catalogue = openCatalogue(database)
  const root = openRoot(database, config.publicUrl)
  const nameOf = createStatementNames()
  const routes = new Hono<AppEnv>()

  routes.all('*', async (c) => {
    const claims = c.get('claims')
    const raw = await readRawRequest(c.req.raw)
    if (root.handles(raw)) {
      const { status, headers, body } = await root.respond(raw, claims, await catalogue.current())
      return c.newResponse(body, status as StatusCode, headers)
    }
    const request = await withKnownTimezone(parse(raw), catalogue)
    if (request.media.plan && !(config.rest.queryPlans && claims.role === 'service_role'))
      throw errors.noQueryPlan()
    const planned = plan(request, await catalogue.current(), claims.role, config.rest.aggregates)
    if (planned.kind === 'info') return c.body(null, 200, { allow: planned.allow })
    const statement = sql(planned)
    const settings = planSettings(request)
    if (request.media.plan) {
      const { plan: how } = request.media
      const text = await explain(database, claims, statement, how, planned, settings)
      return c.body(text, 200, { 'content-type': planType(request.media, how) })
    }
    const row = await run(database, claims, planned, statement, {
      settings,
      name: nameOf(statement.text, claims.role),
      rollback: request.prefer.tx === 'rollback',
      timezone: request.prefer.timezone,
    })
    const { status, headers, body } = withSettings(respond(request, planned, row), row)
    return c.newResponse(body, status as StatusCode, headers)
  })

  return routes
}

/**
 * Ignores a time zone that PostgreSQL does not know, or rejects it if the caller requested strict handling.
 */
async function withKnownTimezone(request: RestRequest, catalogue: OpenCatalogue): Promise<RestRequest> {
  const { timezone, handling } = request.prefer
  if (timezone === undefined || (await catalogue.hasTimezone(timezone))) return request
  if (handling === 'strict') throw errors.badPreferences([`timezone=${timezone}`])
  return { ...request, prefer: { ...request.prefer, timezone: undefined } }
}
