import { cpSync, existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'

export interface Part {
  name: string
  /** Globs of files; when one changes, the part is stale. */
  sources: string[]
  /** Files that must exist after the build. */
  results: string[]
  /** Built when it is first requested, not by a start. */
  onRequest?: true
  /** Loads the bundler, which a start with fresh files does not need: to load it takes longer than to compare the files. */
  run(): Promise<void>
}

const SHARED = [
  'ui/**',
  'kernel/browser/**',
  'package.json',
  'package-lock.json',
  'scripts/build/**',
  'server/static/**',
]
const quiet = { logLevel: 'warn' } as const

/** The parts to build for browsers, in order. */
export function buildParts(root: string): Part[] {
  const studio: Part = {
    name: 'studio',
    sources: [...SHARED, 'kernel/contract.ts', 'studio/**', '{blocks,features}/**'],
    results: ['studio/index.html'],
    async run() {
      const { build } = await import('vite')
      const { compressFolder } = await import('./compress.ts')
      await build({ ...quiet, configFile: join(root, 'studio/vite.config.ts'), configLoader: 'native' })
      compressFolder(join(root, 'dist/studio/assets'))
    },
  }
  const embed: Part = {
    name: 'embed',
    sources: [
      ...SHARED,
      'embed/**',
      'blocks/*.ts*',
      'blocks/*/{block,endpoints}.ts',
      '{blocks,features}/*/embed/**',
      'features/my-blocks/{block,endpoints}.ts',
      'features/my-blocks/kinds/**',
    ],
    results: [
      'embed/.vite/manifest.json',
      'embed/inline/client.js',
      'embed/loader/bb.js',
      'embed/loader/bb-more.js',
      'embed/loader/bb-extra.js',
      'embed/loader/bb-bubble.js',
      'embed-server/render.js',
    ],
    async run() {
      const { build } = await import('vite')
      const { clientConfig, inlineConfig, serverConfig } = await import('#embed/vite.config.ts')
      const { buildLoader } = await import('./loader.ts')
      const { compressFolder } = await import('./compress.ts')
      rmSync(join(root, 'dist/embed'), { recursive: true, force: true })
      for (const config of [clientConfig, inlineConfig]) await build({ ...quiet, ...config })
      await build({ ...quiet, ...serverConfig })
      await buildLoader(join(root, 'dist/embed/loader'))
      for (const part of ['assets', 'loader']) compressFolder(join(root, 'dist/embed', part))
    },
  }
  const checkIn: Part = {
    name: 'check-in',
    sources: [
      ...SHARED,
      'blocks/tickets/door/**',
      'blocks/tickets/endpoints-door.ts',
      'embed/{react,theme-css,theme-sheets,vite.door.config}.ts',
    ],
    results: ['check-in/index.html', 'check-in/service-worker.js'],
    async run() {
      const { build } = await import('vite')
      const { doorConfig } = await import('#embed/vite.door.config.ts')
      const { compressFolder } = await import('./compress.ts')
      await build({ ...quiet, ...doorConfig })
      compressFolder(join(root, 'dist/check-in/assets'))
    },
  }
  const docs: Part = {
    name: 'docs',
    sources: [
      'docs/**',
      'docs/.vitepress/**',
      '{ARCHITECTURE,CONTRIBUTING,CHANGELOG}.md',
      '{embed,blocks}/README.md',
      '{services,packages}/*/README.md',
      'features/install/studio/builders.ts',
      'package.json',
      'package-lock.json',
    ],
    results: ['docs/index.html', 'docs/404.html'],
    onRequest: true,
    async run() {
      rmSync(join(root, 'dist/docs'), { recursive: true, force: true })
      const { build: buildManual } = await import('vitepress')
      const { compressFolder } = await import('./compress.ts')
      await buildManual(join(root, 'docs'))
      // Coding assistants read the Markdown source.
      cpSync(join(root, 'docs/install.md'), join(root, 'dist/docs/install.md'))
      // The first reader waits for the build. Compressing many small pages saves little, and the best compression takes
      // as long as the rest of the build.
      compressFolder(join(root, 'dist/docs'), { minBytes: 50_000, quality: 8 })
    },
  }
  return [studio, embed, checkIn, docs].filter(
    (part) => part !== studio || existsSync(join(root, 'studio/vite.config.ts')),
  )
}
