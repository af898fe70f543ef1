import pino from 'pino'

export type Logger = pino.Logger

/** Field names that never reach a log line, wherever they stand (the second net; log calls name their fields). */
const SECRET_FIELDS = [
  'password',
  'token',
  'access_token',
  'refresh_token',
  'apikey',
  'authorization',
  'cookie',
  'secret',
  'code',
]

/**
 * The process log: one JSON object a line on stdout, level `info` unless told.
 * @param level a pino level, or `silent`
 */
export function createLogger(level: string): Logger {
  return pino({
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: [...SECRET_FIELDS, ...SECRET_FIELDS.map((field) => `*.${field}`)],
      censor: '[redacted]',
    },
  })
}
