import { SERVICE } from '#kernel/db/claims.ts'
import type { Database } from '#kernel/db/database.ts'
import type { Message } from '../ports.ts'

interface Row {
  pool_id: string
  topic: string
  id: string
  event: string | null
  payload: string | null
  binary_payload: Buffer | null
  private: boolean
}

/**
 * Broadcasts that these transactions wrote, in the order of the transactions and of the writes within each.
 */
export async function messagesOf(database: Database, xacts: string[]): Promise<Message[]> {
  const { rows } = await database.once<Row>(SERVICE, {
    name: 'realtime_sent_messages',
    text: `select m.pool_id, m.topic, m.id, m.event, m.payload::text, m.binary_payload, m.private
           from unnest($1::xid8[]) with ordinality as requested (xact, place)
           join realtime.messages m on m.xact = requested.xact and m.xact <> '0'::xid8
           where m.extension = 'broadcast' and m.inserted_at > now() - interval '1 hour'
           order by requested.place, m.seq`,
    values: [xacts],
    readOnly: true,
  })
  return rows.map((row) => ({
    pool: row.pool_id,
    topic: row.topic,
    private: row.private,
    event: row.event ?? '',
    payload: row.binary_payload ?? row.payload ?? 'null',
    meta: { id: row.id },
  }))
}
