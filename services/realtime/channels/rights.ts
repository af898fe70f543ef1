import type { Claims } from '#kernel/db/claims.ts'
import type { ChannelName, ChannelRights, Messages } from '../ports.ts'

const ALL: ChannelRights = {
  broadcast: { read: true, write: true },
  presence: { read: true, write: true },
}

export interface CachedRights {
  /** The permissions as last read. */
  readonly current: ChannelRights
  /** False if they were read longer ago than this (milliseconds). */
  isFresh(age: number): boolean
  /** Reads them again. Concurrent calls share one query. */
  renew(): Promise<ChannelRights>
  /** Reads them again, for other claims. */
  setClaims(claims: Claims): Promise<ChannelRights>
}

/** In a public channel, everyone always has all permissions. */
export const publicRights: CachedRights = {
  current: ALL,
  isFresh: () => true,
  renew: async () => ALL,
  setClaims: async () => ALL,
}

/**
 * Reads permissions in a private channel. PostgreSQL sends no notification when a policy, or a row that a
 * policy uses, changes. So permissions are cached only for a short time.
 */
export async function readRights(
  messages: Pick<Messages, 'rights'>,
  channel: ChannelName,
  first: Claims,
): Promise<CachedRights> {
  let claims = first
  let now = await messages.rights(channel, claims)
  let readAt = performance.now()
  let reading: Promise<ChannelRights> | undefined

  async function readCurrent(): Promise<ChannelRights> {
    const startedAt = performance.now()
    const claimsBefore = claims
    const rights = await messages.rights(channel, claimsBefore)
    if (claimsBefore !== claims) return readCurrent()
    now = rights
    readAt = startedAt
    return rights
  }
  const renew = () => (reading ??= readCurrent().finally(() => (reading = undefined)))

  return {
    get current() {
      return now
    },
    isFresh: (age) => performance.now() - readAt < age,
    renew,
    setClaims(next) {
      claims = next
      reading = undefined
      return renew()
    },
  }
}

/** Whether the member may read anything. Without that, it may not stay in the channel. */
export const mayRead = ({ broadcast, presence }: ChannelRights) => broadcast.read || presence.read
