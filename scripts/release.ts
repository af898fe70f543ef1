// npm run release [-- FOLDER]: packs a version that starts without npm, a build or an installed Node, for the platform on which it
// runs. Writes bolt-blocks-VERSION-PLATFORM.tar.gz and the unpacked folder beside it into FOLDER, by default dist-release/.
// Docker's recipe (deploy/Dockerfile) runs it, too. docs/self-hosting.md says how to start one.
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ROOT } from './test-results.ts'
import { buildIfStale } from '#server/start/build.ts'
import { layOut, releaseName } from './release/layout.ts'

const out = resolve(process.argv[2] ?? join(ROOT, 'dist-release'))
const name = releaseName(ROOT)

// The manual is built when it is first read elsewhere. A release has no sources to build it from.
await buildIfStale(ROOT)
await buildIfStale(ROOT, undefined, ['docs'])

mkdirSync(out, { recursive: true })
const folder = join(out, name)
rmSync(folder, { recursive: true, force: true })
const { files, packages } = layOut(ROOT, folder)
const archive = join(out, `${name}.tar.gz`)
execFileSync('tar', ['-czf', archive, '-C', out, name])
const megabytes = (statSync(archive).size / 2 ** 20).toFixed(1)
console.log(`${archive}: ${megabytes} MB, ${files} files of the product, ${packages} packages`)
