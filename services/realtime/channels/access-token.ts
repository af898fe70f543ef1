import { asRealtimeError, reasonOf } from '../errors.ts'
import type { RealtimeComponents } from '../components.ts'
import type { ClientFrame } from '../wire/frame.ts'
import { readPermissionLost } from './channel.ts'
import type { Channel } from './channel.ts'
import { identifyCaller } from './join.ts'
import type { SocketOwner } from './join.ts'
import { poolFor } from './pool.ts'

/**
 * Replaces a channel's token with a newer one and reads its permissions again. An invalid token ends the
 * channel. If the database is unavailable, the channel continues with the old token until that expires.
 */
export async function refreshToken(
  parts: RealtimeComponents,
  visitor: SocketOwner,
  channel: Channel,
  frame: ClientFrame,
): Promise<void> {
  const { access_token: token } = frame.payload
  if (typeof token !== 'string' || !token || token === channel.token) return
  const before = channel.rights.current
  try {
    const claims = await identifyCaller(parts.kernel, visitor.apiKey, token)
    const pool = await poolFor(parts.kernel.database, claims, visitor.pool)
    if (pool !== channel.name.pool) return channel.end('The token belongs to other users than the channel')
    const rights = await channel.rights.setClaims(claims)
    if ((before.broadcast.read && !rights.broadcast.read) || (before.presence.read && !rights.presence.read))
      return channel.end(readPermissionLost(channel.name.topic))
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
