import { Badge } from '#ui/base/badge.tsx'
import { usedHere } from './decide-offline.ts'
import type { Door } from './door-device.ts'
import { SoundIcon, SoundOffIcon } from './door-icons.tsx'
import { useDoor } from './use-door.ts'

/** Event, gate, connection, and how many are in. */
export function DoorHead({ door }: { door: Door }) {
  const state = useDoor(door)
  const { sheet, pairing, queue, isOnline, isQuiet } = state
  const sold = sheet?.tickets.length ?? 0
  const admitted = sheet?.tickets.filter(({ code_hash }) => usedHere(code_hash, state)).length ?? 0
  const waiting = queue.length
  return (
    <header className="door-head">
      <div className="door-head-line">
        <div className="door-head-names">
          <h1>
            <bdi>{sheet?.name ?? pairing?.name}</bdi>
          </h1>
          <p>
            <bdi>{sheet?.event_title ?? 'Loading the guest list…'}</bdi>
          </p>
        </div>
        <Badge dot={isOnline ? 'ok' : 'warn'}>
          {isOnline ? 'Online' : 'Offline'}
          {waiting > 0 ? `, ${waiting} to send` : ''}
        </Badge>
        <button
          type="button"
          className="door-icon-button"
          aria-label="Sound"
          aria-pressed={!isQuiet}
          onClick={() => void door.setQuiet(!isQuiet)}
        >
          {isQuiet ? <SoundOffIcon /> : <SoundIcon />}
        </button>
      </div>
      <div className="door-count">
        <p>
          <b>{admitted}</b> of {sold} admitted
        </p>
        <progress max={Math.max(sold, 1)} value={admitted} aria-label="Admitted" />
      </div>
    </header>
  )
}
