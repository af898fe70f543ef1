import { sql } from 'kysely'
import type { Kernel } from '#kernel/kernel.ts'
import { authErrors } from '../errors.ts'
import { build, fromNow, now, runTogether } from '../statements.ts'
import { ACCESS_TOKEN_SECONDS } from './session-body.ts'
import { makeKey } from './signing-keys.ts'

/** So long a new key is published before it signs: whoever keeps our key list keeps it this long (seconds). */
const PUBLISHED_SECONDS = 600

/** So long an old key verifies after the new one began to sign: a token's life, and ten minutes for wrong clocks. */
const VERIFIES_SECONDS = ACCESS_TOKEN_SECONDS + 600

/**
 * `gentle`: published now, signs in ten minutes. `now`: signs at once; a key that waited for its time is the one.
 * `compromised`: signs at once, and every other key is gone: all access tokens end, and each client gets a new one by
 * its refresh token, which these keys have no part in.
 */
export type RotationKind = 'gentle' | 'now' | 'compromised'

export interface Rotation {
  kid: string
  signs_from: Date
  /** When the keys before it are no longer accepted. */
  others_retire_at: Date
}

/**
 * Puts a new key in the place of the one that signs. Every process follows within seconds; nobody is signed out but
 * by `compromised`, and there only until the next refresh.
 * @throws {AppError} 409 conflict while a published key waits for its time, or another rotation is under way
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
            // Of two rotations at once, one gets the number.
            .onConflict((conflict) => conflict.doNothing())
            .returning(['kid', 'generation', 'signs_from']),
        )
    if (!next)
      throw authErrors.conflict({ text: 'A new key is published already and waits for its time to sign' })
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
