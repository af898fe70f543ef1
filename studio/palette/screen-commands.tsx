import type { Command } from '#ui/overlays/command-menu.tsx'
import { CONNECT_PAGES, NAV_ITEMS } from '../layout/nav-items.ts'
import type { Screen } from '../screen.ts'
import { isOffered } from '../tenant/offered-screens.ts'
import type { TenantRole } from '#kernel/browser/staff-rights.ts'
import { screenIcon } from './screen-icons.ts'

/** Alternative paths of a screen and steps of a flow. Users do not navigate to these by name. */
const UNNAMED = [
  '/home',
  '/success',
  '/studio/mode',
  '/studio/billing',
  '/bolt',
  '/bolt/admin/stripe',
  '/bolt/connect',
  '/bolt/dashboard',
  '/bolt/onboarding',
  '/bolt/pricing',
  '/bolt/studio',
  '/bolt/studio/billing',
]

/** Navigation labels, for screens with a different title. */
const NAMES = new Map([...CONNECT_PAGES, ...NAV_ITEMS].map(({ path, label }) => [path, label]))

/**
 * Returns the screens to list in the palette: those in the layout that this user may open.
 * @param role on the chosen tenant
 */
export function namedScreens(screens: readonly Screen[], signedIn: boolean, role: TenantRole): Screen[] {
  return screens.filter(
    ({ path, frame, guard }) =>
      isOffered({ guard }, role) &&
      frame !== 'bare' &&
      !path.includes(':') &&
      !UNNAMED.includes(path) &&
      (signedIn || guard === 'public'),
  )
}

/**
 * Returns a command that navigates to each screen.
 * @param kind makes the commands distinct from those of another list
 */
export function screenCommands(
  screens: readonly Screen[],
  go: (path: string) => void,
  kind = 'screen',
): Command[] {
  return screens.map(({ path, title }) => {
    const Icon = screenIcon(path)
    const name = NAMES.get(path)
    return {
      id: `${kind} ${path}`,
      label: title,
      ...(name && name !== title ? { note: name } : {}),
      words: path.replaceAll('/', ' '),
      icon: <Icon size={16} strokeWidth={1.75} aria-hidden />,
      run: () => go(path),
    }
  })
}
