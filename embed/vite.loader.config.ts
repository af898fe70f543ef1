import { fileURLToPath } from 'node:url'
import { blockPlaces } from '#blocks/registry.ts'
import { block as myBlock } from '#features/my-blocks/block.ts'
import { placesOf } from '#kernel/browser/block-manifest.ts'
import type { InlineConfig } from 'vite'
import { compileHint } from './compile-hint.ts'
import { LOADER_VERSION } from './loader/version.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const places = [...blockPlaces, ...placesOf([myBlock])]
const nameOf = (mark: 'holdsSession' | 'namedById') =>
  JSON.stringify(places.find(({ embed }) => embed[mark])!.name)

/** Two names are all that the script knows of the blocks: it is as large with two of them as with twenty. */
const known = {
  __BB_VERSION__: JSON.stringify(LOADER_VERSION),
  __BB_NAMED_BY_ID__: nameOf('namedById'),
  __BB_SESSION_BLOCK__: nameOf('holdsSession'),
}

/** Names of the first part's own state, which nobody else reads: the two parts may come from two releases. */
const PRIVATE = /^(asked|awaited|attach|look|mixed|more|room|patience|passed|folder|loadMore|wake)$/

/**
 * The script tag: `bb.js`, one classic script, and `bb-more.js`, a module that it imports from its own folder when a
 * page needs it. Two builds, since a classic script cannot share chunks; the second holds no state of the first.
 * @param moreHash integrity hash of the finished `bb-more.js`, which `bb.js` asks for where a page pins itself
 */
export function loaderConfig(part: 'bb' | 'bb-more', moreHash = ''): InlineConfig {
  const entry = here(part === 'bb' ? './loader.ts' : './loader/more.ts')
  return {
    configFile: false,
    root: here('..'),
    publicDir: false,
    plugins: part === 'bb' ? [compileHint()] : [],
    define: { ...known, __BB_MORE_HASH__: JSON.stringify(moreHash) },
    build: {
      outDir: 'dist/embed/loader',
      emptyOutDir: part === 'bb-more',
      // Browsers of the last three years; no polyfills.
      target: 'es2022',
      reportCompressedSize: false,
      // As a library, a classic script's import() is left as it is.
      ...(part === 'bb' && { lib: { entry, formats: ['iife'], name: 'bbLoader' } }),
      rolldownOptions: {
        input: entry,
        output: {
          format: part === 'bb' ? 'iife' : 'es',
          entryFileNames: `${part}.js`,
          minify: { mangleProps: { include: PRIVATE } },
        },
        preserveEntrySignatures: 'strict',
      },
    },
  }
}
