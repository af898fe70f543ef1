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

/**
 * Private state of the first chunk, safe to mangle. Other names must stay, because the two chunks may come
 * from different releases.
 */
const PRIVATE = /^(asked|awaited|attach|lined|look|mixed|more|room|patience|passed|folder|loadMore|wake)$/

/**
 * The script tag: `bb.js`, a classic script, and `bb-more.js`, a module that it imports from its own folder
 * when a page needs it. Two builds, because a classic script cannot share chunks; the second contains no
 * state of the first.
 * @param moreHash integrity hash of the finished `bb-more.js`, which `bb.js` checks when the page pins
 * `bb.js` itself
 */
export function loaderConfig(part: 'bb' | 'bb-more', moreHash = ''): InlineConfig {
  const entry = here(part === 'bb' ? './loader.ts' : './loader/more.ts')
  return {
    configFile: false,
    root: here('..'),
    publicDir: false,
    plugins: part === 'bb' ? [compileHint()] : [],
    define: { ...defines, __BB_MORE_HASH__: JSON.stringify(moreHash) },
    build: {
      outDir: 'dist/embed/loader',
      emptyOutDir: part === 'bb-more',
      // Browsers of the last three years; no polyfills.
      target: 'es2022',
      reportCompressedSize: false,
      // In library mode, a classic script's import() is left as it is.
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
