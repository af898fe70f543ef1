import { sql } from 'kysely'
import type { Kernel } from '#kernel/kernel.ts'
import { authErrors } from '../errors.ts'
import { build, fromNow, now, runTogether } from '../statements.ts'
import { ACCESS_TOKEN_SECONDS } from './session-body.ts'
import { makeKey } from './signing-keys.ts'

/** Seconds for which a new key is published before it signs, because clients cache our key list this long. */
const PUBLISHED_SECONDS = 600

/**
 * Seconds for which an old key verifies after the new one started to sign: a token's lifetime plus ten
 * minutes for wrong clocks.
 */
const VERIFIES_SECONDS = ACCESS_TOKEN_SECONDS + 600

/**
 * `gentle`: published now, signs in ten minutes. `now`: signs immediately; a published key that is waiting is
 * used. `compromised`: signs immediately, and all other keys are removed. All access tokens end, and each
 * client gets a new one with its refresh token, which does not depend on these keys.
 */
export type RotationKind = 'gentle' | 'now' | 'compromised'

export interface Rotation {
  kid: string
  signs_from: Date
  /** When the earlier keys are no longer accepted. */
  others_retire_at: Date
}

/**
 * Replaces the signing key. All processes follow within seconds. Only `compromised` signs users out, until
 * their next refresh.
 * @throws {AppError} 409 conflict while a published key is waiting, or another rotation is running
 */
export async function rotateSigningKeys(kernel: Kernel, kind: RotationKind): Promise<Rotation> {
  const key = await makeKey(kernel)
  const wait = kind === 'gentle' ? PUBLISHED_SECONDS : 0
  return runTogether(kernel.database, 'rotate signing keys', async (run) => {
    await run(build.deleteFrom('auth.signing_keys').where('retires_at', '<=', now))
    const waiting =
      kind === 'now'
        ? await run(
            build
              .updateTable('auth.signing_keys')
              .set({ signs_from: now })
              .where('signs_from', '>', now)
              .returning(['kid', 'generation', 'signs_from']),
          )
        : []
    const [next] = waiting.length
      ? waiting
      : await run(
          build
            .insertInto('auth.signing_keys')
            .columns(['kid', 'private_jwk_sealed', 'public_jwk', 'generation', 'signs_from'])
            .expression((eb) =>
              eb
                .selectFrom('auth.signing_keys')
                .select([
                  sql<string>`${key.kid}::text`.as('kid'),
                  sql<string>`${key.private_jwk_sealed}::text`.as('private_jwk_sealed'),
                  key.public_jwk.as('public_jwk'),
                  sql<number>`coalesce(max(generation), 0) + 1`.as('generation'),
                  fromNow(wait).as('signs_from'),
                ])
                .$if(kind === 'gentle', (query) =>
                  query.having(sql<boolean>`coalesce(bool_and(signs_from <= now()), true)`),
                ),
            )
            // Of two concurrent rotations, one gets the number.
            .onConflict((conflict) => conflict.doNothing())
            .returning(['kid', 'generation', 'signs_from']),
        )
    if (!next) throw authErrors.conflict({ text: 'A new key is already published and will sign soon' })
    const end = sql<Date>`${next.signs_from}::timestamptz + make_interval(secs => ${VERIFIES_SECONDS})`
    const others = kind === 'compromised' ? now : end
    await run(
      build
        .updateTable('auth.signing_keys')
        .set({ retires_at: sql`least(retires_at, ${others})` })
        .where('generation', '<', next.generation),
    )
    const [answer] = await run(
      build.selectNoFrom([
        sql<string>`${next.kid}::text`.as('kid'),
        sql<Date>`${next.signs_from}::timestamptz`.as('signs_from'),
        others.as('others_retire_at'),
      ]),
    )
    return answer!
  })
}
