import '#ui/tabs/tabs.css'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { lazy } from '#ui/lazy.tsx'
import { Link, useLocation } from 'react-router'
import { Tooltip } from '#ui/overlays/tooltip.tsx'
import { useLoginPrompt } from './login-prompt.tsx'
import { type CONNECT_PAGES, type NavItem, connectPageOf } from './nav-items.ts'
import { useIsCurrent } from './nav-link.tsx'
import { useConnectPages } from './use-nav-items.ts'

const Popover = lazy(() => import('#ui/overlays/popover.tsx'), 'over')

interface ConnectProps {
  item: NavItem
  icon: ReactNode
}

/** The Connect item of the wide sidebar; expands in place to show its pages. */
export function ConnectTree({ item, icon }: ConnectProps) {
  const pages = useConnectPages()
  const requireLogin = useLoginPrompt()
  const current = useIsCurrent(item)
  const [chosen, setChosen] = useState<boolean>()
  const open = chosen ?? current
  const Chevron = open ? ChevronDown : ChevronRight
  return (
    <>
      <button
        type="button"
        data-nav
        aria-expanded={open}
        aria-controls="connect-pages"
        className="bb-nav-row"
        style={open ? { color: 'var(--bb-text)' } : undefined}
        onClick={() => requireLogin(item.label) && setChosen(!open)}
      >
        {icon}
        {item.label}
        <Chevron size={16} strokeWidth={1.75} aria-hidden className="ml-auto text-text-3" />
      </button>
      <ul id="connect-pages" hidden={!open} className="my-1 ml-[18px] border-l border-line">
        {pages.map((page) => (
          <li key={page.path}>
            <ConnectLink page={page} className="bb-nav-sub" />
          </li>
        ))}
      </ul>
    </>
  )
}

/** The Connect item of the narrow sidebar; its pages open in a popover. */
export function ConnectFlyout({ item, icon }: ConnectProps) {
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
            <ConnectPages onLeave={() => setOpen(false)} />
          </Popover>
        </Suspense>
      ) : null}
    </>
  )
}

/** The Connect pages as items of a panel. */
export function ConnectPages({ onLeave }: { onLeave: () => void }) {
  const pages = useConnectPages()
  return pages.map((page) => (
    <ConnectLink key={page.path} page={page} className="bb-item" onClick={onLeave} />
  ))
}

/** The Connect pages as tabs above the screen, for viewports whose sidebar does not list them. */
export function ConnectStrip() {
  const pages = useConnectPages()
  const currentPath = connectPageOf(useLocation().pathname)
  const strip = useRef<HTMLElement>(null)
  useEffect(() => {
    const current = strip.current?.querySelector(`[href="${currentPath}"]`)
    current?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [currentPath])
  if (!pages.some(({ path }) => path === currentPath)) return null
  return (
    <nav ref={strip} aria-label="Connect" className="bb-tabs mb-5">
      {pages.map((page) => (
        <ConnectLink key={page.path} page={page} className="bb-tab" />
      ))}
    </nav>
  )
}

function ConnectLink(props: {
  page: (typeof CONNECT_PAGES)[number]
  className: string
  onClick?: () => void
}) {
  const { pathname } = useLocation()
  const { page, className, onClick } = props
  return (
    <Link
      to={page.path}
      data-nav
      className={className}
      aria-current={connectPageOf(pathname) === page.path ? 'page' : undefined}
      onClick={onClick}
    >
      {page.label}
    </Link>
  )
}
