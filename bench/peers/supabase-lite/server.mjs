// Supabase Lite on PostgreSQL, as its own documentation embeds it ("Embedded / programmatic", over HTTP).
import { serve } from '@hono/node-server'
import { App } from '@supabase/lite'
import { createPostgresConnection } from '@supabase/lite/postgres'

const [port, databaseUrl] = process.argv.slice(2)
const connection = createPostgresConnection({ url: databaseUrl })
const app = new App({
  connection,
  options: { server: { apiKeys: false, disableStudio: true } },
})
serve({ port: Number(port), hostname: '127.0.0.1', fetch: (request) => app.fetch(request) }, () =>
  console.log('ready'),
)
