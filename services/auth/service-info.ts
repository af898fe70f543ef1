import { anybody } from './guards.ts'
import { authRoute, none } from './route-table.ts'
import type { AuthRoute, Call } from './route-table.ts'
import { settings } from './settings/settings-call.ts'

/** What the service tells about itself, to anybody. */
export const serviceRoutes: AuthRoute[] = [
  authRoute('GET', '/health', anybody, none, health),
  authRoute('GET', '/settings', anybody, none, settings),
  authRoute('GET', '/.well-known/jwks.json', anybody, none, jwks),
]

/** GET /health, in the words of the official service; the instance's own state is told by /health/ready. */
function health({ c }: Call): Response {
  return c.json({
    name: 'Bolt Blocks Auth',
    version: 'v1',
    description: 'User registration and authentication',
  })
}

/** The public halves of the signing keys (RFC 7517), for whoever checks our tokens. */
async function jwks({ auth, c }: Call): Promise<Response> {
  c.header('cache-control', 'public, max-age=600')
  return c.json({ keys: await auth.kernel.tokens.publicKeys() })
}
