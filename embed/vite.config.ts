import { fileURLToPath } from 'node:url'
import type { InlineConfig } from 'vite'
import { blocks } from '#blocks/registry.ts'
import { THEME_VARIANTS } from '#kernel/browser/theme-variants.ts'
import { SERVED_FONTS } from '#kernel/browser/theme/fonts.ts'
import { compileHint } from './compile-hint.ts'
import { slimPreload } from './slim-preload.ts'
import { themeSheets } from './theme-sheets.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** `react` is preact here: see embed/react.ts for what of it there is. */
const alias = [
  { find: /^react\/jsx-runtime$/, replacement: 'preact/jsx-runtime' },
  { find: /^react$/, replacement: fileURLToPath(new URL('./react.ts', import.meta.url)) },
]
const oxc = { jsx: { runtime: 'automatic', importSource: 'preact' } } as const

/** The pages' scripts and styles, hashed, with a manifest: `dist/embed`. */
export const clientConfig: InlineConfig = {
  configFile: false,
  root,
  publicDir: false,
  resolve: { alias },
  oxc,
  plugins: [slimPreload(), themeSheets(root)],
  // Font files lie beside the style sheets that name them.
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
      // `inlineConfig`'s script asks for the first two by their addresses.
      preserveEntrySignatures: 'allow-extension',
      // Names that two parts share are no file of their own.
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
          // What all pages stand on, so that five blocks of a page fetch it once; beside it few files for each page: on
          // connections that answer one at a time (HTTP/1.1, six of them) a seventh waits for a second turn.
          groups: [
            {
              name: 'base',
              test: /node_modules\/preact|preload-helper|\/ui\/base\/(?!page|faces)|\/embed\/react\.ts|\/kernel\/browser\/(auth-words|call|dates|endpoint|languages|local|money|spoken)\.ts/,
            },
            {
              name: 'theme',
              test: /\/kernel\/browser\/(child-window|theme-variants|theme\/(colour|css-colour|fonts|pass-look|theme))\.ts/,
            },
            // What several pages of one block share is one file of that block.
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

/** What pages run on first view, one classic script that stands in their documents: `dist/embed/inline/client.js`. */
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
    // As a library, import() of an address is left as it is.
    lib: { entry: 'embed/client.ts', formats: ['iife'], name: 'bbFrame' },
    rolldownOptions: { output: { entryFileNames: 'client.js' } },
  },
}

/** The same pages for the server, one module with everything inside: `dist/embed-server/render.js`. */
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
