import * as z from 'zod/mini'
import type { AppContext } from '#kernel/http/context.ts'
import type { Auth } from '../auth.ts'
import { readBody } from '../contract.ts'
import { authErrors } from '../errors.ts'
import type { Pool } from '../pool.ts'
import type { Call } from '../route-table.ts'
import { reasonOf } from './check-provider.ts'
import { createKnownServers } from './known-servers.ts'
import { isCustomName } from './presets.ts'
import { providerConfig } from './provider-config.ts'
import type { ProviderInput } from './provider-config.ts'
import { storedProviders } from './provider-store.ts'
import { proposedProvider, removeProvider, saveProvider } from './save-provider.ts'
import type { StoredProvider } from './provider-store.ts'

// The operator's calls for custom providers (`auth.admin.customProviders` of the official client).

const body = z.object({
  ...z.partial(z.omit(providerConfig, { protocol: true, team_id: true, key_id: true })).shape,
  provider_type: z.optional(z.enum(['oidc', 'oauth2'])),
  identifier: z.optional(z.string().check(z.maxLength(60))),
  name: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
  client_id: z.optional(z.string().check(z.minLength(1), z.maxLength(1000))),
  client_secret: z.optional(z.string().check(z.maxLength(10_000))),
  enabled: z.optional(z.boolean()),
  /** Accepted, but PKCE is always on. */
  pkce_enabled: z.optional(z.boolean()),
})
type Body = z.output<typeof body>

/** GET /admin/custom-providers; `type` filters by kind. */
export async function listCustom({ auth, c, pool }: Call): Promise<Response> {
  const type = c.req.query('type')
  if (type && type !== 'oidc' && type !== 'oauth2')
    throw authErrors.validation_failed({ text: "type must be either 'oauth2' or 'oidc'" })
  const found = (await storedProviders(auth, pool)).filter(({ name }) => isCustomName(name)).map(shown)
  return c.json({ providers: found.filter(({ provider_type }) => !type || provider_type === type) })
}

/** GET /admin/custom-providers/:identifier. */
export async function readCustom({ auth, c, pool }: Call): Promise<Response> {
  return c.json(shown(await custom(auth, pool, identifierOf(c))))
}

/** POST /admin/custom-providers: reads an OIDC provider's discovery document before anything is saved. */
export async function createCustom({ auth, c, pool }: Call): Promise<Response> {
  const input = await readBody(c, body)
  const { identifier = '', provider_type, name, client_id, client_secret } = input
  if (!isCustomName(identifier))
    throw authErrors.validation_failed({
      text: "identifier must start with 'custom:' prefix, followed by small letters, digits, - or _",
    })
  for (const [field, value] of Object.entries({ provider_type, name, client_id, client_secret }))
    if (!value) throw authErrors.validation_failed({ text: `${field} is required` })
  if ((await storedProviders(auth, pool)).some((row) => row.name === identifier))
    throw authErrors.conflict({ text: 'A custom OAuth provider with this identifier already exists' })
  await save(auth, pool, identifier, inputOf(input))
  return c.json(shown(await custom(auth, pool, identifier)), 201)
}

/** PUT /admin/custom-providers/:identifier: changes the given fields; the others stay. */
export async function updateCustom({ auth, c, pool }: Call): Promise<Response> {
  const identifier = identifierOf(c)
  const { provider_type: _, identifier: __, ...change } = await readBody(c, body)
  const row = await custom(auth, pool, identifier)
  const before: Body = {
    ...row.config,
    provider_type: row.config.protocol ?? 'oidc',
    name: row.title ?? identifier,
    client_id: row.client_id,
    enabled: row.enabled,
  }
  await save(auth, pool, identifier, inputOf({ ...before, ...change }))
  return c.json(shown(await custom(auth, pool, identifier)))
}

/** DELETE /admin/custom-providers/:identifier. */
export async function deleteCustom({ auth, c, pool }: Call): Promise<Response> {
  if (!(await removeProvider(auth, pool, identifierOf(c)))) throw authErrors.custom_provider_not_found()
  return c.body(null, 204)
}

async function save(auth: Auth, pool: Pool, identifier: string, input: ProviderInput): Promise<void> {
  const proposed = await proposedProvider(auth, pool, identifier, input)
  try {
    await createKnownServers(auth.kernel.fetch).metadata(proposed)
  } catch (error) {
    throw authErrors.validation_failed({ text: reasonOf(error), cause: error })
  }
  await saveProvider(auth, pool, identifier, input)
}

function inputOf(body: Body): ProviderInput {
  const { provider_type, identifier: _, name, client_id = '', client_secret, enabled, ...rest } = body
  const { pkce_enabled: __, ...config } = rest
  return {
    client_id,
    ...(client_secret ? { client_secret } : {}),
    ...(name ? { title: name } : {}),
    ...(enabled === undefined ? {} : { enabled }),
    config: { ...config, protocol: provider_type ?? 'oidc' },
  }
}

function identifierOf(c: AppContext): string {
  const identifier = c.req.param('identifier') ?? ''
  if (!isCustomName(identifier))
    throw authErrors.validation_failed({
      text: `identifier must start with 'custom:' prefix, e.g. 'custom:mycompany'`,
    })
  return identifier
}

async function custom(auth: Auth, pool: Pool, identifier: string): Promise<StoredProvider> {
  const found = (await storedProviders(auth, pool)).find(({ name }) => name === identifier)
  if (!found) throw authErrors.custom_provider_not_found()
  return found
}

/** A provider as the official client reads it, without the secret. */
function shown({ id, name, title, client_id, enabled, config, created_at, updated_at }: StoredProvider) {
  const { protocol = 'oidc', team_id: _, key_id: __, ...more } = config
  return {
    id,
    provider_type: protocol,
    identifier: name,
    name: title ?? name,
    client_id,
    enabled,
    pkce_enabled: true,
    email_optional: false,
    scopes: [],
    acceptable_client_ids: [],
    attribute_mapping: {},
    authorization_params: {},
    custom_claims_allowlist: [],
    ...(protocol === 'oidc' ? { skip_nonce_check: false } : {}),
    ...more,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  }
}
