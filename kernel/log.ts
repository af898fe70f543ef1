import pino from 'pino'

export type Logger = pino.Logger

/** Field names that never reach a log line, at any depth. A second safeguard: log calls list their fields explicitly. */
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
 * The process log: one JSON object per line on stdout. Default level: `info`.
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

/** The fields that help to find a bug. Others may contain user data (PostgreSQL's `detail` quotes the row). */
function describeError(thrown: unknown) {
  if (!(thrown instanceof Error)) return { message: String(thrown) }
  const { name, message, stack } = thrown
  // Not named `code`, because one-time codes are.
  return { type: name, message, errorCode: (thrown as { code?: unknown }).code, stack }
}
