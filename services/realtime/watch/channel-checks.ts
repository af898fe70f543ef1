import type { Claims } from '#kernel/db/claims.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { type Channel, readPermissionLost } from '../channels/channel.ts'
import { mayRead } from '../channels/rights.ts'
import type { Sockets } from '../sockets/sockets.ts'

/** Ends the channels of one session if it has ended elsewhere. */
export async function sessionEnded(kernel: Kernel, sockets: Sockets, id: string): Promise<void> {
  const channels = channelsBySession(sockets).get(id)
  if (channels) await checkSession(kernel, channels, id)
}

/** Ends the channels of every session that has ended elsewhere. */
export async function checkSessions(kernel: Kernel, sockets: Sockets): Promise<void> {
  for (const [id, channels] of channelsBySession(sockets)) await checkSession(kernel, channels, id)
}

/** Ends channels whose read permission was checked longer ago than `maxAgeMs` and has been lost. */
export async function checkRights(sockets: Sockets, maxAgeMs: number): Promise<void> {
  for (const channel of sockets.channels())
    if (!channel.rights.isFresh(maxAgeMs) && !mayRead(await channel.rights.renew()))
      channel.end(readPermissionLost(channel.name.topic))
}

/** Reports to clients that messages may be missing. */
export function reportMissed(channels: Iterable<Channel>): void {
  for (const channel of channels)
    channel.system('error', 'Messages may have been missed: the connection to the other servers was lost')
}

async function checkSession(kernel: Kernel, channels: Channel[], id: string): Promise<void> {
  kernel.sessions.forget([id])
  const state = await kernel.sessions.standing(channels[0]!.claims)
  if (state !== 'alive')
    for (const channel of channels) channel.end('The session has ended. Please sign in again.')
}

const channelsBySession = (sockets: Sockets) =>
  Map.groupBy(
    [...sockets.channels()].filter(({ claims }) => claims.session_id),
    ({ claims }) => (claims as Claims & { session_id: string }).session_id,
  )
