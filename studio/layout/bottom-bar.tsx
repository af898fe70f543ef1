import './nav.css'
import { Suspense, useEffect, useState } from 'react'
import { lazy } from '#ui/lazy.tsx'
import { SubPanel } from './sub-nav.tsx'
import { useLoginPrompt } from './login-prompt.tsx'
import { NAV_ICONS } from './nav-icons.ts'
import type { NavItem, SubPage } from './nav-items.ts'
import { moveBetweenItems } from './nav-keys.ts'
import { NavLink, useIsCurrent } from './nav-link.tsx'
import { useNavItems, useSubPages } from './use-nav-items.ts'

const BottomSheet = lazy(
  () => import('#ui/overlays/drawer.tsx').then(({ BottomSheet }) => ({ default: BottomSheet })),
  'over',
)

/** The phone navigation: six tabs at the bottom, hidden while the user types. */
export default function BottomBar() {
  const typing = useTyping()
  const items = useNavItems()
  if (typing) return null
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)]"
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys belong to the links in it */}
      <ul className="grid auto-cols-fr grid-flow-col" onKeyDown={moveBetweenItems}>
        {items.map((item) => (
          <li key={item.id}>
            <Tab item={item} />
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Tab({ item }: { item: NavItem }) {
  const pages = useSubPages(item.id)
  const Icon = NAV_ICONS[item.id]
  if (pages) return <SheetTab item={item} pages={pages} />
  return (
    <NavLink item={item} className="bb-tab-item">
      <Icon size={20} strokeWidth={1.75} aria-hidden />
      {item.label}
    </NavLink>
  )
}

function SheetTab({ item, pages }: { item: NavItem; pages: readonly SubPage[] }) {
  const requireLogin = useLoginPrompt()
  const current = useIsCurrent(item)
  const [open, setOpen] = useState(false)
  const Icon = NAV_ICONS[item.id]
  return (
    <>
      <button
        type="button"
        data-nav
        data-current={current ? '' : undefined}
        aria-haspopup="dialog"
        aria-expanded={open}
        className="bb-tab-item"
        onClick={() => requireLogin(item.label) && setOpen(true)}
      >
        <Icon size={20} strokeWidth={1.75} aria-hidden />
        {item.label}
      </button>
      {open ? (
        <Suspense>
          <BottomSheet open onOpenChange={setOpen} title={item.label}>
            <SubPanel pages={pages} onLeave={() => setOpen(false)} />
          </BottomSheet>
        </Suspense>
      ) : null}
    </>
  )
}

const TEXT_FIELD = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true]'

/**
 * Returns true while a text field has focus on a touch screen, because then the on-screen keyboard is open.
 */
function useTyping(): boolean {
  const [typing, setTyping] = useState(false)
  useEffect(() => {
    if (!matchMedia('(pointer: coarse)').matches) return undefined
    const update = () => setTyping(document.activeElement?.matches(TEXT_FIELD) ?? false)
    const updateLater = () => setTimeout(update)
    document.addEventListener('focusin', update)
    document.addEventListener('focusout', updateLater)
    return () => {
      document.removeEventListener('focusin', update)
      document.removeEventListener('focusout', updateLater)
    }
  }, [])
  return typing
}
