import { PLAN_FEATURES } from '#studio/plan/plan-features.ts'

const rows = (plan: keyof typeof PLAN_FEATURES): readonly string[] => Object.keys(PLAN_FEATURES[plan])

/**
 * The plans on the front page. Hard-coded so that the page needs no request; a test compares them with the
 * database.
 */
export const LANDING_OFFERS = [
  { id: 'free', name: 'Free', price: '€0', features: rows('free') },
  { id: 'pro', name: 'Pro', price: '€19', features: rows('pro') },
  { id: 'business', name: 'Business', price: '€59', features: rows('business') },
] as const
