import { randomUUID } from 'node:crypto'
import { commonErrors } from '#kernel/errors.ts'
import type { ApiKey } from '#kernel/http/context.ts'
import { claimsOf } from '#kernel/http/identify.ts'
import { PLATFORM_POOL } from '#kernel/db/claims.ts'
import type { Claims } from '#kernel/db/claims.ts'
import type { AppError } from '#kernel/errors.ts'
import { asRealtimeError, realtimeErrors, reasonOf } from '../errors.ts'
import { WIRE_PREFIX, createDelivery } from '../hub.ts'
import type { RealtimeComponents } from '../components.ts'
import type { StoredMessage } from '../ports.ts'
import type { ClientFrame } from '../wire/frame.ts'
import { readJoin } from '../wire/join-payload.ts'
import { createChannel } from './channel.ts'
import type { Channel, FrameSender } from './channel.ts'
import { poolFor } from './pool.ts'
import { mayRead, publicRights, readRights } from './rights.ts'

/** The owner of a socket, from its URL. */
export interface SocketOwner {
  apiKey: ApiKey
  /** The tenant selected by a creator or the service. */
  pool: string | undefined
}

/**
 * Joins a channel.
 * @param line carries the reply, and all later frames
 * @param onClose called when the channel closes on its own
 * @returns undefined if the channel ended during the join
 * @throws {AppError} if the join is refused
 */
export async function joinChannel(
  parts: RealtimeComponents,
  visitor: SocketOwner,
  line: FrameSender,
  frame: ClientFrame,
  onClose: (channel: Channel) => void,
): Promise<Channel | undefined> {
  const join = readJoin(frame.payload)
  if ('fault' in join) throw realtimeErrors.invalid_join({ text: join.fault })
  const topic = frame.topic.slice(WIRE_PREFIX.length)
  if (!topic) throw realtimeErrors.topic_required()
  if (!join.private && parts.kernel.config.realtime.privateOnly) throw realtimeErrors.private_only()
  const claims = await identifyCaller(parts.kernel, visitor.apiKey, join.token)
  const pool = await poolFor(parts.kernel.database, claims, visitor.pool)
  if (!parts.poolJoins.take(pool)) throw realtimeErrors.too_many_joins()
  const name = { pool, topic, private: join.private }
  const rights = join.private ? await readRights(parts.messages, name, claims) : publicRights
  if (!mayRead(rights.current)) throw mayNotRead(topic)

  const channel = createChannel(
    parts,
    line,
    {
      topic: frame.topic,
      name,
      joinRef: frame.joinRef ?? frame.ref,
      join,
      claims,
      token: join.token,
      rights,
      presenceKey: join.presenceKey ?? randomUUID(),
    },
    onClose,
  )
  try {
    await startChannel(parts, channel, frame)
  } catch (error) {
    channel.discard()
    throw error
  }
  return channel.ended ? undefined : channel
}

async function startChannel(parts: RealtimeComponents, channel: Channel, frame: ClientFrame): Promise<void> {
  const { join, name } = channel
  const replay = await replayFor(parts, channel)
  const subscribeError = join.changes.length ? await subscribe(parts, channel) : undefined
  if (subscribeError && join.waitForChanges) throw subscribeError
  if (join.presenceEnabled) channel.place = await parts.presences.enter(name)

  const ids = channel.changes?.ids ?? join.changes.map((_, i) => i + 1)
  const bindings = join.bindings.map((requested, i) => ({ ...requested, id: ids[i] }))
  channel.reply(frame, 'ok', { postgres_changes: bindings })
  if (join.changes.length)
    channel.system(
      subscribeError ? 'error' : 'ok',
      subscribeError ? reasonOf(subscribeError) : 'Subscribed to PostgreSQL',
      'postgres_changes',
    )
  if (join.notifyWhenReady) channel.system('ok', 'Replication connection established')
  for (const stored of replay) {
    channel.replayed.add(stored.id)
    const meta = { id: stored.id, replayed: true }
    const delivery = createDelivery({ ...name, event: stored.event, payload: stored.payload, meta })
    const replayFrame = delivery.frame(channel.line.vsn)
    if (replayFrame !== undefined) channel.line.send(replayFrame)
  }
  channel.open()
  channel.place?.watch(channel.onlooker)
  channel.expireWithToken()
}

/**
 * Reads the claims of an API key and a token. Requires an active session that has completed its second
 * factor.
 * @throws {AppError}
 */
export async function identifyCaller(
  kernel: RealtimeComponents['kernel'],
  apiKey: ApiKey,
  token: string | undefined,
): Promise<Claims> {
  const claims = await claimsOf(kernel, apiKey, token).catch((error: AppError) => {
    throw error.code === 'invalid_token' || error.code === 'invalid_api_key'
      ? realtimeErrors.invalid_token({ cause: error })
      : error
  })
  if (claims.session_id && (await kernel.sessions.standing(claims)) === 'awaits factor')
    throw commonErrors.insufficient_aal()
  return claims
}

const mayNotRead = (topic: string) =>
  realtimeErrors.unauthorized({
    text: `You do not have permissions to read from this Channel topic: ${topic}`,
  })

async function replayFor({ messages }: RealtimeComponents, channel: Channel): Promise<StoredMessage[]> {
  const { join, name, rights, claims } = channel
  if (!join.replay) return []
  if (!join.private) throw realtimeErrors.replay_of_public()
  if (!rights.current.broadcast.read) throw mayNotRead(name.topic)
  return messages.replay({ pool: name.pool, topic: name.topic, ...join.replay }, claims)
}

/** @returns the error if the subscription failed */
async function subscribe(parts: RealtimeComponents, channel: Channel): Promise<AppError | undefined> {
  try {
    channel.changes = await parts.changes.subscribe({
      claims: channel.claims,
      tenant: channel.name.pool === PLATFORM_POOL ? undefined : channel.name.pool,
      bindings: channel.join.changes,
      deliver: (ids, data) => channel.sendChange(ids, data),
      onLost: (reason) => channel.system('error', reason, 'postgres_changes'),
    })
    return undefined
  } catch (error) {
    const refusal = asRealtimeError(error)
    if (refusal.status >= 500)
      parts.log.error({ err: refusal.cause ?? refusal }, 'could not subscribe to changes')
    return refusal
  }
}
