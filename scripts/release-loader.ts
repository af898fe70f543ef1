// Publishes the script tag under its version: builds it and keeps it for good in embed/releases/v1.x.y, with the
// hashes that pages pin it by. Raise embed/loader/version.ts first; a published version is never written again.
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { LOADER_VERSION } from '#embed/loader/version.ts'
import { loaderConfig } from '#embed/vite.loader.config.ts'

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
mkdirSync(join(releases, folder), { recursive: true })
for (const part of ['bb', 'bb-more'] as const) {
  const config = loaderConfig(part)
  await build({ ...config, logLevel: 'warn', build: { ...config.build, outDir: built, emptyOutDir: false } })
  const file = `${folder}/${part}.js`
  copyFileSync(join(built, `${part}.js`), join(releases, file))
  hashes[file] = `sha384-${createHash('sha384')
    .update(readFileSync(join(releases, file)))
    .digest('base64')}`
  console.log(`${file}  ${hashes[file]}`)
}
writeFileSync(list, `${JSON.stringify(hashes, null, 2)}\n`)
