import * as z from 'zod/mini'

/** What a running instance says of itself under `/health/instance`. */
const kind = z.object({
  env: z.enum(['development', 'production', 'test']),
  /** The address that it listens on. */
  host: z.string(),
  /** Where its data lies: embedded, or at a DATABASE_URL on this machine or on another one. */
  database: z.enum(['own', 'local', 'remote']),
})
export type InstanceKind = z.output<typeof kind>

/** Why the demo does not run, as shown to the person who typed it. */
export class NoDemo extends Error {
  override name = 'NoDemo'
}

export const PRODUCTION =
  'npm run demo makes a made-up shop and an account in it, so it does not run in production (NODE_ENV=production). Run it on an instance of its own: PORT=3500 DATA_DIR=.data-demo npm start.'

const REMOTE =
  'npm run demo makes a made-up shop and an account in it, so it does not run on a database on another machine, which may be in production. Run it on an instance of its own: PORT=3500 DATA_DIR=.data-demo DATABASE_URL= npm start.'

/**
 * Asks the running instance what it is: the settings of this command may be others than those of the server.
 * @throws {NoDemo} where it runs in production or on a database of another machine, or is too old to say
 */
export async function kindOf(url: string, serviceRoleKey: string): Promise<InstanceKind> {
  const response = await fetch(`${url}/health/instance`, { headers: { apikey: serviceRoleKey } })
  const read = kind.safeParse(response.ok ? await response.json() : undefined)
  if (!read.success)
    throw new NoDemo(
      `The instance at ${url} does not say whether it runs in production. Restart it with this version.`,
    )
  if (read.data.env === 'production') throw new NoDemo(PRODUCTION)
  if (read.data.database === 'remote') throw new NoDemo(REMOTE)
  return read.data
}

const LOOPBACK = /^(localhost|[\w-]+\.localhost|127\.\d+\.\d+\.\d+|::1|\[::1\])$/

/** Whether nobody but this machine's users can reach the instance or its data. */
export const isPrivate = ({ host, database }: InstanceKind, publicUrl: string): boolean =>
  database === 'own' && LOOPBACK.test(host) && LOOPBACK.test(new URL(publicUrl).hostname)
