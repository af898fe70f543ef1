import type { Door } from './door-device.ts'
import { refusedText, timeText } from './result-copy.ts'
import { useDoor } from './use-door.ts'

const NO_NAME = 'Guest without a name'

/** What went wrong without a connection: tickets that two devices admitted, and people who should not have been let in. */
export function ProblemsView({ door }: { door: Door }) {
  const { sheet, refused } = useDoor(door)
  const conflicts = sheet?.conflicts ?? []
  if (conflicts.length + refused.length === 0)
    return (
      <p className="door-empty">
        No problems. Tickets that two devices admit without a connection appear here.
      </p>
    )
  return (
    <ul className="door-rows" aria-label="Problems">
      {conflicts.map(({ holder_name, first, second }) => (
        <li key={second.scan_id}>
          <span className="door-row-text">
            <bdi className="door-row-name">{holder_name ?? NO_NAME}</bdi>
            <small>
              Admitted twice: by <bdi>{first.device ?? 'staff'}</bdi> at {timeText(first.at)}, and by{' '}
              <bdi>{second.device ?? 'staff'}</bdi> at {timeText(second.at)}.
            </small>
          </span>
        </li>
      ))}
      {refused.map(({ scan_id, holder_name, result, at }) => (
        <li key={scan_id}>
          <span className="door-row-text">
            <bdi className="door-row-name">{holder_name ?? NO_NAME}</bdi>
            <small>
              Admitted by this device at {timeText(at)}, without a connection. {refusedText(result)}
            </small>
          </span>
        </li>
      ))}
    </ul>
  )
}
