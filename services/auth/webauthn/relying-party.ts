import { isIP } from 'node:net'
import { originAllowed } from '#kernel/tenancy.ts'
import { authErrors } from '../errors.ts'
import type { Call } from '../route-table.ts'

/** The party that requests a credential. Credentials are bound to `id`, responses to `origin`. */
export interface RelyingParty {
  /** Host that credentials belong to (RP ID of WebAuthn). */
  id: string
  /** The name that the browser's dialog shows. */
  name: string
  /**
   * The page that requests the credential and must send the response. May list several, joined with
   * `SEPARATOR`.
   */
  origin: string
}

/** No origin contains it. */
export const SEPARATOR = ' '

const PRODUCT = 'Bolt Blocks'

/**
 * Returns the relying party of a request. Our own pages (Studio, and the frames of blocks on any site) are
 * one, under the host of PUBLIC_URL. A builder's own page is its own if the tenant lists it. The browser sets
 * Origin, which no page can change, and binds the credential to the host itself. A client that sends no
 * Origin does not run in a page (an application, a server). It uses our own relying party, and the data that
 * its authenticator signs must name one of our configured origins (`clientDataJSON`).
 * @throws {AppError} 403 origin_not_allowed for another origin, 400 validation_failed for a bare IP address
 */
export function relyingPartyOf({ auth, c, pool }: Call): RelyingParty {
  const { publicUrl } = auth.kernel.config
  const origin = c.req.header('origin') ?? new URL(publicUrl).origin
  const signed = c.req.header('origin') ?? ourOrigins(auth.kernel.config).join(SEPARATOR)
  const name = pool.tenant?.name ?? PRODUCT
  if (!isOurs(auth.kernel.config, origin) && !(pool.tenant && originAllowed(pool.tenant, origin)))
    throw authErrors.origin_not_allowed({ text: 'This page is not on the list of allowed sites' })
  const host = new URL(origin).hostname
  const home = new URL(publicUrl).hostname
  const id = isOurs(auth.kernel.config, origin) && host.endsWith(`.${home}`) ? home : host
  if (isIP(id.replace(/^\[|\]$/g, '')))
    throw authErrors.validation_failed({
      text: 'Passkeys and security keys need a domain name; open the page under one, for example localhost',
    })
  return { id, name, origin: signed }
}

/**
 * Returns the page around the frame in which a ceremony ran if it may show the tenant's blocks. WebAuthn
 * names it (`topOrigin`) for a frame on another site.
 */
export function allowedTopOrigin({ auth, pool }: Call, topOrigin: string | undefined): string | undefined {
  if (!topOrigin) return undefined
  const allowed =
    isOurs(auth.kernel.config, topOrigin) || (pool.tenant && originAllowed(pool.tenant, topOrigin))
  return allowed ? topOrigin : undefined
}

const isOurs = ({ publicUrl, embedOrigin }: OurAddresses, origin: string) =>
  ourOrigins({ publicUrl, embedOrigin }).includes(origin)

interface OurAddresses {
  publicUrl: string
  embedOrigin: { live: string; test: string }
}

const ourOrigins = ({ publicUrl, embedOrigin }: OurAddresses) => [
  ...new Set([publicUrl, embedOrigin.live, embedOrigin.test].map((ours) => new URL(ours).origin)),
]
