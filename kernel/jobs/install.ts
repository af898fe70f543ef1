import pg from 'pg'
import { PgBoss } from 'pg-boss'
import { QUEUES } from './queues.ts'

/**
 * Installs or upgrades the queue's schema as the database's owner and grants the service role access to its rows. The
 * server itself never changes that schema.
 */
export async function installJobs(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query("select pg_advisory_lock(hashtext('bolt-blocks jobs'))")
    const boss = new PgBoss({
      db: { executeSql: (text, values) => client.query(text, values as unknown[]) },
      schema: 'pgboss',
      supervise: false,
      schedule: false,
    })
    boss.on('error', () => undefined)
    await boss.start()
    const present = new Set((await boss.getQueues()).map((queue) => queue.name))
    for (const [name, options] of Object.entries(QUEUES)) {
      const { policy, ...changing } = { policy: 'standard' as const, ...options, notify: true }
      if (present.has(name)) await boss.updateQueue(name, changing)
      else await boss.createQueue(name, { policy, ...changing })
    }
    await boss.stop({ graceful: false, close: false })
    await client.query(
      `grant usage on schema pgboss to service_role;
       grant select, insert, update, delete on all tables in schema pgboss to service_role;
       grant execute on all functions in schema pgboss to service_role`,
    )
  } finally {
    await client.end()
  }
}
