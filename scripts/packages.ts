// Builds and packs the packages for builders into dist/packages, as .tgz files, and prints their sizes.
import { execFileSync } from 'node:child_process'
import { copyFileSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { LOADER_VERSION } from '#embed/loader/version.ts'
import { PACKAGES, packageConfig } from '#packages/vite.config.ts'
import type { PackageName } from '#packages/vite.config.ts'

const root = join(import.meta.dirname, '..')
/** Output folder; tests pass their own. */
const out = process.argv[2] ?? join(root, 'dist', 'packages')

mkdirSync(out, { recursive: true })
for (const name of PACKAGES) {
  console.log(`Building ${name} ...`)
  await build(packageConfig(name, join(out, name, 'dist')))
}
console.log('Writing types ...')
declareTypes()
for (const name of PACKAGES) {
  describe(name)
  pack(name)
  const code = readFileSync(join(out, name, 'dist', 'index.js'))
  console.log(
    `@bolt-blocks/${name} ${LOADER_VERSION}  ${(gzipSync(code, { level: 9 }).length / 1024).toFixed(1)} KB gzip`,
  )
}

/** Writes the types of all three packages in one compiler run; each also gets those of `js`. */
function declareTypes(): void {
  const types = join(out, 'types')
  const config = join(out, 'tsconfig.json')
  rmSync(types, { recursive: true, force: true })
  writeFileSync(
    config,
    JSON.stringify({
      extends: join(root, 'tsconfig.json'),
      compilerOptions: {
        noEmit: false,
        declaration: true,
        emitDeclarationOnly: true,
        outDir: types,
        rootDir: join(root, 'packages'),
        typeRoots: [join(root, 'node_modules', '@types')],
      },
      include: PACKAGES.map((name) => join(root, 'packages', name, 'index.ts')),
      exclude: [],
    }),
  )
  execFileSync(process.execPath, [join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', config], {
    cwd: root,
    stdio: 'inherit',
  })
  for (const file of globSync('*/*.d.ts', { cwd: types })) {
    const path = join(types, file)
    const text = readFileSync(path, 'utf8')
      .replaceAll('#packages/', '../')
      .replaceAll(/(from '|import\(')(\.[^']*)\.tsx?'/g, "$1$2.js'")
      .replaceAll(/(from "|import\(")(\.[^"]*)\.tsx?"/g, '$1$2.js"')
    writeFileSync(path, text)
  }
}

/** Writes everything of a package except its code: manifest, README, license, types. */
function describe(name: PackageName): void {
  const from = join(root, 'packages', name)
  const to = join(out, name)
  const manifest = JSON.parse(readFileSync(join(from, 'manifest.json'), 'utf8')) as object
  writeFileSync(
    join(to, 'package.json'),
    `${JSON.stringify({ version: LOADER_VERSION, ...manifest }, null, 2)}\n`,
  )
  copyFileSync(join(from, 'README.md'), join(to, 'README.md'))
  copyFileSync(join(root, 'LICENSE'), join(to, 'LICENSE'))
  for (const part of new Set(['js', name])) {
    mkdirSync(join(to, 'dist', part), { recursive: true })
    for (const file of globSync(`${part}/*.d.ts`, { cwd: join(out, 'types') }))
      copyFileSync(join(out, 'types', file), join(to, 'dist', file))
  }
}

function pack(name: PackageName): void {
  execFileSync('npm', ['pack', '--silent', '--pack-destination', out], {
    cwd: join(out, name),
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  })
}
