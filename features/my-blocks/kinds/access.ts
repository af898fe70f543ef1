import { fieldOf, type Json } from './read-json.ts'

/** Plans that a block can require of its owner, lowest first. */
export const REQUIRED_PLANS = ['free', 'pro', 'business'] as const
export type RequiredPlan = (typeof REQUIRED_PLANS)[number]

export interface BlockAccess {
  /** Visitors must sign in at the tenant first. */
  requiresAuth: boolean
  /** The owner needs this plan, or the block stays locked on every page. */
  requiredPlan: RequiredPlan
}

/**
 * Reads the access settings from a block's data. The database applies the same rules (app.open_block) and has
 * the final say. Invalid settings lock the block.
 */
export function accessOf(data: Json): BlockAccess {
  const requiresAuth = fieldOf(data, 'requires_auth') ?? false
  const plan = fieldOf(data, 'required_plan') ?? 'free'
  return {
    requiresAuth: requiresAuth !== false,
    requiredPlan: REQUIRED_PLANS.find((known) => known === plan) ?? 'business',
  }
}

/** The data with other access settings; all other fields stay unchanged. */
export function withAccess(data: Json, { requiresAuth, requiredPlan }: BlockAccess): Json {
  return { ...data, requires_auth: requiresAuth, required_plan: requiredPlan }
}
