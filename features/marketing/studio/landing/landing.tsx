import type { LandingParts } from '../parts.ts'
import { FeatureCards } from './feature-cards.tsx'
import { Hero } from './hero.tsx'
import { LiveBlocks } from './live-blocks.tsx'
import { Points } from './points.tsx'
import { Steps } from './steps.tsx'

/** The front page: what the product is, in one sentence and pictures made from real components. */
export function Landing({ parts }: { parts: LandingParts }) {
  return (
    <>
      <title>Bolt Blocks · Sign-in and payments for the site you already have</title>
      <Hero PaySample={parts.PaySample} />
      <Points />
      <FeatureCards PaySample={parts.PaySample} />
      <LiveBlocks />
      <Steps />
      <parts.Plans />
    </>
  )
}
