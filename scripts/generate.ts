/**
 * Writes the generated files: from the migrations `kernel/db/schema.sql` (the catalog, for reviews),
 * `kernel/db/tables.ts` (types of all tables) and `kernel/secrets/sealed-places.ts` (places of sealed
 * secrets), from the manifests the names of the blocks in `packages/js`, from the sources
 * `kernel/db/service-access.md` (uses of the service role). `--check` compares instead of writing and exits
 * with 1 on a difference.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { blockPlaces } from '#blocks/registry.ts'
import { block as myBlock } from '#features/my-blocks/block.ts'
import { printSchema } from '#kernel/db/schema-print.ts'
import { sealedColumns } from '#kernel/db/sealed-columns.ts'
import { ensureTemplate, ROOT, testOwnerUrl } from '#testing/test-cluster.ts'
import { printSealedPlaces } from './generate/sealed-places.ts'
import { findServiceAccess, limitFault, printServiceAccess } from './generate/service-access.ts'
import { printTables } from './generate/tables.ts'

/** PostgreSQL version of the generated files; other versions print some expressions differently. */
const PRINTED_WITH = 18

console.log('Running the migrations on a throw-away database ...')
const ownerUrl = await testOwnerUrl(await ensureTemplate())
const client = new pg.Client({ connectionString: ownerUrl })
await client.connect()
const version = Math.floor(
  Number((await client.query('show server_version_num')).rows[0].server_version_num) / 10000,
)
const schema = await printSchema(client)
const places = printSealedPlaces(await sealedColumns(client))
await client.end()

const serviceAccess = findServiceAccess(productSources())

const files: Record<string, string> = {
  'kernel/db/schema.sql': schema,
  'kernel/db/tables.ts': format('kernel/db/tables.ts', await printTables(ownerUrl)),
  'packages/js/known-blocks.ts': format('packages/js/known-blocks.ts', knownBlocks()),
  'kernel/secrets/sealed-places.ts': format('kernel/secrets/sealed-places.ts', places),
  'kernel/db/service-access.md': format('kernel/db/service-access.md', printServiceAccess(serviceAccess)),
}

if (version !== PRINTED_WITH) {
  console.log(`Generated files are compared on PostgreSQL ${PRINTED_WITH} only; this one is ${version}.`)
} else if (process.argv.includes('--check')) {
  const stale = Object.keys(files).filter((path) => readIfThere(path) !== files[path])
  const fault = limitFault(serviceAccess)
  if (fault) {
    console.error(fault)
    process.exitCode = 1
  } else if (stale.length) {
    console.error(
      `${stale.join(' and ')} differ from what migrations and manifests make. Run: npm run generate`,
    )
    process.exitCode = 1
  } else console.log(`${Object.keys(files).join(' and ')} are fresh`)
} else {
  for (const [path, text] of Object.entries(files)) writeFileSync(join(ROOT, path), text)
  console.log(`Written: ${Object.keys(files).join(', ')}`)
}

/** Writes the block names into the package, because builders install it without our sources. */
function knownBlocks(): string {
  const names = [...blockPlaces, myBlock].map(({ name }) => `'${name}'`)
  return `// Written by npm run generate from the manifests of the blocks.

/** Blocks that existed when this package was made. */
export type KnownBlock = ${names.join(' | ')}
`
}

/** The source of every file of the product, without tests and commands. */
function productSources(): Record<string, string> {
  const files = globSync('{blocks,embed,features,kernel,server,services}/**/*.ts', { cwd: ROOT })
  const own = files.filter((file) => !file.endsWith('.test.ts'))
  return Object.fromEntries(own.map((file) => [file, readFileSync(join(ROOT, file), 'utf8')]))
}

function readIfThere(path: string): string | undefined {
  return existsSync(join(ROOT, path)) ? readFileSync(join(ROOT, path), 'utf8') : undefined
}

/** Formats a generated file, so that the format check needs no exception. */
function format(path: string, text: string): string {
  const oxfmt = join(ROOT, 'node_modules/oxfmt/bin/oxfmt')
  const done = spawnSync(process.execPath, [oxfmt, '--stdin-filepath', path], {
    input: text,
    cwd: ROOT,
    encoding: 'utf8',
  })
  if (done.status !== 0) throw new Error(`oxfmt could not format ${path}: ${done.stderr}`)
  return done.stdout
}
