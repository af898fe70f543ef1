import { AUTH0_ROOM, ROOM, pinnedTag, scriptTag } from '#kernel/browser/snippet.ts'
import type { FoundBlock } from '#kernel/sites/found-snippet.ts'
import type { PageFacts } from '#kernel/sites/page-facts.ts'
import type { InstallFinding } from '../endpoints.ts'
import type { Known } from '../known.ts'
import { snippetTenant } from './tag.ts'

/**
 * Sign-ins of the tenant that keep the room of its other way to sign in: they were copied before it changed. Nothing is
 * said of heights that a builder chose.
 */
export function roomFinding({ snippet }: PageFacts, known: Known): InstallFinding[] {
  const { tenant } = known
  const external = tenant.auth_provider === 'auth0'
  const [kept, needed] = external ? [ROOM.auth, AUTH0_ROOM] : [AUTH0_ROOM, ROOM.auth]
  const other = snippet.blocks.find(
    ({ block, tenant: key, height }) =>
      block === 'auth' && key === tenant.public_key && (height || ROOM.auth) === kept,
  )
  if (!other) return []
  const code = mendOf(other, known)
  const keeps = `The sign-in keeps ${kept} pixels free`
  return [
    {
      id: 'room',
      title: 'Room',
      ...(external
        ? {
            state: 'info',
            verdict: 'More than needed',
            text: `${keeps}, and the button of Auth0 takes ${needed} at most. Copy its tag anew to close the gap below it.`,
          }
        : {
            state: 'warn',
            verdict: 'Too little',
            text: `${keeps}, as for Auth0, and the form takes ${needed}: what stands below it moves. Copy its tag anew.`,
          }),
      fixes: code ? [{ name: 'Sign-in', code }] : undefined,
    },
  ]
}

/**
 * The same tag with the other room: in its place, and pinned to what it was pinned to. None where an element is the place,
 * or where nobody knows the version.
 */
function mendOf({ script, target }: FoundBlock, known: Known): string | undefined {
  if (!script) return undefined
  const tenant = snippetTenant(known)
  const block = { block: 'auth' }
  const place = target || undefined
  if (!script.version) return scriptTag(tenant, block, known.origins, place)
  const release = known.releases.find(({ version }) => version === script.version)
  return release && pinnedTag(tenant, block, known.origins, release, place)
}
