import { PaySample } from '#blocks/pay/studio/pay-sample.tsx'
import { Landing } from '#features/marketing/studio/landing/landing.tsx'
import type { LandingParts } from '#features/marketing/studio/parts.ts'
import { LandingPlans } from '#features/plans/studio/pricing/landing-plans.tsx'

const parts: LandingParts = { PaySample, Plans: LandingPlans }

/** The landing page, composed from components of several features. */
export default function LandingScreen() {
  return <Landing parts={parts} />
}
