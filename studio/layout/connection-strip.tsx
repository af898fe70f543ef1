import { Hourglass, WifiOff } from 'lucide-react'
import { useOnline } from './use-online.ts'
import { useDelayed } from './use-delayed.ts'
import { useWaiting } from './use-waiting.ts'

/** After this time without a response, tell the user that the request is still running. */
const SLOW_MS = 6000

/** A notice that the browser is offline or a request is slow. It overlays the page, so nothing moves. */
export function ConnectionStrip() {
  const online = useOnline()
  const slow = useDelayed(SLOW_MS, useWaiting())
  const Icon = online ? Hourglass : WifiOff
  return (
    <output className="pointer-events-none fixed inset-x-4 bottom-6 z-60 flex justify-center max-md:bottom-20">
      {online && !slow ? null : (
        <span className="flex items-center gap-2.5 rounded-card border border-line bg-surface px-4 py-2.5 shadow-2">
          <Icon size={18} strokeWidth={1.75} aria-hidden className="shrink-0 text-warn-text" />
          {online
            ? 'This is taking longer than usual.'
            : "You're offline. We'll load the rest when you're back online."}
        </span>
      )}
    </output>
  )
}
