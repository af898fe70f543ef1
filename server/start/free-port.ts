import { createServer } from 'node:net'
import { ConfigError } from '#kernel/config.ts'

/**
 * Checks a port before the slow part of a start, which would rebuild the screens under a server that already runs.
 * @param setting name of the port's setting
 * @throws {ConfigError} if the port is taken
 */
export async function requireFreePort(host: string, port: number, setting: string): Promise<void> {
  const probe = createServer()
  await new Promise<void>((resolve, reject) => {
    probe.once('error', (error: NodeJS.ErrnoException) =>
      // Whatever else is wrong with the address, the server reports it when it listens.
      error.code === 'EADDRINUSE'
        ? reject(
            new ConfigError(
              `Port ${port} is taken. If Bolt Blocks already runs, stop it first (Ctrl-C); otherwise set ${setting} to another port.`,
            ),
          )
        : resolve(),
    )
    probe.listen(port, host, () => probe.close(() => resolve()))
  })
}
