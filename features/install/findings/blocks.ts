import { type FoundBlock, readAttribute, repeatedBlock } from '#kernel/sites/found-snippet.ts'
import type { PageFacts } from '#kernel/sites/page-facts.ts'
import type { InstallFinding } from '../endpoints.ts'
import type { Known } from '../known.ts'

const ID = { id: 'blocks', title: 'Blocks' }
const fault = (state: 'warn' | 'fail', verdict: string, text: string): InstallFinding => ({
  ...ID,
  state,
  verdict,
  text,
})

/** Checks which blocks the tags name, whether they exist, and whether the owner's plan includes them. */
export function blockFindings(facts: PageFacts, known: Known): InstallFinding[] {
  const { blocks } = facts.snippet
  // Indexed once: a lookup per block would make a page with thousands of blocks block the event loop.
  const ids = new Set(facts.tags.map(({ attributes }) => attributes.get('id')))
  const first = blocks.flatMap((block) => faultOf(block, ids, known) ?? [])
  if (!blocks.length)
    return [
      fault(
        'fail',
        'Attributes missing',
        'The tag has no `data-block` and `data-tenant`, and no element names a block. Something removed them. Copy the tag again.',
      ),
    ]
  const twice = repeatedBlock(blocks, (name) => known.blocks.get(name))
  if (twice)
    first.push(
      fault(
        'warn',
        'Duplicate',
        `The ${titleOf(twice, known)} block is on the page more than once for the same tenant. Keep one of its tags.`,
      ),
    )
  const names = blocks.map((block) => titleOf(block, known)).join(', ')
  const found =
    first.find(({ state }) => state === 'fail') ??
    first[0] ??
    ({ ...ID, state: 'pass', verdict: 'Pass', text: `On the page: ${names}.` } satisfies InstallFinding)
  return [found, ...planFinding(blocks, known)]
}

const titleOf = ({ block }: FoundBlock, { blocks }: Known) => blocks.get(block)?.title ?? block.slice(0, 60)

function faultOf(
  found: FoundBlock,
  ids: ReadonlySet<string | undefined>,
  known: Known,
): InstallFinding | undefined {
  const { block, id, target } = found
  if (!block) return fault('fail', 'No block named', 'A tag names no block. Add `data-block`.')
  if (!known.blocks.has(block))
    return fault(
      'fail',
      'Unknown block',
      `\`${block.slice(0, 60)}\` is not a block. Use one of ${[...known.blocks.keys()].map((name) => `\`${name}\``).join(', ')}.`,
    )
  if (
    block === 'my-block' &&
    known.keys.get(found.tenant)?.of === 'this' &&
    !known.ownBlocks.has(id.toLowerCase())
  )
    return fault(
      'fail',
      'Unknown block',
      id
        ? `None of your blocks has the id \`${id.slice(0, 60)}\`. It was deleted or belongs to another account.`
        : 'Your own blocks need an id. Add `data-id`.',
    )
  const own = contentFault(found, known)
  if (own) return own
  const wanted = /^#([\w-]+)$/.exec(target)?.[1]
  if (wanted && !ids.has(wanted))
    return fault(
      'warn',
      'Target missing',
      `The tag targets \`${target}\`, and no element in the HTML has that id. That is fine if a script adds it later.`,
    )
  return undefined
}

/** What the states of a form mean, other than `open` and those that depend on the visitor. */
const CLOSED: Readonly<Record<string, string>> = {
  closed: 'is closed',
  not_yet: 'has not opened yet',
  ended: 'has ended',
  full: 'is full',
}

/** Checks whether a tag of a form or a list names one that this tenant has, and that is open. */
function contentFault({ block, tenant, attributes }: FoundBlock, known: Known): InstallFinding | undefined {
  const place = known.blocks.get(block)
  const shows = place?.embed.shows
  if (!place || !shows || place.embed.namedById || known.keys.get(tenant)?.of !== 'this') return undefined
  const title = place.title
  const id = readAttribute(attributes, shows)
  if (!id)
    return fault(
      'fail',
      'Not named',
      `The ${title} block needs \`data-${shows}\`. Copy its tag under Tables, Look & embed.`,
    )
  const state = known.content.get(id.toLowerCase())
  if (state === undefined)
    return fault(
      'fail',
      `Unknown ${title.toLowerCase()}`,
      `The ${title} block shows nothing, because this tenant has no ${title.toLowerCase()} with the id \`${id.slice(0, 60)}\`. It was deleted, or its table is in the trash.`,
    )
  const closed = Object.hasOwn(CLOSED, state) ? CLOSED[state] : undefined
  return closed
    ? fault('warn', `${title} closed`, `A form on the page ${closed}, so visitors cannot send it.`)
    : undefined
}

const PLANS = { free: 'Free', pro: 'Pro', business: 'Business' }

/** Test mode allows every block. Live mode requires the block's plan. */
function planFinding(blocks: readonly FoundBlock[], known: Known): InstallFinding[] {
  const needing = blocks.flatMap(({ block, tenant }) => {
    const manifest = known.keys.get(tenant)?.of === 'this' ? known.blocks.get(block) : undefined
    return manifest && known.lacking.has(manifest.plan) ? [manifest] : []
  })
  const needed = needing[0]
  if (!needed) return []
  const live = known.tenant.stripe_mode === 'live'
  return [
    {
      id: 'plan',
      title: 'Plan',
      state: live ? 'fail' : 'info',
      verdict: live ? 'Not in your plan' : 'Test mode',
      text: `The ${needed.title} block needs the ${PLANS[needed.plan]} plan ${live ? 'in live mode. Upgrade to show it' : 'once you go live'}.`,
    },
  ]
}
