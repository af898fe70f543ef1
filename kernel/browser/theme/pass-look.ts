import { OWN_NAMES } from './theme.ts'

/**
 * Adds the opening page's resolved theme to the URL of a window or frame of ours, which already knows the tenant's
 * own theme.
 */
export function passLook(query: URLSearchParams): void {
  const { theme, mode } = document.documentElement.dataset
  if (theme) query.set('theme', theme)
  if (mode) query.set('mode', mode)
  const here = new URLSearchParams(location.search)
  for (const name of OWN_NAMES) {
    const said = here.get(name)
    if (said) query.set(name, said)
  }
}
