import { fieldOf, type Json } from './read-json.ts'

/** Plans that a block can ask of its owner, lowest first. */
export const REQUIRED_PLANS = ['free', 'pro', 'business'] as const
export type RequiredPlan = (typeof REQUIRED_PLANS)[number]

export interface BlockAccess {
  /** Visitors sign in at the tenant first. */
  requiresAuth: boolean
  /** Its owner needs this plan, or it stays shut on every page. */
  requiredPlan: RequiredPlan
}

/**
 * What a block's data say about who may open it; the database says the same (app.open_block) and alone decides.
 * What is there and means nothing shuts the block.
 */
export function accessOf(data: Json): BlockAccess {
  const asked = fieldOf(data, 'requires_auth') ?? false
  const plan = fieldOf(data, 'required_plan') ?? 'free'
  return {
    requiresAuth: asked !== false,
    requiredPlan: REQUIRED_PLANS.find((known) => known === plan) ?? 'business',
  }
}

/** The data with other access settings; everything else stays as it is. */
export function withAccess(data: Json, { requiresAuth, requiredPlan }: BlockAccess): Json {
  return { ...data, requires_auth: requiresAuth, required_plan: requiredPlan }
}
