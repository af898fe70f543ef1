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

/** The script contains only two block names, so its size does not depend on the number of blocks. */
const defines = {
  __BB_VERSION__: JSON.stringify(LOADER_VERSION),
  __BB_NAMED_BY_ID__: nameOf('namedById'),
  __BB_SESSION_BLOCK__: nameOf('holdsSession'),
}

/** In the order in which they are built: each contains the hash of the one before. */
export const LOADER_PARTS = ['bb-extra', 'bb-more', 'bb', 'bb-bubble'] as const
export type LoaderPart = (typeof LOADER_PARTS)[number]

const ENTRIES: Record<LoaderPart, string> = {
  'bb-extra': './loader/extra.ts',
  'bb-more': './loader/more.ts',
  bb: './loader.ts',
  'bb-bubble': './bubble.ts',
}

/**
 * Private state of the first chunk, safe to mangle. Other names must stay, because the chunks may come
 * from different releases.
 */
const PRIVATE = /^(asked|awaited|attach|lined|look|mixed|more|room|patience|passed|folder|loadMore|wake)$/

/**
 * The script tag: `bb.js`, a classic script, `bb-more.js`, a module that it imports from its own folder
 * when a page needs it, and `bb-extra.js`, which that imports where the tenant counts visits. A build for each,
 * because a classic script cannot share chunks; the later ones contain no state of the first. `bb-bubble.js` is a
 * classic script with a tag of its own, which loads `bb.js` with the first click.
 * @param nextHash integrity hash of the finished part that this one loads, which it checks when the page
 * pins this one
 */
export function loaderConfig(part: LoaderPart, nextHash = ''): InlineConfig {
  const entry = here(ENTRIES[part])
  const isClassic = part === 'bb' || part === 'bb-bubble'
  return {
    configFile: false,
    root: here('..'),
    publicDir: false,
    plugins: part === 'bb' ? [compileHint()] : [],
    define: {
      ...defines,
      __BB_MORE_HASH__: JSON.stringify(nextHash),
      __BB_EXTRA_HASH__: JSON.stringify(nextHash),
      __BB_HASH__: JSON.stringify(nextHash),
    },
    build: {
      outDir: 'dist/embed/loader',
      emptyOutDir: part === LOADER_PARTS[0],
      // Browsers of the last three years; no polyfills.
      target: 'es2022',
      reportCompressedSize: false,
      // In library mode, a classic script's import() is left as it is.
      ...(isClassic && { lib: { entry, formats: ['iife'], name: 'bbLoader' } }),
      rolldownOptions: {
        input: entry,
        output: {
          format: isClassic ? 'iife' : 'es',
          entryFileNames: `${part}.js`,
          minify: part === 'bb-bubble' ? true : { mangleProps: { include: PRIVATE } },
        },
        preserveEntrySignatures: 'strict',
      },
    },
  }
}
