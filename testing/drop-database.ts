import type { Client } from 'pg'

/** "must be a member of the role whose process is being terminated": an autovacuum worker belongs to nobody. */
const NOT_OURS_TO_END = '42501'
/** "is being accessed by other users" */
const IN_USE = '55006'

/**
 * Removes a database, whoever is still connected. Ending sessions takes membership in their roles; autovacuum workers
 * can be ended by a superuser alone, so the plain form goes first then: it asks them to leave and waits for 5 seconds.
 */
export async function dropDatabase(client: Client, name: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    const force = tries % 2 === 1
    try {
      await client.query(`drop database if exists ${name} ${force ? 'with (force)' : ''}`)
      return
    } catch (error) {
      const { code } = error as { code?: string }
      if (tries === 8 || code !== (force ? NOT_OURS_TO_END : IN_USE)) throw error
    }
  }
}
