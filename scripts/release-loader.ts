// Publishes a version of the script tag: builds it into embed/releases/v1.x.y, with the hashes for pages that
// pin it. First raise embed/loader/version.ts, because a published version never changes.
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { LOADER_PARTS } from '#embed/vite.loader.config.ts'
import { LOADER_VERSION } from '#embed/loader/version.ts'
import { buildLoader, integrityOf } from './build/loader.ts'

const root = join(import.meta.dirname, '..')
const releases = join(root, 'embed', 'releases')
const folder = `v${LOADER_VERSION}`
const list = join(releases, 'hashes.json')

if (existsSync(join(releases, folder))) {
  console.error(`${folder} is published and never changes: raise LOADER_VERSION in embed/loader/version.ts.`)
  process.exit(1)
}

const hashes = (existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : {}) as Record<string, string>
const built = join(root, '.tmp', 'release')
await buildLoader(built)
mkdirSync(join(releases, folder), { recursive: true })
for (const part of LOADER_PARTS) {
  const file = `${folder}/${part}.js`
  copyFileSync(join(built, `${part}.js`), join(releases, file))
  hashes[file] = integrityOf(join(releases, file), 'sha384')
  console.log(`${file}  ${hashes[file]}`)
}
writeFileSync(list, `${JSON.stringify(hashes, null, 2)}\n`)
