import { cpSync, globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { copyPackages } from './packages.ts'
import { PROGRAMS, sourcesOf } from './sources.ts'

/** @example releaseName(ROOT) // 'bolt-blocks-0.2.0-linux-x64' */
export const releaseName = (root: string): string =>
  `bolt-blocks-${versionOf(root)}-${process.platform}-${process.arch}`

const versionOf = (root: string): string =>
  (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version

/**
 * Writes a release into an empty folder: what the server and its commands read, the built files, the packages that they import, and Node.
 * @param root a checkout with packages installed and dist/ built
 * @returns how many files of the product and how many packages
 */
export function layOut(root: string, folder: string): { files: number; packages: number } {
  const sources = sourcesOf(root)
  const built = readdirSync(join(root, 'dist'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((file) => !/^dist.(\.lock|\.built|packages)/.test(file))
  const rest = [
    'LICENSE',
    'CHANGELOG.md',
    '.env.example',
    'docs/llms.txt',
    ...globSync('deploy/*', { cwd: root }),
  ]
  for (const file of [...sources, ...built, ...rest]) copy(root, folder, file)
  writePackageFile(root, folder)
  // A start in this folder neither compares sources nor builds.
  writeFileSync(join(folder, 'dist', 'RELEASE'), `${versionOf(root)}\n`)
  copyNode(folder)
  mkdirSync(join(folder, 'bin'))
  cpSync(join(root, 'scripts/release/bolt-blocks.sh'), join(folder, 'bin/bolt-blocks'))
  return { files: sources.length + built.length, packages: copyPackages(root, folder, PROGRAMS) }
}

function copy(root: string, folder: string, file: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  cpSync(join(root, file), join(folder, file))
}

/** Node resolves `#…` imports by it. */
function writePackageFile(root: string, folder: string): void {
  const { name, version, license, type, imports } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  ) as Record<string, unknown>
  const kept = { name, version, private: true, license, type, imports }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(kept, null, 2)}\n`)
}

/** The pinned Node that runs this script, without the npm and headers of its package. */
function copyNode(folder: string): void {
  mkdirSync(join(folder, 'node'), { recursive: true })
  cpSync(process.execPath, join(folder, 'node', 'node'))
}
