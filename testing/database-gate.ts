import { connect, createServer } from 'node:net'
import type { Socket } from 'node:net'
import { once } from 'node:events'
import { after } from 'node:test'

/**
 * A TCP proxy in front of a database. Connect proxyUrl `url`. `shut` cuts every connection and refuses new
 * ones like a stopped server, `hang` accepts connections but never responds, and `open` restores normal
 * operation.
 */
export async function databaseGate(url: string) {
  const target = new URL(url)
  const sockets = new Set<Socket>()
  let hanging = false
  const gate = createServer((client) => {
    sockets.add(client)
    client.on('error', () => undefined).on('close', () => sockets.delete(client))
    if (hanging) return
    const server = connect(Number(target.port), target.hostname)
    sockets.add(server)
    server.on('error', () => undefined).on('close', () => sockets.delete(server))
    client.on('close', () => server.destroy())
    server.on('close', () => client.destroy())
    client.pipe(server).pipe(client)
  })
  const listen = async (port: number) => {
    gate.listen(port, '127.0.0.1')
    await once(gate, 'listening')
    return (gate.address() as { port: number }).port
  }
  const cut = () => sockets.forEach((socket) => socket.destroy())
  const port = await listen(0)
  const proxyUrl = new URL(url)
  proxyUrl.host = `127.0.0.1:${port}`
  const closeGate = async () => {
    if (!gate.listening) return
    const closed = once(gate, 'close')
    gate.close()
    cut()
    await closed
  }
  after(closeGate)
  return {
    url: proxyUrl.toString(),
    shut: closeGate,
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
