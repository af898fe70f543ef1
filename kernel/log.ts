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
 * @param destination instead of stdout, for tests
 */
export function createLogger(level: string, destination?: pino.DestinationStream): Logger {
  const options: pino.LoggerOptions = {
    level,
    base: undefined,
    serializers: { err: describeError },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: ['', '*.', '*.*.'].flatMap((place) => SECRET_FIELDS.map((field) => `${place}${field}`)),
      censor: '[redacted]',
    },
  }
  return destination ? pino(options, destination) : pino(options)
}

/** What helps to find a fault. What else hangs on an error may hold somebody's data (`detail` of PostgreSQL: the row). */
function describeError(thrown: unknown) {
  if (!(thrown instanceof Error)) return { message: String(thrown) }
  const { name, message, stack } = thrown
  // Not `code`, which is what one-time codes are called.
  return { type: name, message, errorCode: (thrown as { code?: unknown }).code, stack }
}
