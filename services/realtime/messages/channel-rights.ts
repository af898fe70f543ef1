import { SERVICE } from '#kernel/db/claims.ts'
import type { Claims } from '#kernel/db/claims.ts'
import type { Database } from '#kernel/db/database.ts'
import { isDatabaseAway, sqlState } from '#kernel/db/database-error.ts'
import type { Logger } from '#kernel/log.ts'
import type { ChannelName, ChannelRights } from '../ports.ts'

const TIMEOUT_MS = 3000

/** No permissions, also the result of a policy that fails. */
const NONE: ChannelRights = {
  broadcast: { read: false, write: false },
  presence: { read: false, write: false },
}

/** The current permissions of the claims in a private channel, from the policies on realtime.messages. */
export async function channelRights(
  database: Database,
  log: Logger,
  { pool, topic }: ChannelName,
  claims: Claims,
): Promise<ChannelRights> {
  if (topic.length === 0 || topic.length > 255) return NONE
  try {
    const { rows } = await database.once<{ extension: string; may_read: boolean; may_write: boolean }>(
      SERVICE,
      {
        name: 'realtime_channel_rights',
        text: 'select extension, may_read, may_write from realtime.channel_rights($1, $2, $3)',
        values: [pool, topic, JSON.stringify(claims)],
        timeoutMs: TIMEOUT_MS,
      },
    )
    const of = (extension: string) => {
      const row = rows.find((found) => found.extension === extension)
      return { read: row?.may_read ?? false, write: row?.may_write ?? false }
    }
    return { broadcast: of('broadcast'), presence: of('presence') }
  } catch (error) {
    if (isDatabaseAway(error) || !sqlState(error)) throw error
    log.warn({ error: (error as Error).message }, 'a policy on realtime.messages failed: access is denied')
    return NONE
  }
}
