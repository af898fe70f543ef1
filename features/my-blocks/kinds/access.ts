import { type Audience, NO_ONE } from '#kernel/browser/audience.ts'
import { fieldOf, type Json, objectOf } from './read-json.ts'

/** Plans that a block can require of its owner, lowest first. */
export const REQUIRED_PLANS = ['free', 'pro', 'business'] as const
export type RequiredPlan = (typeof REQUIRED_PLANS)[number]

export interface BlockAccess {
  /** Visitors must sign in at the tenant first. */
  requiresAuth: boolean
  /** The owner needs this plan, or the block stays locked on every page. */
  requiredPlan: RequiredPlan
  /** Who may see it among those; absent for all of them. */
  audience?: Audience
}

/**
 * Reads the access settings from a block's data. The database applies the same rules (app.open_block) and has
 * the final say. Invalid settings lock the block.
 */
export function accessOf(data: Json): BlockAccess {
  const requiresAuth = fieldOf(data, 'requires_auth') ?? false
  const plan = fieldOf(data, 'required_plan') ?? 'free'
  const rule = fieldOf(data, 'audience') ?? undefined
  return {
    requiresAuth: requiresAuth !== false,
    requiredPlan: REQUIRED_PLANS.find((known) => known === plan) ?? 'business',
    ...(rule === undefined ? {} : { audience: audienceOf(rule) }),
  }
}

/** The database refuses malformed rules; one that was stored before it did opens to no one. */
function audienceOf(rule: unknown): Audience {
  const any = fieldOf(objectOf(rule), 'any')
  return Array.isArray(any) && any.every((one) => typeof fieldOf(objectOf(one), 'kind') === 'string')
    ? (rule as Audience)
    : NO_ONE
}

/** The data with other access settings; all other fields stay unchanged. */
export function withAccess(data: Json, { requiresAuth, requiredPlan, audience }: BlockAccess): Json {
  const { audience: _, ...rest } = data
  return {
    ...rest,
    requires_auth: requiresAuth,
    required_plan: requiredPlan,
    ...(audience ? { audience } : {}),
  }
}
