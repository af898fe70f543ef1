import type { Client } from 'pg'

/** "must be a member of the role whose process is being terminated": an autovacuum worker has no role. */
const CANNOT_TERMINATE = '42501'
/** "is being accessed by other users" */
const IN_USE = '55006'

/**
 * Drops a database that may still have connections. Terminating a session requires membership in its role,
 * and only a superuser can terminate an autovacuum worker. So forced and plain drops alternate: the plain
 * form asks autovacuum workers to exit and waits for 5 seconds.
 */
export async function dropDatabase(client: Client, name: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    const force = tries % 2 === 1
    try {
      await client.query(`drop database if exists ${name} ${force ? 'with (force)' : ''}`)
      return
    } catch (error) {
      const { code } = error as { code?: string }
      if (tries === 8 || code !== (force ? CANNOT_TERMINATE : IN_USE)) throw error
    }
  }
}
