import { blocksAllowed, framesAllowed, measuringAllowed } from '#kernel/sites/block-rights.ts'
import type { PageFacts } from '#kernel/sites/page-facts.ts'
import type { InstallFinding } from '../endpoints.ts'
import type { Known } from '../known.ts'
import { blockFindings } from './blocks.ts'
import { keyFindings } from './keys.ts'
import { themeFinding } from './theme.ts'
import { pageFinding } from './page.ts'
import { heightFinding } from './height.ts'
import { siteFinding } from './site.ts'
import { styleFinding } from './style.ts'
import { loadingFinding, tagFinding } from './tag.ts'
import { versionFindings } from './version.ts'

/** All findings about a tenant's tags on a page, in the order in which to fix them. */
export function installFindings(facts: PageFacts, known: Known): InstallFinding[] {
  const { scripts } = facts.snippet
  const page = [pageFinding(facts), tagFinding(facts, known)]
  const rights = [
    blocksAllowed(facts, known.origins),
    framesAllowed(facts, known.origins),
    ...(known.tenant.measuring === 'off' ? [] : [measuringAllowed(facts, known.origins)]),
  ]
  // Without a tag, only the checks of the page itself apply.
  if (!scripts.length) return [...page, siteFinding(facts, known), ...rights]
  return [
    ...page,
    ...keyFindings(facts, known),
    ...blockFindings(facts, known),
    ...themeFinding(facts, known),
    ...heightFinding(facts, known),
    siteFinding(facts, known),
    loadingFinding(facts),
    ...versionFindings(facts, known),
    ...rights,
    ...styleFinding(facts, known),
  ]
}
