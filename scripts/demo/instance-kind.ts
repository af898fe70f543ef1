import * as z from 'zod/mini'

/** How a running instance describes itself at `/health/instance`. */
const kind = z.object({
  env: z.enum(['development', 'production', 'test']),
  /** The address that the server listens on. */
  host: z.string(),
  /** Where its data is stored: the embedded database, or a DATABASE_URL on this or another machine. */
  database: z.enum(['own', 'local', 'remote']),
})
export type InstanceKind = z.output<typeof kind>

/** The reason why the demo refuses to run, shown in the terminal. */
export class DemoRefusedError extends Error {
  override name = 'NoDemo'
}

export const PRODUCTION =
  'npm run demo makes a made-up shop and an account in it, so it does not run in production (NODE_ENV=production). Run it on an instance of its own: PORT=3500 DATA_DIR=.data-demo npm start.'

const REMOTE =
  'npm run demo makes a made-up shop and an account in it, so it does not run on a database on another machine, which may be in production. Run it on an instance of its own: PORT=3500 DATA_DIR=.data-demo DATABASE_URL= npm start.'

/**
 * Queries the running instance: this command's settings may differ from the server's.
 * @throws {DemoRefusedError} if it is in production, uses a database on another machine, or is too old to report it
 */
export async function readInstanceKind(url: string, serviceRoleKey: string): Promise<InstanceKind> {
  const response = await fetch(`${url}/health/instance`, { headers: { apikey: serviceRoleKey } })
  const read = kind.safeParse(response.ok ? await response.json() : undefined)
  if (!read.success)
    throw new DemoRefusedError(
      `The instance at ${url} does not say whether it runs in production. Restart it with this version.`,
    )
  if (read.data.env === 'production') throw new DemoRefusedError(PRODUCTION)
  if (read.data.database === 'remote') throw new DemoRefusedError(REMOTE)
  return read.data
}

const LOOPBACK = /^(localhost|[\w-]+\.localhost|127\.\d+\.\d+\.\d+|::1|\[::1\])$/

/** Whether only users of this machine can reach the instance and its data. */
export const isPrivate = ({ host, database }: InstanceKind, publicUrl: string): boolean =>
  database === 'own' && LOOPBACK.test(host) && LOOPBACK.test(new URL(publicUrl).hostname)
