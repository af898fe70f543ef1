import { useEffect, useState } from 'react'
import { DoorHead } from './door-head.tsx'
import type { Door } from './door-device.ts'
import { ConflictIcon, ListIcon, ScanIcon } from './door-icons.tsx'
import { GuestsView } from './guests-view.tsx'
import { PairView } from './pair-view.tsx'
import { type PairingLink, readPairingLink } from './pairing-link.ts'
import { ProblemsView } from './problems-view.tsx'
import { ScanView } from './scan-view.tsx'
import { useDoor } from './use-door.ts'

type Tab = 'scan' | 'guests' | 'problems'

/** The check-in page: a link is redeemed once, then codes are checked. */
export function DoorApp({ door }: { door: Door }) {
  const state = useDoor(door)
  const [link, setLink] = useState(takeLink)
  const [tab, setTab] = useState<Tab>('scan')

  useEffect(() => {
    // The page may be open already when another link is opened.
    const take = () => setLink((before) => takeLink() ?? before)
    addEventListener('hashchange', take)
    return () => removeEventListener('hashchange', take)
  }, [])

  if (!state.pairing || link) return <PairView door={door} link={link} onDone={() => setLink(undefined)} />
  const problems = (state.sheet?.conflicts.length ?? 0) + state.refused.length
  const tabs = [
    { id: 'scan', label: 'Scan', icon: <ScanIcon /> },
    { id: 'guests', label: 'Guests', icon: <ListIcon /> },
    { id: 'problems', label: 'Problems', icon: <ConflictIcon /> },
  ] as const
  return (
    <div className="door">
      <DoorHead door={door} />
      <main className="door-main">
        {tab === 'scan' ? <ScanView door={door} /> : null}
        {tab === 'guests' ? <GuestsView door={door} /> : null}
        {tab === 'problems' ? <ProblemsView door={door} /> : null}
      </main>
      <nav className="door-tabs" aria-label="Check-in">
        {tabs.map(({ id, label, icon }) => (
          <button
            key={id}
            type="button"
            aria-current={tab === id ? 'page' : undefined}
            onClick={() => setTab(id)}
          >
            {icon}
            <span>
              {label}
              {id === 'problems' && problems > 0 ? <b> {problems}</b> : null}
            </span>
          </button>
        ))}
      </nav>
    </div>
  )
}

/** Takes the link out of the address, so that its code is in no history. */
function takeLink(): PairingLink | undefined {
  const link = readPairingLink(location.hash)
  if (link) history.replaceState(null, '', location.pathname)
  return link
}
