import { asRealtimeError, reasonOf } from '../errors.ts'
import type { Parts } from '../parts.ts'
import type { ClientFrame } from '../wire/frame.ts'
import { noLonger } from './channel.ts'
import type { Channel } from './channel.ts'
import { whoAsks } from './join.ts'
import type { Visitor } from './join.ts'
import { poolFor } from './pool.ts'

/**
 * Replaces a channel's token with a newer one and reads its permissions again. An invalid token ends the
 * channel. If the database is unavailable, the channel continues with the old token until that expires.
 */
export async function refreshToken(
  parts: Parts,
  visitor: Visitor,
  channel: Channel,
  frame: ClientFrame,
): Promise<void> {
  const { access_token: token } = frame.payload
  if (typeof token !== 'string' || !token || token === channel.token) return
  const before = channel.rights.now
  try {
    const claims = await whoAsks(parts.kernel, visitor.apiKey, token)
    const pool = await poolFor(parts.kernel.database, claims, visitor.pool)
    if (pool !== channel.name.pool) return channel.end('The token belongs to other users than the channel')
    const rights = await channel.rights.setClaims(claims)
    if ((before.broadcast.read && !rights.broadcast.read) || (before.presence.read && !rights.presence.read))
      return channel.end(noLonger(channel.name.topic))
    channel.claims = claims
    channel.token = token
    channel.expireWithToken()
    await channel.changes?.setClaims(claims)
  } catch (error) {
    const refusal = asRealtimeError(error)
    if (refusal.status < 500) return channel.end(reasonOf(refusal))
    parts.log.warn({ err: refusal.cause ?? refusal }, 'could not check a newer token')
  }
}
