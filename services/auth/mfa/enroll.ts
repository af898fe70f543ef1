import { randomUUID } from 'node:crypto'
import type { SealedPlace } from '#kernel/secrets/sealed-places.ts'
import type { Auth } from '../auth.ts'
import { authErrors } from '../errors.ts'
import type { Pool } from '../pool.ts'
import type { SessionCall } from '../route-table.ts'
import { settingsOf } from '../settings/pool-settings.ts'
import { build, runTogether } from '../statements.ts'
import type { Run } from '../statements.ts'
import { MOST_FACTORS, dropUnfinished, factorsOf, lockUser } from './factors.ts'
import type { EnrollInput } from './inputs.ts'
import { dropUnverifiedPhone, normalFactorPhone } from './phone-factor.ts'
import { assuranceOf } from './step-up.ts'
import { newTotp } from './totp.ts'
import type { NewTotp } from './totp.ts'

const PRODUCT = 'Bolt Blocks'

/** The response to an enrollment, the only one that contains the secrets. */
export interface Enrolled {
  id: string
  type: 'totp' | 'phone' | 'webauthn'
  friendly_name: string
  totp?: NewTotp
  phone?: string
}

/** The place that a factor's secret is sealed for. */
export const secretPlace = (pool: Pool, factorId: string): SealedPlace =>
  `auth.mfa_factors.secret:${pool.id}:${factorId}`

/** Checks that a user may have one more factor and locks the user's row. @throws {AppError} as enroll */
export async function requireFactorSlot(run: Run, { pool, claims }: SessionCall, name: string) {
  const [user] = await run(lockUser(pool, claims.sub))
  if (!user) throw authErrors.user_gone()
  if (user.is_anonymous) throw authErrors.no_anonymous_user()
  await run(dropUnfinished(pool, user.id))
  const factors = await run(factorsOf(pool, user.id))
  const conflicts = factors.some(({ friendly_name }) => friendly_name === name)
  if (conflicts)
    throw authErrors.mfa_factor_name_conflict({
      text: `A factor with the friendly name "${name}" for this user already exists`,
    })
  if (factors.length >= MOST_FACTORS) throw authErrors.too_many_enrolled_mfa_factors()
  const [session] = await run(assuranceOf(pool, claims.session_id))
  if (!session) throw authErrors.session_not_found()
  if (session.has_factor && session.aal !== 'aal2') throw authErrors.insufficient_aal_to_enroll()
  return { user, factors }
}

/**
 * Starts an enrollment: the factor exists, unverified, until its first right response.
 * @throws {AppError} 400 validation_failed; 403 insufficient_aal if another verified factor was not proven in
 *   this session; 422 *_enroll_not_enabled, mfa_factor_name_conflict, too_many_enrolled_mfa_factors,
 *   mfa_verified_factor_exists
 */
export async function enroll(call: SessionCall, input: EnrollInput): Promise<Enrolled> {
  const { auth, pool, claims } = call
  const type = typeOf(input.factor_type)
  if (!(await offersFactor(auth, pool, type))) throw authErrors[`mfa_${type}_enroll_not_enabled`]()
  const phone = type === 'phone' ? normalFactorPhone(input.phone) : null
  const name = input.friendly_name ?? ''
  return runTogether(auth.kernel.database, 'enroll factor', async (run) => {
    if (phone) await run(dropUnverifiedPhone(pool, claims.sub, phone))
    const { user, factors } = await requireFactorSlot(run, call, name)
    if (phone && factors.some((factor) => factor.status === 'verified' && factor.phone === phone))
      throw authErrors.mfa_verified_factor_exists()
    const id = randomUUID()
    const totp =
      type === 'totp' ? newTotp(issuerOf(pool, input), user.email || user.phone || user.id) : undefined
    await run(
      build.insertInto('auth.mfa_factors').values({
        pool_id: pool.id,
        id,
        user_id: user.id,
        factor_type: type,
        friendly_name: name,
        phone,
        secret_sealed: totp ? auth.kernel.sealer.seal(totp.secret, secretPlace(pool, id)) : null,
      }),
    )
    return {
      id,
      type,
      friendly_name: name,
      ...(totp ? { totp } : {}),
      ...(phone ? { phone: `+${phone}` } : {}),
    }
  })
}

function typeOf(given: string | null | undefined): Enrolled['type'] {
  if (given === 'totp' || given === 'phone' || given === 'webauthn') return given
  throw authErrors.validation_failed({ text: 'factor_type needs to be totp, phone, or webauthn' })
}

/**
 * Whether the pool offers factors of this type. Phone factors also need a configured text-message service.
 */
export async function offersFactor(auth: Auth, pool: Pool, type: Enrolled['type']): Promise<boolean> {
  const settings = await settingsOf(auth, pool)
  if (type === 'phone') return settings.mfa_phone && auth.kernel.sms.provider !== ''
  return type === 'totp' ? settings.mfa_totp : settings.mfa_webauthn
}

const issuerOf = (pool: Pool, { issuer }: EnrollInput) => issuer?.trim() || pool.tenant?.name || PRODUCT
