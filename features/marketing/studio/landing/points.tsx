import { Cookie, Feather, Landmark, Lock } from 'lucide-react'

const POINTS = [
  [Landmark, 'Funds go straight to you'],
  [Lock, 'Row-level security'],
  [Cookie, 'No third-party cookies'],
  [Feather, 'A 4 KB script, no layout shift'],
] as const

/** Four facts on one line; a test verifies each. */
export function Points() {
  return (
    <ul className="mt-10 flex flex-wrap justify-between gap-x-8 gap-y-3 border-y border-line py-4 text-text-2 max-md:mt-6 max-md:grid max-sm:grid-cols-1">
      {POINTS.map(([Icon, words]) => (
        <li key={words} className="flex items-center gap-2.5">
          <Icon size={16} strokeWidth={1.75} aria-hidden />
          {words}
        </li>
      ))}
    </ul>
  )
}
