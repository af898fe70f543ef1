import type { Claims } from '#kernel/db/claims.ts'
import type { ChannelName, ChannelRights, Messages } from '../ports.ts'

const ALL: ChannelRights = {
  broadcast: { read: true, write: true },
  presence: { read: true, write: true },
}

export interface LivingRights {
  /** As they were last read. */
  readonly now: ChannelRights
  /** False when they were read longer ago than this (milliseconds). */
  fresh(age: number): boolean
  /** Reads them again; those who ask at the same time share one look. */
  renew(): Promise<ChannelRights>
  /** Reads them again, for somebody else. */
  setClaims(claims: Claims): Promise<ChannelRights>
}

/** In a public channel everybody may do everything, for ever. */
export const publicRights: LivingRights = {
  now: ALL,
  fresh: () => true,
  renew: async () => ALL,
  setClaims: async () => ALL,
}

/**
 * Rights in a private channel. PostgreSQL tells nobody when a policy, or a row that a policy looks at, changes: so what
 * was read is believed for a short time only.
 */
export async function readRights(
  messages: Pick<Messages, 'rights'>,
  channel: ChannelName,
  first: Claims,
): Promise<LivingRights> {
  let claims = first
  let now = await messages.rights(channel, claims)
  let readAt = performance.now()
  let looking: Promise<ChannelRights> | undefined

  async function look(): Promise<ChannelRights> {
    const startedAt = performance.now()
    const asked = claims
    const rights = await messages.rights(channel, asked)
    if (asked !== claims) return look()
    now = rights
    readAt = startedAt
    return rights
  }
  const renew = () => (looking ??= look().finally(() => (looking = undefined)))

  return {
    get now() {
      return now
    },
    fresh: (age) => performance.now() - readAt < age,
    renew,
    setClaims(next) {
      claims = next
      looking = undefined
      return renew()
    },
  }
}

/** Whether there is anything to hear: nobody stays in a channel without. */
export const mayRead = ({ broadcast, presence }: ChannelRights) => broadcast.read || presence.read
