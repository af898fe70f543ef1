import { blocks } from '#blocks/registry.ts'

/** The seven blocks that the plans sell, and `people`: roles, orgs and teams, a feature that is not a block. */
export type Part = 'auth' | 'pay' | 'database' | 'prompt' | 'library' | 'tickets' | 'analytics' | 'people'

/** Parts that are not blocks, so the registry does not list them. A test compares this list with the folders. */
export const SHIPPED_FEATURES: readonly Part[] = []

/** Every part that runs today. A block joins when its folder is registered in `blocks/registry.ts`. */
const SHIPPED: readonly string[] = [...Object.keys(blocks), ...SHIPPED_FEATURES]

/**
 * The parts that each row of `bolt_plans.features` needs, by the row's text. An empty list needs no program: priority
 * support is given by the operator. Rows that an operator adds are not listed, and never marked.
 */
export const PLAN_FEATURES: Readonly<Record<string, readonly Part[]>> = {
  'Auth (email/password)': ['auth'],
  '1 database table': ['database'],
  '1 form': ['database'],
  'Social login': ['auth'],
  'Unlimited tables and forms': ['database'],
  'Payments (checkout and subscriptions)': ['pay'],
  'AI Prompt': ['prompt'],
  'Content Library': ['library'],
  'Simple Ticketing/Event': ['tickets'],
  'Everything in Pro': [],
  'Roles and orgs': ['people'],
  'Team-scoped database with row-level security': ['database', 'people'],
  'Multi-tier event ticketing': ['tickets'],
  'Advanced AI': ['prompt'],
  Analytics: ['analytics'],
  'Priority support': [],
}

/** What a row reads while something that it needs has not shipped. */
export const IN_DEVELOPMENT = 'In development'

/** Whether one of these parts has not shipped yet. */
export const lacks = (parts: readonly Part[], shipped = SHIPPED): boolean =>
  parts.some((part) => !shipped.includes(part))

/** Whether a row of a plan names something that has not shipped yet. */
export const isInDevelopment = (feature: string, shipped = SHIPPED): boolean =>
  lacks(Object.hasOwn(PLAN_FEATURES, feature) ? PLAN_FEATURES[feature]! : [], shipped)
