import { embedSnippet } from '#kernel/browser/snippet.ts'
import type { PageFacts } from '#kernel/sites/page-facts.ts'
import type { InstallFinding } from '../endpoints.ts'
import type { Known, KeyOwner } from '../known.ts'
import { snippetTenant } from './tag.ts'

/** Whose keys the tags carry. */
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
      text: 'A block names no tenant. Its `data-tenant` is missing: an editor took it away, or it was not copied.',
    }
  if (owner.of === 'this') return { state: 'pass', verdict: 'Pass', text: `The key of ${tenant.name}.` }
  if (owner.of === 'own')
    return here
      ? {
          state: 'info',
          verdict: 'Other tenant',
          text: `${shown} is the key of ${owner.name}, beside this one.`,
        }
      : {
          state: 'fail',
          verdict: 'Other tenant',
          text: `${shown} is the key of ${owner.name}, another tenant of yours. What is bought here is sold by it.`,
        }
  if (owner.of === 'stranger')
    return {
      state: 'fail',
      verdict: "Somebody else's",
      text: `${shown} is the key of somebody else's tenant. What is bought here is paid to them.`,
    }
  return {
    state: 'fail',
    verdict: 'Unknown key',
    text: /^pk_[0-9A-Za-z]{24}$/.test(key)
      ? `No tenant has the key ${shown}. It was deleted, or the key belongs to another server.`
      : `${shown} is no key: one is \`pk_\` and 24 letters or digits.`,
  }
}
