// better-auth with email and password on PostgreSQL, set up as its documentation says. Its rate limits are off, because
// they would refuse the load; ours are on but far above it.
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
