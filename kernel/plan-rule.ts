import type { BlockManifest } from './browser/block-manifest.ts'
import { placesOf } from './browser/block-manifest.ts'
import { commonErrors } from './errors.ts'
import type { AppContext } from './http/context.ts'
import type { Route } from './http/route.ts'
import type { TenantCard } from './tenancy.ts'
import type { Unit } from './unit.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** What a block's plan blocks for a live-mode tenant whose owner lacks that plan. */
export interface PlanRule {
  /** Whether the block's pages are unavailable for this tenant. */
  closes(tenant: Pick<TenantCard, 'missing_plans'>): boolean
  /** Wraps the block's unit so that the rule applies to each endpoint and each embeddable page. */
  applyTo(unit: Unit): Unit
}

/**
 * Derives the rule from the manifest, so that block authors write no code for it. In live mode without the plan, pages
 * show one sentence, visitors' writes get 403 and the creator's writes get 402. Reads stay allowed: content from a
 * higher plan becomes read-only and is never deleted.
 */
export function planRule(manifest: BlockManifest): PlanRule {
  const { plan } = manifest
  const closes: PlanRule['closes'] = ({ missing_plans }) => plan !== 'free' && missing_plans.includes(plan)
  const closable = new Set(
    placesOf([manifest])
      .filter(({ embed }) => !embed.openWithoutPlan)
      .map(({ name }) => name),
  )

  async function check(c: AppContext, route: Route): Promise<void> {
    const { tenant, aud } = c.get('claims')
    if (tenant) {
      // A visitor's claims contain the public key, even if it came only as a Bearer token.
      const card = await c.get('kernel').tenancy.byPublicKey(aud ?? '')
      if (!card || closes(card)) throw commonErrors.not_available()
    } else if (await ownerLacks(c, route, plan)) throw commonErrors.plan_required({ text: creatorText(plan) })
  }

  return {
    closes,
    applyTo(unit) {
      if (plan === 'free') return unit
      return {
        ...unit,
        functions: unit.functions?.map((route) => (isOpen(route) ? route : checked(route, check))),
        embedPages:
          unit.embedPages &&
          Object.fromEntries(
            Object.entries(unit.embedPages).map(([name, source]) => [
              name,
              closable.has(name) ? { ...source, closedFor: closes } : source,
            ]),
          ),
      }
    },
  }
}

const isOpen = ({ endpoint, withoutPlan }: Route) => withoutPlan || endpoint.method === 'GET'

const checked = (route: Route, check: (c: AppContext, route: Route) => Promise<void>): Route => ({
  ...route,
  async answer(c) {
    await check(c, route)
    return route.answer(c)
  },
})

const creatorText = (plan: string) =>
  `This needs the ${plan[0]!.toUpperCase()}${plan.slice(1)} plan in live mode. What you made stays, and you can read it.`

/**
 * Whether the tenant that a creator's call names is in live mode and its owner lacks the plan. It runs under the
 * creator's own claims, so that another creator's tenant is as unknown here as in the handler.
 */
async function ownerLacks(c: AppContext, { tenantFrom }: Route, plan: string): Promise<boolean> {
  const claims = c.get('claims')
  const id = c.req.param(tenantFrom?.param ?? 'tenantId')
  if (claims.role !== 'authenticated' || !claims.sub || !id || !UUID.test(id)) return false
  const tenant = tenantFrom ? `(select tenant_id from public.${tenantFrom.table} where id = $1)` : '$1'
  const { rows } = await c.get('kernel').database.once(claims, {
    text: `select id from public.tenants
           where id = ${tenant} and stripe_mode = 'live' and not app.has_plan(owner_user_id, $2)`,
    values: [id, plan],
    readOnly: true,
  })
  return rows.length > 0
}
