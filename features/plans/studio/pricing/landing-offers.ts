import { PLAN_FEATURES } from '#studio/plan-features.ts'

const rows = (plan: keyof typeof PLAN_FEATURES): readonly string[] => Object.keys(PLAN_FEATURES[plan])

/** What the front page says of the plans. Written down, because that page asks the server for nothing; a test compares. */
export const LANDING_OFFERS = [
  { id: 'free', name: 'Free', price: '€0', features: rows('free') },
  { id: 'pro', name: 'Pro', price: '€19', features: rows('pro') },
  { id: 'business', name: 'Business', price: '€59', features: rows('business') },
] as const
