import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { CommandMenu } from '#ui/overlays/command-menu.tsx'
import { KeyCap } from '#ui/key-cap.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { useAppearance } from '../appearance.tsx'
import { screens } from '../screens.tsx'
import { readHistoryStart } from '../data/storage.ts'
import { useAuth } from '../session/session.tsx'
import { chooseTenant, useCurrentTenant, useTenants } from '../tenant/tenants.ts'
import { actionCommands, appearanceCommands, sessionCommands } from './action-commands.tsx'
import { showOverlay } from './overlay-state.ts'
import { historyUrls, recentPlaces } from './recent-places.ts'
import { namedScreens, screenCommands } from './screen-commands.tsx'
import { chooseCommands, tenantCommands } from './tenant-commands.tsx'
import { useSearchResults } from './use-search-results.tsx'

/** Number of tenants to list before the user types. */
const MAX_INITIAL_TENANTS = 5

/** The command palette: finds screens, tenants, products, blocks, customers and actions by name. */
export default function Palette() {
  const [search, setSearch] = useState('')
  const navigate = useNavigate()
  const location = useLocation()
  const { user, signOut } = useAuth()
  const appearance = useAppearance()
  const { data: tenants = [] } = useTenants()
  const tenant = useCurrentTenant()
  const go = (path: string) => void navigate(path)
  const found = useSearchResults(search, afterClosing(go))
  const others = tenants.filter(({ id }) => id !== tenant?.id)
  const typing = search.trim() !== ''

  const named = namedScreens(screens, user !== null, tenant?.role ?? 'owner')
  const recent = recentPlaces(
    historyUrls(readHistoryStart(sessionStorage)),
    named.map(({ path }) => path),
    location.pathname,
  ).map((path) => named.find((screen) => screen.path === path)!)
  const actions = {
    signedIn: user !== null,
    tenant,
    appearance,
    go: afterClosing(go),
    copy: afterClosing(copy),
    showKeys: () => showOverlay('keys'),
    signOut: afterClosing(() => void signOut()),
  }

  const groups = [
    // When searching, each screen is listed once.
    { title: 'Recent', commands: typing ? [] : screenCommands(recent, afterClosing(go), 'recent') },
    { title: 'Actions', commands: actionCommands(actions) },
    { title: 'Go to', commands: screenCommands(named, afterClosing(go)) },
    {
      title: 'Tenants',
      commands: [
        ...chooseCommands(
          typing ? tenants : others.slice(0, MAX_INITIAL_TENANTS),
          afterClosing(chooseTenant),
        ),
        ...(typing ? tenantCommands(tenants, afterClosing(go)) : []),
      ],
    },
    { title: 'Appearance', commands: appearanceCommands(appearance) },
    { title: 'Session', commands: sessionCommands(actions) },
    ...found.groups,
  ]
  return (
    <CommandMenu
      open
      onOpenChange={(open) => !open && showOverlay(undefined)}
      title="Commands"
      placeholder="Search or jump to..."
      search={search}
      onSearch={setSearch}
      groups={groups}
      busy={found.busy}
      emptyText={`Nothing found for “${search.trim()}”`}
      foot={
        <>
          <span>
            <KeyCap>↑</KeyCap> <KeyCap>↓</KeyCap> select
          </span>
          <span>
            <KeyCap>Enter</KeyCap> open
          </span>
          <span>
            <KeyCap>Esc</KeyCap> close
          </span>
        </>
      }
    />
  )
}

/** Wraps an action to close the palette first, so that whatever opens next can take the focus. */
function afterClosing<A extends unknown[]>(act: (...args: A) => void): (...args: A) => void {
  return (...args) => {
    showOverlay(undefined)
    act(...args)
  }
}

async function copyToClipboard(text: string, done: string) {
  try {
    await navigator.clipboard.writeText(text)
    toast.success(done)
  } catch {
    toast.error('Failed to copy to clipboard')
  }
}

const copy = (text: string, done: string) => void copyToClipboard(text, done)
