// Splits the utility classes into two style sheets: ui/studio.css, which every page loads, gets the classes of
// the first screens only, and ui/rest.css, with all classes, loads with every other screen and dialog.
import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Plugin, normalizePath } from 'vite'

/** With slashes on Windows too, as in Vite's module ids. */
const ROOT = normalizePath(fileURLToPath(new URL('..', import.meta.url)))
const BASE = posix.join(ROOT, 'ui', 'studio.css')
const ENTRY = posix.join(ROOT, 'studio', 'main.tsx')

/**
 * The lazily loaded modules of a first view of the landing page or the dashboard. Modules that these and the
 * entry import directly belong to the first screens as well.
 */
const FIRST = [
  'studio/home-screen.tsx',
  'studio/landing-screen.tsx',
  'studio/dashboard-screen.tsx',
  'studio/layout/bottom-bar.tsx',
  'studio/layout/search-field.tsx',
  'studio/layout/sidebar-plan.tsx',
  'studio/layout/for-user.tsx',
  'studio/layout/tenant-switcher.tsx',
  'features/activity/studio/activity-section.tsx',
  'features/marketing/studio/landing/live-block.tsx',
  'features/marketing/studio/landing/user-start-link.tsx',
  'features/marketing/studio/site-footer.tsx',
  'features/orders/studio/orders-example.tsx',
  'features/plans/studio/banner/plan-banner.tsx',
  'features/stats/studio/stats-section.tsx',
].map((path) => posix.join(ROOT, path))

const NOW = /^(?:import(?!\s+type\b)\s+(?:[^']*?\sfrom\s+)?|export\s+(?:\*|\{)[^']*?\sfrom\s+)'([^']+)'/gm
const LATER = /\bimport\(\s*'([^']+)'/g
/** Where ui/rest.css looks for class names. */
const WITH_CLASSES = /^(?:ui|studio|features\/[^/]+\/studio|blocks\/[^/]+\/studio)\/.*\.tsx$/

/** The project's own modules that a module imports, as absolute paths. */
function importsOf(file: string, pattern: RegExp) {
  return [...readFileSync(file, 'utf8').matchAll(pattern)].flatMap(([, name = '']) => {
    if (!/\.tsx?$/.test(name) || !/^[.#]/.test(name)) return []
    const inRoot = name.startsWith('#docs/') ? name.replace('#docs/', 'docs/site/') : name.slice(1)
    return [name.startsWith('#') ? posix.join(ROOT, inRoot) : posix.join(posix.dirname(file), name)]
  })
}

/** These modules and all that they import, except on demand. */
function withImports(files: Iterable<string>) {
  const found = new Set(files)
  for (const file of found) for (const imported of importsOf(file, NOW)) found.add(imported)
  return found
}

const hasClasses = (file: string) => WITH_CLASSES.test(posix.relative(ROOT, file))

/**
 * The modules whose classes ui/studio.css contains, and the modules loaded on demand that need ui/rest.css:
 * those that import a module with classes that is not among the first.
 */
export function splitClasses() {
  const first = withImports([ENTRY, ...FIRST])
  const all = withImports(first)
  const rest = new Set<string>()
  for (const file of all)
    for (const target of importsOf(file, LATER)) {
      if (first.has(target)) continue
      const loaded = withImports([target])
      for (const module of loaded) all.add(module)
      if ([...loaded].some((module) => hasClasses(module) && !first.has(module))) rest.add(target)
    }
  return { first: [...first].filter(hasClasses), rest }
}

/**
 * In a build, gives ui/studio.css only the classes of the first screens, and all other screens ui/rest.css. In
 * development ui/studio.css has all classes.
 */
export function firstStyles(): Plugin {
  let split: ReturnType<typeof splitClasses> | undefined
  return {
    name: 'first-styles',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      split ??= splitClasses()
      if (id === BASE) {
        const sources = split.first.map((file) => `@source '${posix.relative(posix.dirname(BASE), file)}';\n`)
        return { code: code.replaceAll(/^@source .*\n/gm, '') + sources.join(''), map: null }
      }
      if (split.rest.has(id)) return { code: `import '#ui/rest.css'\n${code}`, map: null }
      return undefined
    },
  }
}
