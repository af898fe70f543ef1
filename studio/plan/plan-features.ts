/**
 * The seven blocks that the plans sell, by their names in the registry, and `people`: roles, orgs and teams, a feature that is
 * not a block. Tables belong to the block `form`.
 */
export type Part = 'auth' | 'pay' | 'form' | 'prompt' | 'library' | 'tickets' | 'analytics' | 'people'

/**
 * Shipped parts that are not blocks, so the registry does not list them. A test compares this list with the
 * folders.
 */
export const SHIPPED_FEATURES: readonly Part[] = ['people']

/**
 * The features of each plan and the parts that each needs. A test compares them with `bolt_plans.features`.
 * An empty list means that no code is needed; for example, the operator provides priority support.
 */
export const PLAN_FEATURES = {
  free: { 'Auth (email/password)': ['auth'], '1 database table': ['form'], '1 form': ['form'] },
  pro: {
    'Social login': ['auth'],
    'Unlimited tables and forms': ['form'],
    'Payments (checkout and subscriptions)': ['pay'],
    'AI Prompt': ['prompt'],
    'Content Library': ['library'],
    'Simple Ticketing/Event': ['tickets'],
  },
  business: {
    'Everything in Pro': [],
    'Roles and orgs': ['people'],
    'Team-scoped database with row-level security': ['form', 'people'],
    'Multi-tier event ticketing': ['tickets'],
    'Advanced AI': ['prompt'],
    Analytics: ['analytics'],
    'Priority support': [],
  },
} satisfies Record<string, Record<string, readonly Part[]>>

const PARTS = new Map<string, readonly Part[]>(Object.values(PLAN_FEATURES).flatMap(Object.entries))

/**
 * Returns whether any of these parts has not shipped yet.
 * @param blocks names of the registered blocks
 */
export const lacks = (parts: readonly Part[], blocks: readonly string[]): boolean =>
  parts.some((part) => !blocks.includes(part) && !SHIPPED_FEATURES.includes(part))

/**
 * Returns whether a plan feature needs a part that has not shipped. False for features that an operator
 * added.
 */
export const featureLacks = (feature: string, blocks: readonly string[]): boolean =>
  lacks(PARTS.get(feature) ?? [], blocks)
