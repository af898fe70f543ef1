import { connect } from 'node:net'
import type { Socket } from 'node:net'
import type { Work } from './measure.ts'

/** A request as bytes, built once: the client must cost less than the server that it measures. */
export interface Asked {
  method?: 'GET' | 'POST'
  /** Including the query, encoded. */
  path: string
  headers?: Record<string, string>
  body?: string
}

export interface Lines {
  /** Sends a request on a free connection; throws on every response but 2xx. */
  work(next: () => Asked): Work
  close(): void
}

/** Opens connections to a server: a plain HTTP/1.1 client with one request at a time on each. */
export function openLines(url: string): Lines {
  const { hostname, port, host } = new URL(url)
  const free: Line[] = []
  const all: Line[] = []
  const take = async (): Promise<Line> => {
    // Servers close connections that were idle for some seconds, for example while another server is measured.
    for (let line = free.pop(); line; line = free.pop()) if (line.isOpen()) return line
    const opened = await openLine(hostname, Number(port))
    all.push(opened)
    return opened
  }
  return {
    work: (next) => {
      const encoded = new Map<Asked, Buffer>()
      return async () => {
        const request = next()
        const bytes = encoded.get(request) ?? requestBytes(host, request)
        encoded.set(request, bytes)
        const line = await take()
        const { status, body } = await line.send(bytes)
        if (status < 200 || status > 299)
          throw new Error(`${request.path} responded with ${status}: ${body.slice(0, 300)}`)
        free.push(line)
        return body
      }
    },
    close: () => all.forEach((line) => line.end()),
  }
}

function requestBytes(host: string, { method = 'GET', path, headers = {}, body }: Asked): Buffer {
  const all: Record<string, string> = { host, ...headers }
  if (body !== undefined)
    Object.assign(all, {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
    })
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`)
}

interface Line {
  isOpen(): boolean
  send(bytes: Buffer): Promise<{ status: number; body: string }>
  end(): void
}

async function openLine(host: string, port: number): Promise<Line> {
  const socket = await new Promise<Socket>((resolve, reject) => {
    const opened = connect({ host, port, noDelay: true }, () => resolve(opened)).once('error', reject)
  })
  let pending:
    | { resolve(response: { status: number; body: string }): void; reject(error: Error): void }
    | undefined
  let text = ''
  socket.setEncoding('latin1')
  socket.on('data', (chunk: string) => {
    text += chunk
    const response = parseResponse(text)
    if (!response) return
    text = ''
    pending?.resolve(response)
  })
  const rejectPending = (error?: Error) => pending?.reject(error ?? new Error('The connection was closed'))
  socket.on('error', rejectPending).on('close', () => rejectPending())
  return {
    isOpen: () => !socket.destroyed && !socket.readableEnded,
    send: (bytes) =>
      new Promise((resolve, reject) => {
        pending = { resolve, reject }
        socket.write(bytes)
      }),
    end: () => socket.destroy(),
  }
}

/** @returns undefined while the response is incomplete */
function parseResponse(text: string): { status: number; body: string } | undefined {
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const head = text.slice(0, end)
  const body = text.slice(end + 4)
  const status = Number(head.slice(9, 12))
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  const isComplete =
    length === undefined ? status === 204 || body.endsWith('0\r\n\r\n') : body.length >= Number(length)
  return isComplete ? { status, body } : undefined
}
