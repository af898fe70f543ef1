import { connect } from 'node:net'

/** What each kind says at first, and then again and again. */
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
  /** What the server said before. */
  answer: string
}

/**
 * Opens connections that hold a server up: silent ones, and ones whose headers or body come drop by drop.
 * @param each how many of each kind
 * @param pause milliseconds between two drops
 * @param apikey with which a body would be read
 * @returns resolves when all are open; `closed` when the server has closed the last of them
 */
export async function openSlowSockets(port: number, each: number, pause: number, apikey: string) {
  const all = Object.entries(kinds(apikey)).flatMap(([kind, says]) =>
    Array.from({ length: each }, () => slowSocket(kind as SlowKind, says, port, pause)),
  )
  await Promise.all(all.map(({ open }) => open))
  return { closed: Promise.all(all.map(({ closed }) => closed)) }
}

function slowSocket(
  kind: SlowKind,
  [beginning, drop]: readonly [string, string],
  port: number,
  pause: number,
) {
  const startedAt = performance.now()
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.setEncoding('utf8').on('data', (text: string) => (answer += text))
  // A drop that arrives too late is answered by a reset.
  socket.on('error', () => undefined)
  const open = new Promise<void>((resolve) => socket.once('connect', () => resolve()))
  if (beginning) socket.write(beginning)
  const drops = setInterval(() => drop && socket.writable && socket.write(drop), pause)
  const closed = new Promise<SlowSocket>((resolve) =>
    socket.once('close', () => {
      clearInterval(drops)
      resolve({ kind, ms: performance.now() - startedAt, answer })
    }),
  )
  return { open, closed }
}

/**
 * Milliseconds below which 99 of 100 answers came, from so many callers at once.
 * @param ask makes one call and checks its answer
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
