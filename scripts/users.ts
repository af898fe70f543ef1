// npm run users -- export|import FILE [--tenant ID]: exports or imports the users of a pool as a file of JSON
// lines.
import { createReadStream, createWriteStream } from 'node:fs'
import { resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import type { Kernel } from '#kernel/kernel.ts'
import { exportUsers } from '#services/auth/admin/export-users.ts'
import { importUsers } from '#services/auth/admin/import-users.ts'
import { splitLines } from '#services/auth/admin/split-lines.ts'
import { openAuth } from '#services/auth/auth.ts'
import { poolOfTenant } from '#services/auth/guards.ts'
import { creators } from '#services/auth/pool.ts'
import type { Pool } from '#services/auth/pool.ts'
import { onInstance } from './instance.ts'

const USAGE = `npm run users -- export FILE [--tenant ID]   writes the users of a pool, with password hashes
npm run users -- import FILE [--tenant ID]   reads such a file, or one of Supabase or Auth0
Without --tenant the pool is the creators'.`

function fail(text: string): never {
  process.stderr.write(`${text}\n`)
  process.exit(1)
}

const { values, positionals } = argumentsGiven()
const [what, name] = positionals
if ((what !== 'export' && what !== 'import') || !name || positionals.length > 2) fail(USAGE)
// npm changes to the folder of the project, but the path is relative to where the command was typed.
const file = resolve(process.env.INIT_CWD ?? '.', name)

/** Parses the arguments. Prints the usage for an unknown option or `--help`. */
function argumentsGiven() {
  try {
    return parseArgs({ allowPositionals: true, options: { tenant: { type: 'string' } } })
  } catch {
    return fail(USAGE)
  }
}

await onInstance(async (kernel) => {
  const pool = await poolNamed(kernel)
  if (what === 'export') await write(kernel, pool)
  else await read(kernel, pool)
}).catch((error: Error) => fail(error.message))

async function poolNamed(kernel: Kernel): Promise<Pool> {
  if (values.tenant === undefined) return creators
  const pool = await poolOfTenant(kernel, values.tenant)
  if (!pool) throw new Error(`There is no tenant ${values.tenant}.`)
  return pool
}

async function write(kernel: Kernel, pool: Pool): Promise<void> {
  // Only the current user may read password hashes. Never overwrite an existing file.
  const to = createWriteStream(file, { flags: 'wx', mode: 0o600 })
  let count = 0
  const counted = async function* () {
    for await (const lines of exportUsers(openAuth(kernel), pool)) {
      count += lines.split('\n').length - 1
      yield lines
    }
  }
  await pipeline(Readable.from(counted()), to)
  process.stdout.write(`${count} users written to ${file}\n`)
}

async function read(kernel: Kernel, pool: Pool): Promise<void> {
  const count = { created: 0, known: 0, refused: 0 }
  for await (const results of importUsers(openAuth(kernel), pool, splitLines(createReadStream(file))))
    for (const { line, status, message } of results) {
      count[status] += 1
      if (message) process.stderr.write(`line ${line}: ${status}: ${message}\n`)
    }
  process.stdout.write(
    `${count.created} users created, ${count.known} known already, ${count.refused} lines refused\n`,
  )
  if (count.refused) process.exitCode = 1
}
