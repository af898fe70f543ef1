/** The seven blocks that the plans sell, and `people`: roles, orgs and teams, a feature that is not a block. */
export type Part = 'auth' | 'pay' | 'database' | 'prompt' | 'library' | 'tickets' | 'analytics' | 'people'

/** Parts that are not blocks, so the registry does not list them. A test compares this list with the folders. */
export const SHIPPED_FEATURES: readonly Part[] = []

/**
 * The rows of each plan (`bolt_plans.features`, a test compares), and the parts that each row needs. An empty list needs
 * no program: priority support is given by the operator.
 */
export const PLAN_FEATURES = {
  free: { 'Auth (email/password)': ['auth'], '1 database table': ['database'], '1 form': ['database'] },
  pro: {
    'Social login': ['auth'],
    'Unlimited tables and forms': ['database'],
    'Payments (checkout and subscriptions)': ['pay'],
    'AI Prompt': ['prompt'],
    'Content Library': ['library'],
    'Simple Ticketing/Event': ['tickets'],
  },
  business: {
    'Everything in Pro': [],
    'Roles and orgs': ['people'],
    'Team-scoped database with row-level security': ['database', 'people'],
    'Multi-tier event ticketing': ['tickets'],
    'Advanced AI': ['prompt'],
    Analytics: ['analytics'],
    'Priority support': [],
  },
} satisfies Record<string, Record<string, readonly Part[]>>

const PARTS = new Map<string, readonly Part[]>(Object.values(PLAN_FEATURES).flatMap(Object.entries))

/**
 * Whether one of these parts has not shipped yet.
 * @param blocks names of the registered blocks
 */
export const lacks = (parts: readonly Part[], blocks: readonly string[]): boolean =>
  parts.some((part) => !blocks.includes(part) && !SHIPPED_FEATURES.includes(part))

/** Whether a row of a plan needs a part that has not shipped. Rows that an operator added are never marked. */
export const featureLacks = (feature: string, blocks: readonly string[]): boolean =>
  lacks(PARTS.get(feature) ?? [], blocks)
