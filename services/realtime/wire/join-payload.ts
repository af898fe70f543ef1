import * as z from 'zod/mini'
import { faultOf } from '../errors.ts'
import type { ChangeBinding } from '../ports.ts'
import { NAME_LIMIT, isName } from './frame.ts'

/** Maximum number of bindings to changes in one channel. */
const MAX_BINDINGS = 100
/** Maximum number of messages replayed to a new member. */
const MAX_REPLAY = 25

/** Some clients send flags as strings. */
const flag = z.pipe(
  z.nullish(z.union([z.boolean(), z.enum(['true', 'false', ''])])),
  z.transform((value) => value === true || value === 'true'),
)
const name = z.string().check(z.refine(isName, `at most ${NAME_LIMIT} bytes`))
const optionalName = z.pipe(
  z.nullish(name),
  z.transform((value) => value ?? undefined),
)

const replay = z.object({
  since: z.number().check(z.gte(0), z.lte(8.64e15)),
  limit: z._default(z.nullish(z.int().check(z.gte(1))), MAX_REPLAY),
})

const binding = z.looseObject({
  event: z.string().check(z.maxLength(20)),
  schema: name,
  table: optionalName,
  filter: z.pipe(
    z.nullish(z.string().check(z.maxLength(4000))),
    z.transform((value) => value || undefined),
  ),
  select: z.pipe(
    z.nullish(z.array(name).check(z.maxLength(200))),
    z.transform((value) => value ?? undefined),
  ),
})

const config = z.object({
  broadcast: z.nullish(
    z.object({ ack: flag, self: flag, replay: z.nullish(replay), replication_ready: flag }),
  ),
  presence: z.nullish(z.object({ key: z.nullish(z.union([name, z.number()])), enabled: flag })),
  postgres_changes: z.nullish(
    z.array(z.unknown()).check(z.maxLength(MAX_BINDINGS, `at most ${MAX_BINDINGS} bindings to changes`)),
  ),
  private: flag,
  postgres_changes_options: z.nullish(z.object({ wait: flag })),
})

const payload = z.object({
  config: z.nullish(config),
  access_token: z.nullish(z.string()),
  user_token: z.nullish(z.string()),
})

/** The parsed payload of a join. */
export interface Join {
  /** Undefined: use the identity of the API key. */
  token: string | undefined
  private: boolean
  ack: boolean
  self: boolean
  replay: { since: number; limit: number } | undefined
  /** Requests a message when replication is ready. */
  notifyWhenReady: boolean
  /** Undefined: generate one. */
  presenceKey: string | undefined
  presenceEnabled: boolean
  /** As the client sent them, for the reply; null entries are left out. */
  bindings: Record<string, unknown>[]
  changes: ChangeBinding[]
  /** An error of the subscription to changes should fail the join. */
  waitForChanges: boolean
}

/** @returns a message for the client if the payload is not valid */
export function readJoin(body: Record<string, unknown>): Join | { fault: string } {
  const read = payload.safeParse(body)
  if (!read.success) return { fault: faultOf(read.error) }
  const { config: requested, access_token, user_token } = read.data
  const bindings = (requested?.postgres_changes ?? []).filter((entry) => entry !== null)
  const changes = z.array(binding).safeParse(bindings)
  if (!changes.success) return { fault: `postgres_changes ${faultOf(changes.error)}` }
  const { broadcast, presence } = requested ?? {}
  const key = presence?.key
  const replayed = broadcast?.replay
  return {
    token: access_token ?? user_token ?? undefined,
    private: requested?.private ?? false,
    ack: broadcast?.ack ?? false,
    self: broadcast?.self ?? false,
    replay: replayed
      ? { since: replayed.since, limit: Math.min(replayed.limit ?? MAX_REPLAY, MAX_REPLAY) }
      : undefined,
    notifyWhenReady: broadcast?.replication_ready ?? false,
    presenceKey: key === undefined || key === null || key === '' ? undefined : String(key),
    presenceEnabled: presence?.enabled ?? false,
    bindings: bindings as Record<string, unknown>[],
    changes: changes.data.map(({ event, schema, table, filter, select }) => ({
      event,
      schema,
      table,
      filter,
      select,
    })),
    waitForChanges: requested?.postgres_changes_options?.wait ?? false,
  }
}
