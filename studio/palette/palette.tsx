import { useState } from 'react'
import { useNavigate } from 'react-router'
import { CommandMenu } from '#ui/command-menu.tsx'
import { KeyCap } from '#ui/key-cap.tsx'
import { toast } from '#ui/toast.ts'
import { useAppearance } from '../appearance.tsx'
import { screens } from '../screens.tsx'
import { useAuth } from '../session.tsx'
import { chooseTenant, useCurrentTenant, useTenants } from '../tenants.ts'
import { actCommands, lookCommands } from './act-commands.tsx'
import { showOverlay } from './open-palette.ts'
import { namedScreens, screenCommands } from './screen-commands.tsx'
import { chooseCommands, tenantCommands } from './tenant-commands.tsx'
import { useFound } from './use-found.tsx'

/** Of tenants, before anything is typed. */
const FEW = 5

/** Every screen, tenant, product, block and customer, and what can be done, by a part of the name. */
export default function Palette() {
  const [search, setSearch] = useState('')
  const navigate = useNavigate()
  const { user, signOut } = useAuth()
  const appearance = useAppearance()
  const { data: tenants = [] } = useTenants()
  const tenant = useCurrentTenant()
  const go = (path: string) => void navigate(path)
  const found = useFound(search, leaving(go))
  const others = tenants.filter(({ id }) => id !== tenant?.id)
  const typing = search.trim() !== ''

  const groups = [
    {
      title: 'Go to',
      commands: screenCommands(namedScreens(screens, user !== null), leaving(go)),
    },
    {
      title: 'Tenants',
      commands: [
        ...chooseCommands(typing ? tenants : others.slice(0, FEW), leaving(chooseTenant)),
        ...(typing ? tenantCommands(tenants, leaving(go)) : []),
      ],
    },
    {
      title: 'Do',
      commands: actCommands({
        signedIn: user !== null,
        tenant,
        appearance,
        go: leaving(go),
        copy: leaving(copy),
        showKeys: () => showOverlay('keys'),
        signOut: leaving(() => void signOut()),
      }),
    },
    { title: 'Look', commands: lookCommands(appearance) },
    ...found.groups,
  ]
  return (
    <CommandMenu
      open
      onOpenChange={(open) => !open && showOverlay(undefined)}
      title="Commands"
      placeholder="Where to, or what to do"
      search={search}
      onSearch={setSearch}
      groups={groups}
      busy={found.busy}
      nothing={`Nothing found for “${search.trim()}”`}
      foot={
        <>
          <span>
            <KeyCap>↑</KeyCap> <KeyCap>↓</KeyCap> choose
          </span>
          <span>
            <KeyCap>Enter</KeyCap> do it
          </span>
          <span>
            <KeyCap>Esc</KeyCap> close
          </span>
        </>
      }
    />
  )
}

/** Closes the palette, then acts: what opens next takes the focus. */
function leaving<A extends unknown[]>(act: (...args: A) => void): (...args: A) => void {
  return (...args) => {
    showOverlay(undefined)
    act(...args)
  }
}

async function write(text: string, done: string) {
  try {
    await navigator.clipboard.writeText(text)
    toast.success(done)
  } catch {
    toast.error('Failed to copy to clipboard')
  }
}

const copy = (text: string, done: string) => void write(text, done)
