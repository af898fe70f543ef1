import { embedSnippet } from '#kernel/browser/snippet.ts'
import type { PageFacts } from '#kernel/sites/page-facts.ts'
import type { InstallFinding } from '../endpoints.ts'
import type { Known } from '../known.ts'

/** The address of the script, wherever it is written. */
const OURS = /\/v1(\.\d+\.\d+)?\/bb\.js/
const ID = { id: 'tag', title: 'Script tag' }
const fail = (verdict: string, text: string): InstallFinding => ({ ...ID, state: 'fail', verdict, text })

/** Whether the script tag stands on the page, whole, where a browser runs it. */
export function tagFinding({ snippet, tags, html }: PageFacts, known: Known): InstallFinding {
  const { scripts, held, blocks, asText, tagManager } = snippet
  const { origins, tenant } = known
  if (!scripts.length && held.length) {
    const type = held[0]!.attributes.get('type') ?? ''
    return fail(
      'Held back',
      type
        ? `The tag's \`type\` is \`${type.slice(0, 60)}\`, so browsers do not run it: a consent banner or an optimiser holds it. Let \`bb.js\` run there without waiting.`
        : 'The tag has no `src`: an optimiser keeps the address elsewhere until it thinks fit. Leave `bb.js` out of it.',
    )
  }
  if (!scripts.length && asText)
    return fail(
      'Shown as text',
      'The tag stands on the page as words. Paste it into an element for code, not for text.',
    )
  if (!scripts.length && tags.some(({ attributes }) => OURS.test(attributes.get('srcdoc') ?? '')))
    return fail(
      'In a frame',
      'The site builder put the tag into a frame of its own, where it finds no page. Paste it as custom code of the page instead, and name the place by `data-target`.',
    )
  if (!scripts.length && blocks.length)
    return fail(
      'Script missing',
      'There is a place for a block, but no tag that loads `bb.js`. Something took it away: many editors drop scripts from the text of a page.',
    )
  if (!scripts.length && OURS.test(html))
    return fail(
      'Not run',
      'The tag stands where browsers do not run it: inside a comment, a `noscript` or a `template`.',
    )
  if (!scripts.length)
    return {
      ...fail(
        'Not found',
        tagManager
          ? 'No tag of ours is in the HTML. A tag manager is on the page, and what it adds later cannot be seen from here: open the page and look.'
          : 'No tag of ours is in the HTML of this page. Paste it, publish the page, and check again.',
      ),
      ...(tagManager ? { state: 'warn' } : {}),
      fixes: [{ name: 'Embed code', code: embedSnippet(snippetTenant(known), known.snippetBlocks, origins) }],
    }
  const strange = scripts.find(({ origin }) => !Object.values(origins).includes(origin))
  if (strange)
    return fail(
      'Other host',
      `The script comes from \`${strange.origin}\`, which is not this product's host. Copy the embed code anew.`,
    )
  const mode = tenant.stripe_mode
  const says = blocks.find((one) => one.tenant === tenant.public_key && one.env && one.env !== mode)
  if (says || !scripts.some(({ origin }) => origin === origins[mode]))
    return {
      ...ID,
      state: 'warn',
      verdict: 'Other mode',
      text: `${tenant.name} is in ${mode} mode, the tag was copied in ${mode === 'live' ? 'test' : 'live'} mode. Copy the embed code anew.`,
      fixes: [{ name: 'Embed code', code: embedSnippet(snippetTenant(known), known.snippetBlocks, origins) }],
    }
  return {
    ...ID,
    state: 'pass',
    verdict: 'Pass',
    text: `Found${scripts.length > 1 ? ` ${scripts.length} times; it runs once` : ''}.`,
  }
}

/** What the snippet is made of. */
export const snippetTenant = ({ tenant }: Known) => ({
  public_key: tenant.public_key,
  theme: tenant.theme.variant,
  mode: tenant.stripe_mode,
  auth_provider: tenant.auth_provider,
})

/** Whether the tag holds the page up while it loads. */
export function loadingFinding({ snippet }: PageFacts): InstallFinding {
  const finding = { id: 'loading', title: 'Loading' }
  const waits = snippet.scripts.find(
    ({ attributes }) =>
      !attributes.has('async') &&
      !attributes.has('defer') &&
      attributes.get('type')?.toLowerCase() !== 'module',
  )
  if (waits)
    return {
      ...finding,
      state: 'warn',
      verdict: 'Not async',
      text: 'The tag lost its `async`: the page waits for our server before it goes on. Put the word back.',
    }
  return { ...finding, state: 'pass', verdict: 'Pass', text: 'The page does not wait for it.' }
}
