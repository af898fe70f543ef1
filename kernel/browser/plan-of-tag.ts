import type { BlockManifest } from './block-manifest.ts'
import { placesOf } from './block-manifest.ts'

const ORDER: readonly string[] = ['free', 'pro', 'business'] satisfies BlockManifest['plan'][]

/**
 * The plan that a tag needs in live mode and the owner lacks; undefined when nothing is missing.
 * @param tag the tag's `data-block`: a block, or an additional view of one
 * @param access the owner's access (`GET /access`); a day pass makes it active on its plan
 */
export function missingPlan(
  manifests: readonly BlockManifest[],
  tag: string,
  access: { active: boolean; plan: string },
): 'pro' | 'business' | undefined {
  const plan = manifests.find((one) => placesOf([one]).some(({ name }) => name === tag))?.plan ?? 'free'
  if (plan === 'free') return undefined
  const owned = access.active ? ORDER.indexOf(access.plan) : -1
  return owned >= ORDER.indexOf(plan) ? undefined : plan
}

/** @example missingPlanText('pro') // 'Needs Pro in live mode' */
export const missingPlanText = (plan: 'pro' | 'business'): string =>
  `Needs ${plan === 'pro' ? 'Pro' : 'Business'} in live mode`
