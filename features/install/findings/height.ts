import { type NamedBlock, pinnedTag, scriptTag } from '#kernel/browser/snippet.ts'
import type { FoundBlock } from '#kernel/sites/found-snippet.ts'
import type { PageFacts } from '#kernel/sites/page-facts.ts'
import type { InstallFinding } from '../endpoints.ts'
import type { Known } from '../known.ts'
import { snippetTenant } from './tag.ts'

/**
 * Reports blocks that reserve the height of the tenant's other sign-in method because their tags were copied
 * before it changed. Custom heights are not reported.
 */
export function heightFinding({ snippet }: PageFacts, known: Known): InstallFinding[] {
  const { tenant } = known
  const external = tenant.auth_provider === 'auth0'
  for (const found of snippet.blocks) {
    const place = found.tenant === tenant.public_key ? known.blocks.get(found.block) : undefined
    const { height, heightWithAuth0 } = place?.embed ?? {}
    if (!place || !height || !heightWithAuth0) continue
    const [reserved, needed] = external ? [height, heightWithAuth0] : [heightWithAuth0, height]
    if ((found.height || height) !== reserved) continue
    const code = fixOf(found, place, known)
    const reserves = `The tag reserves ${reserved} pixels for sign-in`
    return [
      {
        id: 'room',
        title: 'Height',
        ...(external
          ? {
              state: 'info',
              verdict: 'More than needed',
              text: `${reserves}, but the Auth0 button needs at most ${needed}. Copy its tag again to close the gap below it.`,
            }
          : {
              state: 'warn',
              verdict: 'Too little',
              text: `${reserves}, as for Auth0, but the form needs ${needed}, so the content below it moves. Copy its tag again.`,
            }),
        fixes: code ? [{ name: 'Sign-in', code }] : undefined,
      },
    ]
  }
  return []
}

/**
 * The same tag with the correct height, at the same place and pinned version. Undefined when an element is
 * the place, or when the version is unknown.
 */
function fixOf({ script, target }: FoundBlock, block: NamedBlock, known: Known): string | undefined {
  if (!script) return undefined
  const tenant = snippetTenant(known)
  const place = target || undefined
  if (!script.version) return scriptTag(tenant, block, known.origins, place)
  const release = known.releases.find(({ version }) => version === script.version)
  return release && pinnedTag(tenant, block, known.origins, release, place)
}
