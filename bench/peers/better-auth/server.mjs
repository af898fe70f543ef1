// better-auth with e-mail and password on PostgreSQL, as its own documentation sets it up; its limits are off because
// they would refuse the load, ours only count.
import { createServer } from 'node:http'
import { betterAuth } from 'better-auth'
import { getMigrations } from 'better-auth/db/migration'
import { toNodeHandler } from 'better-auth/node'
import pg from 'pg'

const [port, databaseUrl] = process.argv.slice(2)
const options = {
  baseURL: `http://127.0.0.1:${port}`,
  secret: 'of-this-measurement-alone-0123456789abcdef',
  database: new pg.Pool({ connectionString: databaseUrl, max: 10 }),
  emailAndPassword: { enabled: true },
  rateLimit: { enabled: false },
  telemetry: { enabled: false },
  logger: { disabled: true },
}
const { runMigrations } = await getMigrations(options)
await runMigrations()
createServer(toNodeHandler(betterAuth(options))).listen(Number(port), '127.0.0.1', () => console.log('ready'))
