// npm run types -- --tenant ID: prints the TypeScript types of a tenant's own tables, from the running instance in DATA_DIR.
import { parseArgs } from 'node:util'
import { environment, loadConfig } from '#kernel/config.ts'
import { asDatabaseOwner } from '#kernel/db/owner-connection.ts'
import { describeTable } from '#kernel/records/description.ts'
import type { TableRow } from '#kernel/records/description.ts'
import { tableTypes } from '#kernel/records/table-types.ts'
import { openDataDir } from '#server/start/data-dir.ts'
import { embeddedDatabaseUrl } from '#server/start/database.ts'

const { values } = parseArgs({ options: { tenant: { type: 'string' } } })
const tenant = values.tenant ?? ''
if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(tenant))
  fail('npm run -s types -- --tenant ID: the id of a tenant')

const env = environment()
const { secrets } = openDataDir(env)
const config = loadConfig(env, secrets)
const url = config.databaseUrl ?? embeddedDatabaseUrl(config.dataDir, secrets.databasePassword)
if (!url) fail(`Nothing runs on ${config.dataDir}. Start the instance, or set its PORT and DATA_DIR.`)

const tables = await asDatabaseOwner(url, async (client) => {
  const { rows } = await client.query<TableRow>(
    'select * from public.data_tables where tenant_id = $1 and deleted_at is null',
    [tenant],
  )
  return rows.map(describeTable)
})
if (tables.length === 0) fail('This tenant has no tables')
process.stdout.write(tableTypes(tables))

function fail(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
