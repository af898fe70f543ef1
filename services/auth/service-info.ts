import { anyCaller } from './guards.ts'
import { authRoute, noLimit } from './route-table.ts'
import type { AuthRoute, Call } from './route-table.ts'
import { settings } from './settings/settings-call.ts'

/** Public information about the service. */
export const serviceRoutes: AuthRoute[] = [
  authRoute('GET', '/health', anyCaller, noLimit, health),
  authRoute('GET', '/settings', anyCaller, noLimit, settings),
  authRoute('GET', '/.well-known/jwks.json', anyCaller, noLimit, jwks),
]

/** GET /health, with the official service's body. /health/ready reports the state of the instance. */
function health({ c }: Call): Response {
  return c.json({
    name: 'Bolt Blocks Auth',
    version: 'v1',
    description: 'User registration and authentication',
  })
}

/** The public halves of the signing keys (RFC 7517), for servers that verify our tokens. */
async function jwks({ auth, c }: Call): Promise<Response> {
  c.header('cache-control', 'public, max-age=600')
  return c.json({ keys: await auth.kernel.tokens.publicKeys() })
}
