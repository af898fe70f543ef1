import { LogOut, Search, UserRound } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import { lazy } from '#ui/lazy.tsx'
import { Link } from 'react-router'
import { Avatar } from '#ui/avatar.tsx'
import { initials } from '#ui/base/initials.ts'
import type { SignedInUser } from '../session/session-context.ts'
import { useAuth } from '../session/session.tsx'
import { showOverlay } from '../palette/overlay-state.ts'
import { AppearanceChoice } from './appearance-buttons.tsx'

const Popover = lazy(() => import('#ui/overlays/popover.tsx'), 'over')
const TenantList = lazy(() => import('./tenant-list.tsx'), 'quiet')

/** The account button on phones. Its menu contains what does not fit in the header. */
export default function AccountMenu({ user }: { user: SignedInUser }) {
  const { signOut } = useAuth()
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        ref={button}
        type="button"
        // Speech control goes by what is shown: the initials are part of the name.
        aria-label={`Account, ${initials(user.email)}`}
        aria-haspopup="dialog"
        aria-expanded={open}
        className="grid size-11 cursor-pointer place-items-center rounded-full"
        onClick={() => setOpen(!open)}
      >
        <Avatar name={user.email} round plain />
      </button>
      {open ? (
        <Suspense>
          <Popover anchor={button} open onOpenChange={setOpen} label="Account" width={320}>
            <p className="truncate px-2.5 py-2 text-text-2">{user.email}</p>
            <button
              type="button"
              className="bb-item"
              onClick={() => {
                setOpen(false)
                showOverlay('palette')
              }}
            >
              <Search size={16} strokeWidth={1.75} aria-hidden />
              Search
            </button>
            <Link to="/studio/account" className="bb-item" onClick={() => setOpen(false)}>
              <UserRound size={16} strokeWidth={1.75} aria-hidden />
              Account
            </Link>
            <button type="button" className="bb-item" onClick={() => void signOut()}>
              <LogOut size={16} strokeWidth={1.75} aria-hidden />
              Sign out
            </button>
            {/* Loads late, so it goes last: rows must not move while the user taps. */}
            <Suspense>
              <TenantList onChoose={() => setOpen(false)}>
                <div className="mt-1 border-t border-line pt-2">
                  <AppearanceChoice />
                </div>
              </TenantList>
            </Suspense>
          </Popover>
        </Suspense>
      ) : null}
    </>
  )
}
