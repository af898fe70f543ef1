import { fileURLToPath } from 'node:url'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { type Plugin, defineConfig, loadEnv } from 'vite'
import { blocks } from '#blocks/registry.ts'
import { firstStyles } from './first-styles.ts'

const here = fileURLToPath(new URL('.', import.meta.url))
const FONT = /instrument-sans-latin-wght-normal.*\.woff2$/

/**
 * Modules that every page loads, bundled into one file because many small files compress worse. They may
 * import only each other.
 */
const EVERYWHERE = new RegExp(
  [
    'ui/base/(badge|button|card|class-names|mark|note|segments|skeleton)\\.',
    'ui/(button|failed-sheets|icon-button|lazy|load-with-retry|lists/(failed-row|skeletons)|theme/themes)\\.',
    'ui/(toasts/(toast|toast-host)|overlays/(tooltip|tooltip-trigger))\\.',
    'studio/(session/(auth-client|lazy-auth-actions|second-factor-due|session|session-context|signing-out|use-session))\\.',
    'studio/(auth/new-account|config|data/(queries|storage)|layout/nav-items|plan/paywall|routing/unsaved-work)\\.',
    'lucide-react/dist/esm/((?!icons|lucide|dynamic)|icons/chevron-down\\.)',
    'react-query/build/modern/QueryClientProvider\\.',
    'vite/preload-helper|rolldown/runtime',
  ].join('|'),
)

/** Small modules that the landing page shares with other screens, bundled for the same reason. */
const FRONT = new RegExp(
  [
    'studio/(plan/(in-development|plan-features)|tenant/themed-container)\\.',
    'ui/(base/initials|code/script-tag-text|use-is-seen)\\.',
    'plans/studio/feature-list\\.',
    'lucide-react/dist/esm/icons/(check|code-xml|credit-card|database|lock|user-round-check)\\.',
  ].join('|'),
)

/**
 * Small modules of the signed-in Studio, bundled for the same reason. They may import only each other and the files above:
 * a group takes what its modules import, and the landing page must load none of it.
 */
const SIGNED_IN = new RegExp(
  [
    'ui/(avatar|mode-badge|notice|page-head|progress|value-well|use-debounced-search|code/(copy-button|use-copy))\\.',
    'ui/(base/input|forms/(search-input|select)|lists/(empty-state|facts|list-frame|list-toolbar|row-steps|sort|table))\\.',
    '(tenants/studio/auth-status|connect/studio/payments-label|studio/routing/use-open-row)\\.',
    '(ui/chart/|ui/tabs/stat-tabs\\.|ui/use-width\\.|stats/studio/stats-(skeleton|view|words)\\.)',
    'orders/studio/(order-words|orders-table|use-orders)\\.',
    'features/(connect|orders|plans|staff)/endpoints\\.',
    'connect/studio/(payments-status|use-account-label|use-connect)\\.',
    '(plans/studio/(plan-status|billing/billing-text)|studio/(data/api|plan/use-billing|tenant/(current-tenant|tenants)))\\.',
    'kernel/browser/(call|endpoint|own-address|staff-rights)\\.',
    'ui/theme/theme-swatch\\.|studio/tenant/tenant-theme\\.|kernel/browser/(list-view|order-states|save-file)\\.',
    'lucide-react/dist/esm/icons/(circle-check|circle-x|copy|download|flask-conical|info|plus|refresh-cw|search|search-x)\\.',
    'lucide-react/dist/esm/icons/(receipt|settings|ticket|triangle-alert|triangle-exclamation-point|undo-2|user-cog|users|x)\\.',
  ].join('|'),
)

/** The groups that `index.html` itself loads, and how the names of their files begin. */
const FIRST_FILES = new Set(['react', 'base', 'front'])
const EVERY_PAGE = 'assets/_'

/** Preloads the text font with the page instead of after the style sheet. */
function preloadFont(): Plugin {
  return {
    name: 'preload-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const file = Object.keys(bundle ?? {}).find((name) => FONT.test(name))
        if (!file) throw new Error('The text font is not among the built files')
        const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${file}` }
        return [{ tag: 'link', attrs, injectTo: 'head' }]
      },
    },
  }
}

/**
 * In development, fills the page's configuration from BB_URL and BB_ANON_KEY (`npm run keys` prints both).
 */
function fillConfig(): Plugin {
  return {
    name: 'fill-config',
    apply: 'serve',
    transformIndexHtml(html) {
      const { BB_URL: url, BB_ANON_KEY: anonKey } = loadEnv('development', here, 'BB_')
      const settings = JSON.stringify({
        url,
        anonKey,
        mode: 'development',
        sandbox: true,
        blocks: Object.keys(blocks),
      })
      return html.replace(
        /id="bb-config">\s*\{\}\s*</,
        () => `id="bb-config">${settings.replaceAll('<', '\\u003c')}<`,
      )
    },
  }
}

export default defineConfig({
  root: here,
  base: '/',
  plugins: [firstStyles(), react(), tailwind(), preloadFont(), fillConfig()],
  build: {
    outDir: '../dist/studio',
    emptyOutDir: true,
    target: 'es2023',
    // Data URLs would need an exception in the Content Security Policy.
    assetsInlineLimit: 0,
    // Every supported browser has modulepreload.
    modulePreload: {
      polyfill: false,
      // What the page itself has loaded needs no place in the list of each screen, which all visitors load.
      resolveDependencies: (_file, files, { hostType }) =>
        hostType === 'html' ? files : files.filter((file) => !file.startsWith(EVERY_PAGE)),
    },
    rolldownOptions: {
      output: {
        // The entry lists all files, so names without words make every visitor's first load 0.8 KB smaller.
        entryFileNames: 'assets/[hash].js',
        chunkFileNames: ({ name }) => (FIRST_FILES.has(name) ? `${EVERY_PAGE}[hash].js` : 'assets/[hash].js'),
        assetFileNames: ({ names }) =>
          names[0]?.endsWith('.css') ? 'assets/[hash].css' : 'assets/[name]-[hash][extname]',
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler|react-router)\// },
            { name: 'base', test: EVERYWHERE },
            { name: 'front', test: FRONT },
            { name: 'queries', test: /node_modules\/@tanstack\/(?!.*QueryClientProvider)/ },
            { name: 'written', test: /kernel\/browser\/(dates|languages|local|money)\./ },
            { name: 'signed-in', test: SIGNED_IN },
          ],
        },
      },
    },
  },
})
