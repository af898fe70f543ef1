import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { clientConfig, inlineConfig, serverConfig } from '#embed/vite.config.ts'
import { compressFolder } from './compress.ts'
import { buildLoader } from './loader.ts'

export interface Part {
  name: string
  /** Files whose change makes the part stale. */
  sources: string[]
  /** Files that must be there when it is built. */
  results: string[]
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

/** What is built for browsers, in order. */
export function buildParts(root: string): Part[] {
  const studio: Part = {
    name: 'studio',
    sources: [...SHARED, 'kernel/contract.ts', 'studio/**', '{blocks,features}/**'],
    results: ['studio/index.html'],
    async run() {
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
      'embed-server/render.js',
    ],
    async run() {
      rmSync(join(root, 'dist/embed'), { recursive: true, force: true })
      for (const config of [clientConfig, inlineConfig]) await build({ ...quiet, ...config })
      await build({ ...quiet, ...serverConfig })
      await buildLoader(join(root, 'dist/embed/loader'))
      for (const part of ['assets', 'loader']) compressFolder(join(root, 'dist/embed', part))
    },
  }
  return [studio, embed].filter((part) => part !== studio || existsSync(join(root, 'studio/vite.config.ts')))
}
