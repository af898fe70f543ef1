import { fileURLToPath } from 'node:url'
import type { InlineConfig } from 'vite'
import { blockPlaces } from '#blocks/registry.ts'
import { block as myBlock } from '#features/my-blocks/block.ts'
import { placesOf } from '#kernel/browser/block-manifest.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export const PACKAGES = ['js', 'react', 'vue'] as const
export type PackageName = (typeof PACKAGES)[number]

/** What the packages know about each block: a title for links, and its initial height in pixels. */
const facts = Object.fromEntries(
  [...blockPlaces, ...placesOf([myBlock])].map(({ name, title, embed }) => [
    name,
    { title, height: embed.height, heightWithoutHeading: embed.heightWithoutHeading },
  ]),
)

/** Builds one module per package; the framework is not bundled. */
export function packageConfig(name: PackageName, outDir: string): InlineConfig {
  return {
    configFile: false,
    root: here('..'),
    publicDir: false,
    logLevel: 'warn',
    define: { __BB_BLOCKS__: JSON.stringify(facts) },
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2022',
      reportCompressedSize: false,
      lib: { entry: here(`./${name}/index.ts`), formats: ['es'], fileName: 'index' },
      rolldownOptions: {
        external: [/^react($|\/)/, 'vue'],
        // Server frameworks need this directive to know that the hooks and effects run in browsers.
        output: name === 'react' ? { banner: "'use client'" } : {},
      },
    },
  }
}
