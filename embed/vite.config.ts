import { fileURLToPath } from 'node:url'
import type { InlineConfig } from 'vite'
import { THEME_VARIANTS } from '#kernel/browser/theme-variants.ts'
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
  plugins: [slimPreload(true), themeSheets(root)],
  build: {
    outDir: 'dist/embed',
    manifest: true,
    // Browsers of the last three years; no polyfills.
    target: 'es2022',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      input: {
        client: 'embed/client.ts',
        ...Object.fromEntries(
          THEME_VARIANTS.map((theme) => [`theme-${theme}`, `virtual:tokens/theme-${theme}.css`]),
        ),
      },
      output: {
        codeSplitting: {
          // One chunk of what all pages stand on, so that five blocks of a page fetch it once.
          groups: [
            { name: 'base', test: /node_modules\/preact|\/ui\/base\/(?!page|faces)|\/embed\/react\.ts/ },
          ],
        },
      },
    },
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
