import type { ErrorHandler } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type * as z from 'zod/mini'
import { isDatabaseAway } from '#kernel/db/database-error.ts'
import { AppError, defineErrors } from '#kernel/errors.ts'
import type { AppEnv } from '#kernel/http/context.ts'
import { logFault } from '#kernel/http/log-fault.ts'

/** Every error of realtime. In a channel, the reply's `reason` is `code: text`, as in the hosted service. */
export const realtimeErrors = defineErrors({
  topic_required: { code: 'TopicNameRequired', status: 400, text: 'You must provide a topic name' },
  invalid_join: { code: 'InvalidJoinPayload', status: 400, text: 'The join is not valid' },
  invalid_message: { code: 'InvalidMessage', status: 422, text: 'The message is not valid' },
  invalid_token: { code: 'InvalidJWTToken', status: 401, text: 'The token is not valid, or has expired' },
  invalid_presence: {
    code: 'InvalidPresencePayload',
    status: 400,
    text: 'Presence track payload must be a map',
  },
  private_only: { code: 'PrivateOnly', status: 403, text: 'This project only allows private channels' },
  unauthorized: { code: 'Unauthorized', status: 403, text: 'You may not do this' },
  unsupported_version: { code: 'UnsupportedVersion', status: 400, text: 'vsn must be 1.0.0 or 2.0.0' },
  no_websocket: { code: 'NotAWebSocket', status: 426, text: 'Connect by WebSocket' },
  foreign_site: {
    code: 'OriginNotAllowed',
    status: 403,
    text: 'This site is not on the tenant’s list of sites. Add it in the Studio.',
  },
  unknown_pool: { code: 'UnknownPool', status: 403, text: 'There is no such tenant, or it is not yours' },
  too_large: { code: 'PayloadTooLarge', status: 413, text: 'The payload is too large' },
  too_many_channels: { code: 'ChannelRateLimitReached', status: 429, text: 'Too many channels' },
  too_many_joins: { code: 'ClientJoinRateLimitReached', status: 429, text: 'Too many joins per second' },
  too_many_messages: { code: 'MessageRateLimitReached', status: 429, text: 'Too many messages per second' },
  too_many_present: { code: 'PresenceLimitReached', status: 429, text: 'Too many presences in this channel' },
  too_many_connects: {
    code: 'ConnectionRateLimitReached',
    status: 429,
    text: 'Too many new connections. Please try again later.',
  },
  too_many_sockets: { code: 'ConnectionRateLimitReached', status: 429, text: 'Too many connected users' },
  replay_of_public: {
    code: 'UnableToReplayMessages',
    status: 400,
    text: 'Replay is not allowed for public channels',
  },
  stopping: {
    code: 'RealtimeRestarting',
    status: 503,
    text: 'Realtime is restarting, please standby',
  },
  unavailable: {
    code: 'DatabaseUnavailable',
    status: 503,
    text: 'Realtime cannot reach its database. Please try again shortly.',
  },
  internal: { code: 'UnknownErrorOnChannel', status: 500, text: 'Something went wrong. Please try again.' },
})

/** Converts anything thrown by a use case to one of our errors. */
export function asRealtimeError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown
  if (isDatabaseAway(thrown))
    return realtimeErrors.unavailable({ cause: thrown, headers: { 'retry-after': '2' } })
  return realtimeErrors.internal({ cause: thrown })
}

/** The error for a caller who may not send to a private channel. */
export const writeForbidden = (topic: string): AppError =>
  realtimeErrors.unauthorized({
    text: `You do not have permissions to write to this Channel topic: ${topic}`,
  })

/** The error for a message that cannot be stored, because no policy decides who may read it later. */
export const notStored = (): AppError =>
  realtimeErrors.invalid_message({ text: 'Messages of public channels are not stored' })

/** Describes the first validation error of a client's input: its path and message. */
export function faultOf(error: z.core.$ZodError): string {
  const { path, message } = error.issues[0]!
  return `${path.map(String).join('.')}: ${message}`.slice(0, 200)
}

/** The `reason` of a reply. */
export function reasonOf(error: AppError): string {
  return /^[A-Z]/.test(error.code) ? `${error.code}: ${error.message}` : error.message
}

/** Renders errors of the mount. The official client reads `error`. */
export const realtimeError: ErrorHandler<AppEnv> = (thrown, c) => {
  const error = asRealtimeError(thrown)
  if (error.status >= 500) logFault(c, error.cause ?? error, error.code)
  return c.json(
    { error: error.message, message: error.message, code: error.code },
    error.status as ContentfulStatusCode,
    error.headers,
  )
}
