import { connect } from 'node:net'

/** What each kind sends: first the opening text, then one more piece repeatedly. */
const kinds = (apikey: string) => {
  const headers = [
    'POST /auth/v1/token?grant_type=password HTTP/1.1',
    'Host: localhost',
    `apikey: ${apikey}`,
    'Content-Type: application/json',
    '',
  ].join('\r\n')
  return {
    idle: ['', ''],
    'slow headers': [headers, 'x: y\r\n'],
    'slow body': [`${headers}Content-Length: 900000\r\n\r\n{`, ' '],
  } as const
}

export type SlowKind = keyof ReturnType<typeof kinds>

export interface SlowSocket {
  kind: SlowKind
  /** Milliseconds until the server closed it. */
  ms: number
  /** The server's response before that. */
  answer: string
}

/**
 * Opens connections that occupy a server: idle ones, and ones that send their headers or body piece by piece.
 * @param each number of connections of each kind
 * @param pause milliseconds between two pieces
 * @param apikey valid API key, so that the server reads the body
 * @returns when all are open; `closed` resolves when the server has closed the last connection
 */
export async function openSlowSockets(port: number, each: number, pause: number, apikey: string) {
  const all = Object.entries(kinds(apikey)).flatMap(([kind, texts]) =>
    Array.from({ length: each }, () => slowSocket(kind as SlowKind, texts, port, pause)),
  )
  await Promise.all(all.map(({ open }) => open))
  return { closed: Promise.all(all.map(({ closed }) => closed)) }
}

function slowSocket(
  kind: SlowKind,
  [opening, piece]: readonly [string, string],
  port: number,
  pause: number,
) {
  const startedAt = performance.now()
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.setEncoding('utf8').on('data', (text: string) => (answer += text))
  // The server resets the connection when a piece arrives too late.
  socket.on('error', () => undefined)
  const open = new Promise<void>((resolve) => socket.once('connect', () => resolve()))
  if (opening) socket.write(opening)
  const timer = setInterval(() => piece && socket.writable && socket.write(piece), pause)
  const closed = new Promise<SlowSocket>((resolve) =>
    socket.once('close', () => {
      clearInterval(timer)
      resolve({ kind, ms: performance.now() - startedAt, answer })
    }),
  )
  return { open, closed }
}

/**
 * Measures the 99th percentile of response times, in milliseconds, with concurrent callers.
 * @param ask makes one call and checks its response
 */
export async function p99(ask: () => Promise<void>, calls: number, callers: number): Promise<number> {
  const times: number[] = []
  const caller = async () => {
    while (times.length < calls) {
      const startedAt = performance.now()
      await ask()
      times.push(performance.now() - startedAt)
    }
  }
  await Promise.all(Array.from({ length: callers }, caller))
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)]!
}
