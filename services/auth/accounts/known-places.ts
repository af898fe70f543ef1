import { randomBytes } from 'node:crypto'
import { generateCookie, getCookie } from 'hono/cookie'
import { sql } from 'kysely'
import type { AppContext } from '#kernel/http/context.ts'
import { addressKey } from '#kernel/limits.ts'
import type { Auth } from '../auth.ts'
import type { Pool } from '../pool.ts'
import type { Call } from '../route-table.ts'
import { fromOwnPage } from '../sessions/session-cookie.ts'
import { build, fromNow, now, runAlone } from '../statements.ts'

// Recognizes places where an owner has signed in before: by the network and, in browsers on our own pages, by
// a cookie. Neither grants access. They only decide which rate limit a password guess counts against.

const COOKIE = '__Host-bb-device'
const DAY = 86_400
const PLACE_SECONDS = 90 * DAY
/** Partitioned, so that the cookie on a third-party page reveals nothing about other sites. */
const ATTRIBUTES = { path: '/', secure: true, httpOnly: true, sameSite: 'None', partitioned: true } as const

const deviceOf = (c: AppContext): string | undefined => {
  const device = getCookie(c, COOKIE)
  return device && /^[\w-]{22}$/.test(device) ? device : undefined
}

/**
 * Hashes of a request's origin under every key of the key ring. The device, if the request has its cookie,
 * comes before the network.
 */
export function placesOf(auth: Auth, c: AppContext, pool: Pool): Buffer[] {
  const device = deviceOf(c)
  const labels = [...(device ? [`device ${device}`] : []), `network ${addressKey(c.get('clientIp'))}`]
  return labels.flatMap((label) => auth.hashes.place.all(`${pool.id} ${label}`))
}

/** The first of these places where the user `u` has signed in within ninety days, or null. */
export const knownPlaceColumn = (places: Buffer[]) =>
  sql<Buffer | null>`(
    select k.place_hash from auth.known_places k
    where k.pool_id = u.pool_id and k.user_id = u.id and k.place_hash = any(${places}::bytea[])
      and k.seen_at > ${fromNow(-PLACE_SECONDS)}
    order by array_position(${places}::bytea[], k.place_hash) limit 1
  )`.as('known_place')

/**
 * Remembers where a user has just signed in. A browser on our own pages gets the cookie if it has none.
 * @param answer the response of the sign-in, which gets the cookie
 */
export async function rememberPlace(
  { auth, c, pool }: Call,
  userId: string,
  answer: Response,
): Promise<void> {
  let device = deviceOf(c)
  if (!device && fromOwnPage(c)) {
    device = randomBytes(16).toString('base64url')
    answer.headers.append(
      'set-cookie',
      generateCookie(COOKIE, device, { ...ATTRIBUTES, maxAge: 4 * PLACE_SECONDS }),
    )
  }
  const labels = [...(device ? [`device ${device}`] : []), `network ${addressKey(c.get('clientIp'))}`]
  const places = labels.map((label) => auth.hashes.place.make(`${pool.id} ${label}`))
  // Each place is stored once a day, and each process queries it about once an hour.
  const newPlaces = places.filter((place) =>
    auth.placesWritten.isNew(`${userId} ${place.toString('base64url')}`),
  )
  if (!newPlaces.length) return
  await runAlone(
    auth.kernel.database,
    build
      .with('old', (db) =>
        db
          .deleteFrom('auth.known_places')
          .where('pool_id', '=', pool.id)
          .where('user_id', '=', userId)
          .where('seen_at', '<', fromNow(-PLACE_SECONDS)),
      )
      .insertInto('auth.known_places')
      .values(newPlaces.map((place_hash) => ({ pool_id: pool.id, user_id: userId, place_hash })))
      .onConflict((conflict) =>
        conflict
          .columns(['pool_id', 'user_id', 'place_hash'])
          .doUpdateSet({ seen_at: now })
          .where('auth.known_places.seen_at', '<', fromNow(-DAY)),
      ),
  )
}
