import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { InlineConfig, Plugin } from 'vite'
import { themeSheets } from './theme-sheets.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const BASE = '/check-in/'
const WORKER = 'service-worker.js'
/** The minifier chooses the quotes. */
const SLOT = /(["'`])__BUILD__\1/
/** Styles that decide which variables the page needs. */
const STYLES = ['ui/base/*.{css,tsx}', 'blocks/tickets/door/*.css']

/** Writes the list of the build's files, the page first, and its hash into the service worker. */
const fileList = (publicFiles: string[]): Plugin => ({
  name: 'file-list',
  generateBundle(_, bundle) {
    const outputs = Object.values(bundle).filter(
      ({ fileName }) => fileName !== WORKER && fileName !== 'index.html',
    )
    const files = [
      BASE,
      ...outputs.map(({ fileName }) => BASE + fileName),
      ...publicFiles.map((name) => BASE + name),
    ]
    const contents = Object.values(bundle).map((one) =>
      one.type === 'chunk' ? one.code : String(one.source),
    )
    const version = createHash('sha256').update(contents.join('\n')).digest('hex').slice(0, 12)
    const worker = bundle[WORKER]
    if (worker?.type !== 'chunk' || !SLOT.test(worker.code))
      throw new Error(`${WORKER} has no slot for its files`)
    const list = JSON.stringify(JSON.stringify({ files, version }))
    worker.code = worker.code.replace(SLOT, () => list)
  },
})

/** The check-in page of tickets, with preact like the blocks: `dist/check-in`. */
export const doorConfig: InlineConfig = {
  configFile: false,
  root: `${root}blocks/tickets/door`,
  base: BASE,
  resolve: {
    alias: [
      { find: /^react\/jsx-runtime$/, replacement: 'preact/jsx-runtime' },
      { find: /^react$/, replacement: `${root}embed/react.ts` },
    ],
  },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  plugins: [themeSheets(root, STYLES), fileList(['app.webmanifest', 'icon-192.png', 'icon-512.png'])],
  build: {
    outDir: `${root}dist/check-in`,
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      input: {
        page: `${root}blocks/tickets/door/index.html`,
        'service-worker': `${root}blocks/tickets/door/service-worker.ts`,
      },
      output: {
        entryFileNames: ({ name }) => (name === 'service-worker' ? WORKER : 'assets/[name]-[hash].js'),
      },
    },
  },
}
