import { embedSnippet } from '#kernel/browser/snippet.ts'
import type { PageFacts } from '#kernel/sites/page-facts.ts'
import type { InstallFinding } from '../endpoints.ts'
import type { Known, KeyOwner } from '../known.ts'
import { snippetTenant } from './tag.ts'

/** Checks which tenants the tags' keys belong to. */
export function keyFindings({ snippet }: PageFacts, known: Known): InstallFinding[] {
  if (!snippet.blocks.length) return []
  const keys = [...known.keys]
  const here = keys.some(([, owner]) => owner.of === 'this')
  return keys.map(([key, owner], at) => {
    const title = keys.length > 1 ? `Public key ${at + 1}` : 'Public key'
    const finding = { id: `key-${at}`, title, ...judged(key, owner, here, known) }
    if (finding.state !== 'fail') return finding
    return {
      ...finding,
      fixes: [
        { name: 'Embed code', code: embedSnippet(snippetTenant(known), known.snippetBlocks, known.origins) },
      ],
    }
  })
}

function judged(
  key: string,
  owner: KeyOwner,
  here: boolean,
  { tenant }: Known,
): Pick<InstallFinding, 'state' | 'verdict' | 'text'> {
  const shown = `\`${key.slice(0, 40)}\``
  if (!key)
    return {
      state: 'fail',
      verdict: 'No key',
      text: 'A block names no tenant. Its `data-tenant` is missing. Copy the tag again.',
    }
  if (owner.of === 'this')
    return { state: 'pass', verdict: 'Pass', text: `The key belongs to ${tenant.name}.` }
  if (owner.of === 'own')
    return here
      ? {
          state: 'info',
          verdict: 'Other tenant',
          text: `${shown} belongs to ${owner.name}, which is on this page, too.`,
        }
      : {
          state: 'fail',
          verdict: 'Other tenant',
          text: `${shown} belongs to ${owner.name}, another of your tenants. Purchases on this page go to it.`,
        }
  if (owner.of === 'other')
    return {
      state: 'fail',
      verdict: "Someone else's",
      text: `${shown} belongs to another creator. Purchases on this page are paid to them.`,
    }
  return {
    state: 'fail',
    verdict: 'Unknown key',
    text: /^pk_[0-9A-Za-z]{24}$/.test(key)
      ? `No tenant has the key ${shown}. The tenant was deleted, or the key is from another server.`
      : `${shown} is not a valid key. A key is \`pk_\` and 24 letters or digits.`,
  }
}
