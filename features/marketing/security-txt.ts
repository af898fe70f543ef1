import { Hono } from 'hono'
import { commonErrors } from '#kernel/errors.ts'
import type { AppEnv } from '#kernel/http/context.ts'
import type { Kernel } from '#kernel/kernel.ts'

const DAY_MS = 86_400_000
/** The file must expire in less than a year (RFC 9116, 2.5.5); each request computes the date again. */
const GOOD_FOR_DAYS = 180

/**
 * `/.well-known/security.txt` (RFC 9116): where to report a vulnerability; 404 while no contact is
 * configured.
 */
export function securityTxt({ config }: Kernel): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  routes.get('/.well-known/security.txt', (c) => {
    const { security } = config.contact
    if (!security) throw commonErrors.not_found()
    const expires = new Date(Date.now() + GOOD_FOR_DAYS * DAY_MS)
    return c.text(
      [
        `Contact: mailto:${security}`,
        `Expires: ${expires.toISOString()}`,
        'Preferred-Languages: en',
        `Canonical: ${config.publicUrl}/.well-known/security.txt`,
        `Policy: ${config.publicUrl}/trust`,
        '',
      ].join('\n'),
    )
  })
  return routes
}
