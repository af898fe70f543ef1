import type { BlockPlace } from '#kernel/browser/block-manifest.ts'
import { isPreviewOrigin, originAllowed } from '#kernel/tenancy.ts'
import type { TenantCard } from '#kernel/tenancy.ts'
import type { Finding } from '#kernel/browser/finding.ts'
import {
  type OurOrigins,
  blocksAllowed,
  framesAllowed,
  measuringAllowed,
} from '#kernel/sites/block-rights.ts'
import { repeatedBlock } from '#kernel/sites/found-snippet.ts'
import type { PageFacts } from '#kernel/sites/page-facts.ts'

/** What the report needs to know about this product. */
export interface Ours {
  /** The origins of the script and the frames, by mode. */
  origins: OurOrigins
  /** Everything that a tag can name. */
  blocks: readonly BlockPlace[]
  /** Finds the tenant of a public key. */
  tenantOf: (publicKey: string) => Promise<TenantCard | undefined>
}

/** Checks whether our blocks are on the page, and whether they can work there. */
export async function blockFindings(facts: PageFacts, ours: Ours): Promise<Finding[]> {
  return [
    blocksAllowed(facts, ours.origins),
    framesAllowed(facts, ours.origins),
    ...(await measuringFindings(facts, ours)),
    snippetFinding(facts, ours),
    ...(await keyFindings(facts, ours)),
  ]
}

function snippetFinding({ snippet, html }: PageFacts, { origins, blocks: known }: Ours): Finding {
  const finding = { id: 'snippet', title: 'Bolt Blocks snippet' }
  const { scripts, blocks, asText, tagManager } = snippet
  const fail = (verdict: string, text: string): Finding => ({ ...finding, state: 'fail', verdict, text })
  if (!scripts.length && asText)
    return fail(
      'Shown as text',
      'The page shows the tag as text. Paste it into an element for code, not for text.',
    )
  if (!scripts.length && blocks.length)
    return fail(
      'Script missing',
      'There is an element for a block, but no tag that loads `bb.js`. Paste the tag as custom code.',
    )
  if (!scripts.length)
    return {
      ...finding,
      state: 'info',
      verdict: 'Not found',
      text: !html
        ? 'The address does not return an HTML page.'
        : tagManager
          ? 'The HTML has no Bolt Blocks tag. The page has a tag manager, and this check cannot see what it adds later.'
          : 'The HTML has no Bolt Blocks tag. Paste the embed code of a tenant where you want the block.',
    }
  const foreignScript = scripts.find(({ origin }) => !Object.values(origins).includes(origin))
  if (foreignScript)
    return fail(
      'Other host',
      `The script comes from \`${foreignScript.origin}\`, which is not this product's host. Copy the embed code again.`,
    )
  if (!blocks.length)
    return fail(
      'Attributes missing',
      'The tag has no `data-block` and `data-tenant`. Something removed them. Copy the tag again.',
    )
  const unknown = blocks.find(({ block }) => block && !known.some(({ name }) => name === block))
  if (unknown)
    return fail(
      'Unknown block',
      `\`${unknown.block.slice(0, 60)}\` is not a block. Use one of ${known.map(({ name }) => `\`${name}\``).join(', ')}.`,
    )
  const twice = repeatedBlock(blocks, (name) => known.find((one) => one.name === name))
  if (twice)
    return {
      ...finding,
      state: 'warn',
      verdict: 'Duplicate',
      text: `The ${twice.block} block is on the page more than once for the same tenant. Keep one of its tags.`,
    }
  const names = blocks.map(({ block }) => block || 'unnamed').join(', ')
  return { ...finding, state: 'pass', verdict: 'Pass', text: `On the page once each: ${names}.` }
}

/** Maximum number of keys looked up for one page. */
const MOST_KEYS = 5

/** The keys of the page's blocks, if it loads our script. */
const keysOf = ({ snippet: { scripts, blocks } }: PageFacts): string[] =>
  scripts.length ? [...new Set(blocks.map(({ tenant }) => tenant))].slice(0, MOST_KEYS) : []

async function keyFindings(facts: PageFacts, ours: Ours): Promise<Finding[]> {
  const keys = keysOf(facts)
  return Promise.all(
    keys.map(async (key, at) => ({
      ...(await keyFinding(facts, ours, key)),
      id: at ? `key-${at}` : 'key',
      title: keys.length > 1 ? `Public key ${at + 1}` : 'Public key',
    })),
  )
}

/** Whether visits can be reported, if a tenant on the page counts them. */
async function measuringFindings(facts: PageFacts, { origins, tenantOf }: Ours): Promise<Finding[]> {
  const tenants = await Promise.all(keysOf(facts).map((key) => tenantOf(key)))
  return tenants.some((tenant) => tenant && tenant.measuring !== 'off')
    ? [measuringAllowed(facts, origins)]
    : []
}

type Verdict = Pick<Finding, 'state' | 'verdict' | 'text'>

async function keyFinding({ url, snippet }: PageFacts, ours: Ours, key: string): Promise<Verdict> {
  if (!key) return { state: 'fail', verdict: 'No key', text: 'A block names no tenant. Add `data-tenant`.' }
  const tenant = await ours.tenantOf(key)
  if (!tenant)
    return {
      state: 'fail',
      verdict: 'Unknown key',
      text: 'No tenant has this public key. Copy the embed code again.',
    }
  const mode = tenant.stripe_mode
  if (!originAllowed(tenant, url.origin))
    return {
      state: 'fail',
      verdict: 'Site not listed',
      text: `The tenant does not list this site. Add \`${url.origin}\` under Embed Code, "Where will this run?".`,
    }
  const says = snippet.blocks.find((block) => block.tenant === key && block.env && block.env !== mode)
  if (says)
    return {
      state: 'warn',
      verdict: 'Other mode',
      text: `The tag says \`${says.env === 'live' ? 'live' : 'test'}\`, but the tenant is in ${mode} mode. Copy the embed code again.`,
    }
  if (!snippet.scripts.some(({ origin }) => origin === ours.origins[mode]))
    return {
      state: 'warn',
      verdict: 'Other mode',
      text: `In ${mode} mode the script comes from \`${ours.origins[mode]}\`. Copy the embed code again.`,
    }
  if (mode === 'test' && !isPreviewOrigin(url.origin))
    return {
      state: 'warn',
      verdict: 'Test mode',
      text: 'The key is valid, but the tenant is in test mode. Visitors cannot pay with a real card here.',
    }
  return {
    state: 'pass',
    verdict: 'Pass',
    text: `The key is valid, in ${mode} mode, and the site is listed.`,
  }
}
