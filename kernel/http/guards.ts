import type { Claims } from '../db/claims.ts'
import { commonErrors } from '../errors.ts'
import type { RouteContext } from './route.ts'

/** Checks the caller's permission before a handler runs; throws if it is denied. */
export type Guard = (c: RouteContext<unknown>) => Promise<void> | void

/** Any caller with a valid API key. */
export const anyone: Guard = () => undefined

/**
 * A signed-in creator. A plain API key of that role identifies no user, so it is rejected. OAuth applications of a
 * creator are rejected too: they may read the profile, but not sell, pay, delete or change settings.
 */
export const creator: Guard = ({ claims }) => {
  if (claims.role !== 'authenticated' || !claims.sub) throw commonErrors.not_authenticated()
  refuseApplication(claims)
}

/** docs/decisions/008 */
function refuseApplication({ client_id }: Claims): void {
  if (client_id !== undefined)
    throw commonErrors.forbidden({ text: 'Applications cannot do this in the name of a member' })
}

/** A signed-in end user of the tenant whose public key the request carries; OAuth applications are rejected. */
export const endUser: Guard = ({ claims }) => {
  if (claims.role !== 'end_user' || !claims.sub || !claims.tenant) throw commonErrors.not_authenticated()
  refuseApplication(claims)
}

/**
 * A visitor of a tenant's site, signed in or not; the public key identifies the tenant. A visitor's actions, such as
 * orders, belong to the signed-in user, so OAuth applications cannot act with a user's token; they may call as an
 * anonymous visitor.
 */
export const visitor: Guard = ({ claims }) => {
  if (!claims.tenant || (claims.role !== 'anon' && claims.role !== 'end_user'))
    throw commonErrors.invalid_api_key()
  refuseApplication(claims)
}

/** The operator, by service key. */
export const service: Guard = ({ claims }) => {
  if (claims.role !== 'service_role') throw commonErrors.forbidden()
}

/** A creator with an active plan or day pass, as decided by the database. */
export const access = (): Guard => async (c) => {
  await creator(c)
  await decide(c, 'select app.has_access($1) as allowed', [c.claims.sub])
}

/** A creator whose plan (or day pass) includes this plan's features. */
export const plan =
  (wanted: 'free' | 'pro' | 'business'): Guard =>
  async (c) => {
    await creator(c)
    await decide(c, 'select app.has_plan($1, $2) as allowed', [c.claims.sub, wanted])
  }

async function decide(
  { kernel, claims }: RouteContext<unknown>,
  text: string,
  values: unknown[],
): Promise<void> {
  const { rows } = await kernel.database.once<{ allowed: boolean }>(claims, { name: text, text, values })
  if (!rows[0]?.allowed) throw commonErrors.upgrade_required()
}
