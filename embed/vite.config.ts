import { fileURLToPath } from 'node:url'
import type { InlineConfig } from 'vite'
import { blocks } from '#blocks/registry.ts'
import { THEME_VARIANTS } from '#kernel/browser/theme-variants.ts'
import { SERVED_FONTS } from '#kernel/browser/theme/fonts.ts'
import { compileHint } from './compile-hint.ts'
import { slimPreload } from './slim-preload.ts'
import { themeSheets } from './theme-sheets.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** `react` is preact here; embed/react.ts lists what is available. */
const alias = [
  { find: /^react\/jsx-runtime$/, replacement: 'preact/jsx-runtime' },
  { find: /^react$/, replacement: fileURLToPath(new URL('./react.ts', import.meta.url)) },
]
const oxc = { jsx: { runtime: 'automatic', importSource: 'preact' } } as const

/** Scripts and styles of the pages, hashed, with a manifest: `dist/embed`. */
export const clientConfig: InlineConfig = {
  configFile: false,
  root,
  publicDir: false,
  resolve: { alias },
  oxc,
  plugins: [slimPreload(), themeSheets(root)],
  // Font files are next to the style sheets that reference them.
  experimental: {
    renderBuiltUrl: (_, { hostType }) => (hostType === 'css' ? { relative: true } : undefined),
  },
  build: {
    outDir: 'dist/embed',
    manifest: true,
    // Browsers of the last three years; no polyfills.
    target: 'es2022',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      // The script of `inlineConfig` imports the first two by URL.
      preserveEntrySignatures: 'allow-extension',
      // Constants that two chunks share do not get a file of their own.
      optimization: { inlineConst: true },
      input: {
        awake: 'embed/awake.tsx',
        look: 'embed/frame/look.ts',
        ...Object.fromEntries(SERVED_FONTS.map((font) => [`font-${font}`, `embed/fonts/font-${font}.css`])),
        ...Object.fromEntries(
          THEME_VARIANTS.map((theme) => [`theme-${theme}`, `virtual:tokens/theme-${theme}.css`]),
        ),
      },
      output: {
        codeSplitting: {
          // The code that all pages share, so that five blocks on a page fetch it once. Few other files per
          // page: an HTTP/1.1 browser opens six connections per host, so a seventh file waits for a second
          // round trip.
          groups: [
            {
              name: 'base',
              test: /node_modules\/preact|preload-helper|\/ui\/base\/(?!page|faces)|\/embed\/react\.ts|\/kernel\/browser\/(auth-words|call|dates|endpoint|languages|local|money|spoken)\.ts/,
            },
            {
              name: 'theme',
              test: /\/kernel\/browser\/(child-window|theme-variants|theme\/(color|css-color|fonts|pass-look|theme))\.ts/,
            },
            // Code shared by several pages of one block becomes one file of that block.
            ...Object.keys(blocks).map((name) => ({
              name,
              test: new RegExp(
                `/blocks/${name}/(endpoints\\.ts|embed/(auth0/)?(?![\\w-]*(page|sample))[\\w-]+\\.tsx?|embed/texts/(en|spoken)\\.ts)$`,
              ),
              minShareCount: 2,
            })),
          ],
        },
      },
    },
  },
}

/** The first-view script, one classic script inlined in the documents: `dist/embed/inline/client.js`. */
export const inlineConfig: InlineConfig = {
  configFile: false,
  root,
  publicDir: false,
  plugins: [compileHint()],
  build: {
    outDir: 'dist/embed/inline',
    target: 'es2022',
    modulePreload: false,
    reportCompressedSize: false,
    // In library mode, import() of a URL is left as it is.
    lib: { entry: 'embed/client.ts', formats: ['iife'], name: 'bbFrame' },
    rolldownOptions: { output: { entryFileNames: 'client.js' } },
  },
}

/** The same pages for the server, as one self-contained module: `dist/embed-server/render.js`. */
export const serverConfig: InlineConfig = {
  configFile: false,
  root,
  publicDir: false,
  resolve: { alias },
  oxc,
  plugins: [themeSheets(root)],
  ssr: { noExternal: true },
  build: {
    outDir: 'dist/embed-server',
    ssr: true,
    target: 'node24',
    emitAssets: false,
    rolldownOptions: {
      input: 'embed/render.tsx',
      output: { codeSplitting: false, entryFileNames: 'render.js' },
    },
  },
}
