import { connect, createServer } from 'node:net'
import type { Socket } from 'node:net'
import { once } from 'node:events'
import { after } from 'node:test'

/**
 * A door in front of a database: `url` leads through it, `shut` cuts every connection and refuses new ones as a
 * stopped server does, `hang` lets them in and answers nothing, `open` ends both.
 */
export async function databaseGate(url: string) {
  const target = new URL(url)
  const inside = new Set<Socket>()
  let hanging = false
  const gate = createServer((visitor) => {
    inside.add(visitor)
    visitor.on('error', () => undefined).on('close', () => inside.delete(visitor))
    if (hanging) return
    const server = connect(Number(target.port), target.hostname)
    inside.add(server)
    server.on('error', () => undefined).on('close', () => inside.delete(server))
    visitor.on('close', () => server.destroy())
    server.on('close', () => visitor.destroy())
    visitor.pipe(server).pipe(visitor)
  })
  const listen = async (port: number) => {
    gate.listen(port, '127.0.0.1')
    await once(gate, 'listening')
    return (gate.address() as { port: number }).port
  }
  const cut = () => inside.forEach((socket) => socket.destroy())
  const port = await listen(0)
  const through = new URL(url)
  through.host = `127.0.0.1:${port}`
  const gateAway = async () => {
    if (!gate.listening) return
    const closed = once(gate, 'close')
    gate.close()
    cut()
    await closed
  }
  after(gateAway)
  return {
    url: through.toString(),
    shut: gateAway,
    hang() {
      hanging = true
      cut()
    },
    async open() {
      if (hanging) cut()
      hanging = false
      if (!gate.listening) await listen(port)
    },
  }
}
