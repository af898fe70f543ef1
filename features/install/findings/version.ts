import { type SnippetBlock, pinnedTag } from '#kernel/browser/snippet.ts'
import { compareVersions } from '#kernel/embed-releases.ts'
import type { FoundScript } from '#kernel/sites/found-snippet.ts'
import type { PageFacts } from '#kernel/sites/page-facts.ts'
import type { InstallFinding } from '../endpoints.ts'
import type { Known } from '../known.ts'
import { snippetTenant } from './tag.ts'

const ID = { id: 'version', title: 'Pinned version' }

/** Scripts older than this version open only these blocks. */
const OPENS_EVERY_BLOCK = '1.3.0'
const EARLY_BLOCKS = ['auth', 'profile', 'pay', 'my-block']

/** A block that is newer than the page's script. The first tag of a page runs for all blocks. */
function tooNew({ snippet }: PageFacts, known: Known): InstallFinding | undefined {
  const version = snippet.scripts[0]?.version
  if (!version || compareVersions(version, OPENS_EVERY_BLOCK) >= 0) return undefined
  const block = snippet.blocks.find((one) => known.blocks.has(one.block) && !EARLY_BLOCKS.includes(one.block))
  if (!block) return undefined
  return {
    ...ID,
    state: 'fail',
    verdict: 'Too old',
    text: `Version \`${version}\` of the script cannot open the \`${block.block}\` block. Copy the tags of this page again.`,
  }
}

/** Problems of tags that pin a version or a hash. Tags that pin neither have none. */
export function versionFindings(facts: PageFacts, known: Known): InstallFinding[] {
  const old = tooNew(facts, known)
  if (old) return [old]
  const { snippet } = facts
  const held = snippet.scripts.filter(({ version, attributes }) => version || attributes.has('integrity'))
  if (!held.length) return []
  const faults = held.flatMap((script) => {
    const fault = faultOf(script, known)
    return fault ? [{ script, fault }] : []
  })
  const worst = faults.find(({ fault }) => fault.state === 'fail') ?? faults[0]
  if (!worst)
    return [{ ...ID, state: 'pass', verdict: 'Pass', text: `\`${held[0]!.version}\` is the newest version.` }]
  const newest = known.releases[0]
  const own = snippet.blocks.find(
    ({ script, tenant }) => script === worst.script && tenant === known.tenant.public_key,
  )
  // A tag that names no block of this tenant (for elements elsewhere on the page) gets instructions instead
  // of code.
  if (!own || !newest) return [worst.fault]
  const place = known.blocks.get(own.block)
  const block: SnippetBlock | undefined = own.id
    ? { id: own.id, ...(own.height && { height: own.height }) }
    : place
  if (!block) return [worst.fault]
  const code = pinnedTag(snippetTenant(known), block, known.origins, newest, own.target || undefined)
  return [{ ...worst.fault, fixes: [{ name: 'Pinned tag', code }] }]
}

function faultOf({ version, attributes }: FoundScript, { releases }: Known): InstallFinding | undefined {
  const hash = attributes.get('integrity')?.trim()
  const fault = (state: 'warn' | 'fail', verdict: string, text: string) => ({ ...ID, state, verdict, text })
  if (!version)
    return fault(
      'fail',
      'Hash on a moving address',
      'The tag has an `integrity` hash, but `/v1/bb.js` changes with each release, and browsers would refuse the next one. Pin the version, or remove the hash.',
    )
  const release = releases.find((one) => one.version === version)
  if (!release)
    return fault('fail', 'No such version', `Version \`${version}\` does not exist. Copy the tag again.`)
  if (hash !== undefined && !hash.split(/\s+/).includes(release.integrity))
    return fault(
      'fail',
      'Wrong hash',
      `The \`integrity\` hash does not match version \`${version}\`, so browsers refuse the script. Copy the tag again.`,
    )
  if (hash !== undefined && !attributes.has('crossorigin'))
    return fault(
      'fail',
      'crossorigin missing',
      'A script with an `integrity` hash needs `crossorigin="anonymous"`. Without it, browsers refuse the script.',
    )
  if (compareVersions(version, releases[0]!.version) < 0)
    return fault(
      'warn',
      'Old version',
      `The page pins \`${version}\`, and \`${releases[0]!.version}\` is available. The pinned version keeps working, without newer features.`,
    )
  return undefined
}
