import { embedSnippet } from '#kernel/browser/snippet.ts'
import type { PageFacts } from '#kernel/sites/page-facts.ts'
import type { InstallFinding } from '../endpoints.ts'
import type { Known } from '../known.ts'

/** The address of the script, in whichever attribute it is. */
const OURS = /\/v1(\.\d+\.\d+)?\/bb(-bubble)?\.js/
const ID = { id: 'tag', title: 'Script tag' }
const fail = (verdict: string, text: string): InstallFinding => ({ ...ID, state: 'fail', verdict, text })

/** Checks whether the script tag is on the page, complete, and where a browser runs it. */
export function tagFinding({ snippet, tags, html }: PageFacts, known: Known): InstallFinding {
  const { scripts, held, blocks, asText, tagManager } = snippet
  const { origins, tenant } = known
  if (!scripts.length && held.length) {
    const type = held[0]!.attributes.get('type') ?? ''
    return fail(
      'Delayed',
      type
        ? `The tag's \`type\` is \`${type.slice(0, 60)}\`, so browsers do not run it. A consent banner or an optimizer delays it. Exclude \`bb.js\` there.`
        : 'The tag has no `src` because an optimizer delays it. Exclude `bb.js` in its settings.',
    )
  }
  if (!scripts.length && asText)
    return fail(
      'Shown as text',
      'The page shows the tag as text. Paste it into an element for code, not for text.',
    )
  if (!scripts.length && tags.some(({ attributes }) => OURS.test(attributes.get('srcdoc') ?? '')))
    return fail(
      'In a frame',
      'The site builder put the tag into its own frame, where it cannot work. Paste it as custom code of the page instead, and set `data-target` to the place.',
    )
  if (!scripts.length && blocks.length)
    return fail(
      'Script missing',
      'There is an element for a block, but no tag that loads `bb.js`. Many editors remove scripts from text. Paste the tag as custom code.',
    )
  if (!scripts.length && OURS.test(html))
    return fail(
      'Not run',
      'The tag is where browsers do not run it: inside a comment, a `noscript` or a `template`. Move it out.',
    )
  if (!scripts.length)
    return {
      ...fail(
        'Not found',
        tagManager
          ? 'The HTML has no Bolt Blocks tag. The page has a tag manager, and this check cannot see what it adds later. Open the page to see.'
          : 'The HTML has no Bolt Blocks tag. Paste it, publish the page, and check again.',
      ),
      ...(tagManager ? { state: 'warn' } : {}),
      fixes: [{ name: 'Embed code', code: embedSnippet(snippetTenant(known), known.snippetBlocks, origins) }],
    }
  const foreignScript = scripts.find(({ origin }) => !Object.values(origins).includes(origin))
  if (foreignScript)
    return fail(
      'Other host',
      `The script comes from \`${foreignScript.origin}\`, which is not this product's host. Copy the embed code again.`,
    )
  const mode = tenant.stripe_mode
  const says = blocks.find((one) => one.tenant === tenant.public_key && one.env && one.env !== mode)
  if (says || !scripts.some(({ origin }) => origin === origins[mode]))
    return {
      ...ID,
      state: 'warn',
      verdict: 'Other mode',
      text: `${tenant.name} is in ${mode} mode, but the tag was copied in ${mode === 'live' ? 'test' : 'live'} mode. Copy the embed code again.`,
      fixes: [{ name: 'Embed code', code: embedSnippet(snippetTenant(known), known.snippetBlocks, origins) }],
    }
  return {
    ...ID,
    state: 'pass',
    verdict: 'Pass',
    text: `Found${scripts.length > 1 ? ` ${scripts.length} times; it runs once` : ''}.`,
  }
}

/** What the snippet is made from. */
export const snippetTenant = ({ tenant }: Known) => ({
  public_key: tenant.public_key,
  mode: tenant.stripe_mode,
  auth_provider: tenant.auth_provider,
})

/** Checks whether the tag delays the page while it loads. */
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
      text: 'The tag has no `async`, so the page waits for our server. Add `async` to it.',
    }
  return { ...finding, state: 'pass', verdict: 'Pass', text: "The script doesn't block rendering." }
}
