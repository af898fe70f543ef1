import { Hono } from 'hono'
import type { StatusCode } from 'hono/utils/http-status'
import type { Config } from '#kernel/config.ts'
import type { AppEnv } from '#kernel/http/context.ts'
import type { Claims } from '#kernel/db/claims.ts'
import { sqlState } from '#kernel/db/database-error.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { STALE_TABLES, openTablesCache } from '#kernel/records/tables-cache.ts'
import { TENANT_HEADER } from '#kernel/tenancy.ts'
import { openCatalogue } from './catalogue/catalogue.ts'
import type { Catalogue, OpenCatalogue } from './catalogue/catalogue.ts'
import { errors } from './errors/table.ts'
import { openRoot } from './openapi/openapi.ts'
import { parse } from './parse.ts'
import { plan } from './plan.ts'
import { planSettings } from './plan/settings.ts'
import { readRawRequest } from './raw-request.ts'
import { recordError } from './records/record-error.ts'
import { openRecordCatalogues, tenantOf } from './records/tenant-access.ts'
import type { InfoPlan, Plan } from './plan/types.ts'
import type { RawRequest, RestRequest } from './request.ts'
import { respond } from './respond.ts'
import { planType } from './respond/headers.ts'
import { withSettings } from './respond/settings.ts'
import { explain, run } from './run.ts'
import { sql } from './sql.ts'
import { createStatementNames } from './statement-name.ts'

/** How often a request is planned again because the tables of its tenant changed meanwhile. */
const MAX_REPEATS = 3

export type RestKernel = Pick<Kernel, 'database'> &
  Partial<Pick<Kernel, 'tables'>> & { config: Pick<Config, 'rest' | 'publicUrl'> }

/**
 * The data API, mounted at /rest/v1: PostgREST's protocol over schema public. Stages, one file each: parse →
 * plan → sql → run → respond. Each file's header says why it may reject a request. Errors are thrown and
 * rendered by `restError` (errors.ts).
 */
export function restRoutes({
  database,
  config,
  tables = openTablesCache(database),
}: RestKernel): Hono<AppEnv> {
  const catalogue = openCatalogue(database)
  const root = openRoot(database, config.publicUrl)
  const records = openRecordCatalogues(database, tables)
  const nameOf = createStatementNames()
  const routes = new Hono<AppEnv>()

  routes.all('*', async (c) => {
    const claims = c.get('claims')
    const raw = await readRawRequest(c.req.raw)
    if (root.handles(raw)) {
      const { status, headers, body } = await root.respond(raw, claims, await describedCatalogue(raw, claims))
      return c.newResponse(body, status as StatusCode, headers)
    }
    const request = await withKnownTimezone(parse(raw), catalogue)
    if (request.media.plan && !(config.rest.queryPlans && claims.role === 'service_role'))
      throw errors.noQueryPlan()
    const { status, headers, body } = await withTables(raw, claims, request, async (planned) => {
      if (planned.kind === 'info') return { status: 200, headers: { allow: planned.allow }, body: null }
      return respondTo(request, claims, planned)
    })
    return c.newResponse(body, status as StatusCode, headers)
  })

  /** For the API description: the own tables as they are now. */
  async function describedCatalogue(raw: RawRequest, claims: Claims): Promise<Catalogue> {
    const common = await catalogue.current()
    const tenantId = await tenantOf(database, claims, raw.header(TENANT_HEADER))
    if (tenantId === undefined) return common
    await records.reload(tenantId, 0)
    return records.current(common, claims, tenantId)
  }

  /**
   * Plans and runs a request; again, if the own tables of its tenant changed since their description was read. What was planned from
   * an old description may have been refused for a reason that is gone, and a statement made from one fails.
   */
  async function withTables<T>(
    raw: RawRequest,
    claims: Claims,
    request: RestRequest,
    work: (planned: Plan | InfoPlan) => Promise<T>,
  ): Promise<T> {
    const { role, sub } = claims
    const planWith = (known: Catalogue, mayAggregate = config.rest.aggregates) =>
      plan(request, known, role, mayAggregate, sub)
    const common = await catalogue.current()
    // No relationship joins own tables with those of the product.
    const isOwn = request.target.kind === 'table' && !common.tables.has(request.target.name)
    const tenantId = isOwn ? await tenantOf(database, claims, raw.header(TENANT_HEADER)) : undefined
    if (tenantId === undefined) return work(planWith(common))
    for (let attempt = 0; ; attempt++) {
      const from = await records.revision(tenantId)
      const known = await records.current(common, claims, tenantId)
      try {
        let planned: Plan | InfoPlan
        try {
          // The staff's grid counts groups. Visitors may be many, and a sum reads all rows.
          planned = planWith(known, config.rest.aggregates || role === 'authenticated')
        } catch (refusal) {
          if (attempt > 0 || !(await records.reload(tenantId, from))) throw refusal
          continue
        }
        return await work(planned)
      } catch (error) {
        const state = sqlState(error)
        // A value of a changed field may not fit the type of the old one before the statement gets to check the revision.
        const isMisread = state?.startsWith('22') && attempt === 0
        if (state !== STALE_TABLES && !isMisread) throw error
        if (attempt === MAX_REPEATS) throw errors.tablesChange()
        const isStale = await records.reload(tenantId, from)
        if (isMisread && !isStale) throw error
      }
    }
  }

  async function respondTo(request: RestRequest, claims: Claims, planned: Plan) {
    const statement = sql(planned)
    const settings = planSettings(request)
    if (request.media.plan) {
      const { plan: how } = request.media
      const text = await explain(database, claims, statement, how, planned, settings)
      return { status: 200, headers: { 'content-type': planType(request.media, how) }, body: text }
    }
    const row = await run(database, claims, planned, statement, {
      settings,
      name: nameOf(statement.text, claims.role),
      rollback: request.prefer.tx === 'rollback',
      timezone: request.prefer.timezone,
    }).catch((error: unknown) => {
      throw recordError(error, planned)
    })
    return withSettings(respond(request, planned, row), row)
  }

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
