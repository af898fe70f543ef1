import { OWN_NAMES } from './theme.ts'

/**
 * Tells a window or frame of ours, in its address, what the page that opens it wears; the tenant's own theme it knows
 * itself.
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
