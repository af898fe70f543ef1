import pg from 'pg'

/** Runs work on one connection as the database's owner, then closes it. */
export async function asDatabaseOwner<T>(
  ownerUrl: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    connectionString: ownerUrl,
    application_name: 'bolt-blocks-owner',
    connectionTimeoutMillis: 10_000,
  })
  client.on('error', () => undefined) // a lost connection fails the query that waits on it
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
