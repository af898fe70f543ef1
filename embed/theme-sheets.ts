import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { splitTokens } from './theme-css.ts'

const PREFIX = 'virtual:tokens/'
const NAMES = { [`${PREFIX}shared.css`]: 'shared' } as Record<string, string>

/** Files whose styles decide which variables embed pages need. */
const STYLES = ['ui/base/**/*.{css,tsx}', 'embed/**/*.css', '{blocks,features}/*/embed/*.css']

/**
 * Serves the style sheets split from ui/theme/tokens.css: `virtual:tokens/shared.css` and
 * `virtual:tokens/theme-{theme}.css`.
 * @param files globs of the pages' styles
 */
export function themeSheets(root: string, files = STYLES): Plugin {
  const split = () => {
    const styles = globSync(files, { cwd: root }).map((file) => readFileSync(join(root, file), 'utf8'))
    return splitTokens(readFileSync(join(root, 'ui/theme/tokens.css'), 'utf8'), styles.join('\n'))
  }
  return {
    name: 'theme-sheets',
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return null
      const name = id.slice(PREFIX.length + 1).replace(/\.css$/, '')
      const { shared, themes } = split()
      return NAMES[id.slice(1)] ? shared : (themes[name.replace('theme-', '')] ?? null)
    },
  }
}
