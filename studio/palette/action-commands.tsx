import { Copy, Keyboard, LogIn, LogOut, Moon, Palette, Plus, Sun, SunMoon } from 'lucide-react'
import type { Command } from '#ui/overlays/command-menu.tsx'
import { MODE_IDS, THEMES } from '#ui/theme/themes.ts'
import type { Appearance } from '../appearance.tsx'
import { type TenantRow, mayWith } from '../tenant/tenants.ts'

const MODES = {
  light: ['Light mode', Sun],
  dark: ['Dark mode', Moon],
  system: ['Match device', SunMoon],
} as const

const icon = (Icon: typeof Plus) => <Icon size={16} strokeWidth={1.75} aria-hidden />

export interface ActionContext {
  signedIn: boolean
  tenant: TenantRow | undefined
  appearance: Appearance
  go: (path: string) => void
  copy: (text: string, what: string) => void
  showKeys: () => void
  signOut: () => void
}

/** What can be started from every screen. */
export function actionCommands(context: ActionContext): Command[] {
  const { signedIn, tenant, go, copy } = context
  if (!signedIn)
    return [
      {
        id: 'sign in',
        label: 'Sign In',
        icon: icon(LogIn),
        keywords: 'log in account',
        run: () => go('/auth'),
      },
    ]
  const key = tenant?.public_key
  return [
    {
      id: 'create tenant',
      label: 'Create Tenant',
      icon: icon(Plus),
      keywords: 'new workspace add',
      run: () => go('/studio?dialog=create'),
    },
    {
      id: 'create block',
      label: 'Create Block',
      icon: icon(Plus),
      keywords: 'new add my blocks',
      run: () => go('/bolt/blocks?dialog=create'),
    },
    ...(tenant && key
      ? [
          ...(mayWith(tenant, 'content')
            ? [
                {
                  id: 'add product',
                  label: 'Add Product',
                  note: tenant.name,
                  icon: icon(Plus),
                  keywords: 'new create item price',
                  run: () => go(`/studio?dialog=settings&tab=products&product=new&tenant=${tenant.id}`),
                },
                {
                  id: 'new table',
                  label: 'New table',
                  note: tenant.name,
                  icon: icon(Plus),
                  keywords: 'create add form list database template',
                  run: () => go(`/bolt/tables?new=empty&tenant=${tenant.id}`),
                },
                {
                  id: 'new bucket',
                  label: 'New bucket',
                  note: tenant.name,
                  icon: icon(Plus),
                  keywords: 'create add files storage upload',
                  run: () => go(`/bolt/tables/files?new=bucket&tenant=${tenant.id}`),
                },
              ]
            : []),
          {
            id: 'copy key',
            label: 'Copy public key',
            note: tenant.name,
            icon: icon(Copy),
            keywords: 'pk',
            run: () => copy(key, 'Public key copied'),
          },
        ]
      : []),
  ]
}

/** The list of keys, and signing out: below everything else. */
export const sessionCommands = (context: ActionContext): Command[] => [
  shortcutsCommand(context),
  ...(context.signedIn
    ? [
        {
          id: 'sign out',
          label: 'Sign out',
          icon: icon(LogOut),
          keywords: 'log out leave',
          run: context.signOut,
        },
      ]
    : []),
]

const shortcutsCommand = ({ showKeys }: ActionContext): Command => ({
  id: 'keys',
  label: 'Keyboard shortcuts',
  note: '?',
  icon: icon(Keyboard),
  keywords: 'shortcuts help keys',
  run: showKeys,
})

/** Commands for the Studio's theme and mode. */
export function appearanceCommands({ setTheme, setMode }: Appearance): Command[] {
  return [
    ...THEMES.map(({ id, name }) => ({
      id: `theme ${id}`,
      label: name,
      note: 'Theme',
      icon: icon(Palette),
      keywords: 'look colors colours switch',
      run: () => setTheme(id),
    })),
    ...MODE_IDS.map((id) => {
      const [label, Icon] = MODES[id]
      return { id: `mode ${id}`, label, icon: icon(Icon), keywords: 'look switch', run: () => setMode(id) }
    }),
  ]
}
