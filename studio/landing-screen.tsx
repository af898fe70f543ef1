import { PaySample } from '#blocks/pay/studio/pay-sample.tsx'
import { Landing } from '#features/marketing/studio/landing/landing.tsx'
import type { LandingParts } from '#features/marketing/studio/parts.ts'
import { LandingPlans } from '#features/plans/studio/pricing/landing-plans.tsx'

const parts: LandingParts = { PaySample, Plans: LandingPlans }

/** The front page, put together from the units that have a part in it. */
export default function LandingScreen() {
  return <Landing parts={parts} />
}
