import '#ui/tabs/tabs.css'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { lazy } from '#ui/lazy.tsx'
import { Link } from 'react-router'
import { Tooltip } from '#ui/overlays/tooltip.tsx'
import { useLoginPrompt } from './login-prompt.tsx'
import type { NavItem, SubPage } from './nav-items.ts'
import { useIsCurrent } from './nav-link.tsx'
import { useCurrentItem, useCurrentSubPath, useSubPages } from './use-nav-items.ts'

const Popover = lazy(() => import('#ui/overlays/popover.tsx'), 'over')

interface SubNavProps {
  item: NavItem
  pages: readonly SubPage[]
  icon: ReactNode
}

/** An item of the wide sidebar with pages below it; expands in place to show them. */
export function SubTree({ item, pages, icon }: SubNavProps) {
  const requireLogin = useLoginPrompt()
  const current = useIsCurrent(item)
  const [chosen, setChosen] = useState<boolean>()
  const open = chosen ?? current
  const Chevron = open ? ChevronDown : ChevronRight
  const listId = `${item.id}-pages`
  return (
    <>
      <button
        type="button"
        data-nav
        aria-expanded={open}
        aria-controls={listId}
        className="bb-nav-row"
        style={open ? { color: 'var(--bb-text)' } : undefined}
        onClick={() => requireLogin(item.label) && setChosen(!open)}
      >
        {icon}
        {item.label}
        <Chevron size={16} strokeWidth={1.75} aria-hidden className="ml-auto text-text-3" />
      </button>
      <ul id={listId} hidden={!open} className="my-1 ml-[18px] border-l border-line">
        <SubLinks pages={pages} className="bb-nav-sub" as="li" />
      </ul>
    </>
  )
}

/** An item of the narrow sidebar with pages below it; they open in a popover. */
export function SubFlyout({ item, pages, icon }: SubNavProps) {
  const requireLogin = useLoginPrompt()
  const current = useIsCurrent(item)
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  return (
    <>
      <Tooltip text={item.label} side="right" describes={false}>
        <button
          ref={button}
          type="button"
          data-nav
          data-current={current ? '' : undefined}
          aria-label={item.label}
          aria-haspopup="dialog"
          aria-expanded={open}
          className="bb-nav-row w-10 justify-center px-0"
          onClick={() => requireLogin(item.label) && setOpen(!open)}
        >
          {icon}
        </button>
      </Tooltip>
      {open ? (
        <Suspense>
          <Popover anchor={button} open onOpenChange={setOpen} label={item.label} side="right" align="start">
            <SubPanel pages={pages} onLeave={() => setOpen(false)} />
          </Popover>
        </Suspense>
      ) : null}
    </>
  )
}

/** The pages below an item as entries of a panel. */
export function SubPanel({ pages, onLeave }: { pages: readonly SubPage[]; onLeave: () => void }) {
  return <SubLinks pages={pages} className="bb-item" onClick={onLeave} />
}

/**
 * The pages of Connect as tabs above the screen, for viewports whose sidebar does not list them. The pages of Blocks have
 * tabs of their own.
 */
export function ConnectStrip() {
  const item = useCurrentItem()
  const pages = useSubPages('connect') ?? []
  const currentPath = useCurrentSubPath(pages)
  const strip = useRef<HTMLElement>(null)
  useEffect(() => {
    const current = strip.current?.querySelector(`[href="${currentPath}"]`)
    current?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [currentPath])
  if (item?.id !== 'connect' || !currentPath) return null
  return (
    <nav ref={strip} aria-label={item.label} className="bb-tabs bb-strip mb-5">
      <SubLinks pages={pages} className="bb-tab" />
    </nav>
  )
}

function SubLinks(props: { pages: readonly SubPage[]; className: string; onClick?: () => void; as?: 'li' }) {
  const { pages, className, onClick } = props
  const currentPath = useCurrentSubPath(pages)
  return pages.map((page) => {
    const link = (
      <Link
        key={page.path}
        to={page.path}
        data-nav
        className={className}
        aria-current={currentPath === page.path ? 'page' : undefined}
        onClick={onClick}
      >
        {page.label}
      </Link>
    )
    return props.as ? <li key={page.path}>{link}</li> : link
  })
}
