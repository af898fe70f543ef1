import { fileURLToPath } from 'node:url'
import { blocks } from '#blocks/registry.ts'
import { block as myBlock } from '#features/my-blocks/block.ts'
import type { InlineConfig } from 'vite'
import { slimPreload } from './slim-preload.ts'
import { LOADER_VERSION } from './loader/version.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** What the loader knows of each block, so that adding a block is no change here. */
const facts = Object.fromEntries(
  [...Object.values(blocks), myBlock].map(({ name, title, embed }) => [
    name,
    { title, attributes: embed.attributes, reserve: embed.reserve },
  ]),
)

/**
 * The script tag: `bb.js`, one classic script, and `bb-more.js`, a module that it imports from its own folder when a
 * page needs it. Two builds, since a classic script cannot share chunks; the second holds no state of the first.
 */
export function loaderConfig(part: 'bb' | 'bb-more'): InlineConfig {
  const entry = part === 'bb' ? './loader.ts' : './loader/more.ts'
  return {
    configFile: false,
    root: here('..'),
    publicDir: false,
    plugins: [slimPreload(false)],
    define: { __BB_BLOCKS__: JSON.stringify(facts), __BB_VERSION__: JSON.stringify(LOADER_VERSION) },
    build: {
      outDir: 'dist/embed/loader',
      emptyOutDir: part === 'bb',
      // Browsers of the last three years; no polyfills.
      target: 'es2022',
      modulePreload: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input: here(entry),
        output: {
          format: part === 'bb' ? 'iife' : 'es',
          entryFileNames: `${part}.js`,
          name: part === 'bb' ? 'bbLoader' : undefined,
        },
        preserveEntrySignatures: 'strict',
      },
    },
  }
}
