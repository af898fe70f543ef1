import { Progress } from '#ui/progress.tsx'

/** Seats sold of those for sale, as a number and a bar. */
export function SeatsBar({
  name,
  sold,
  held,
  capacity,
}: {
  name: string
  sold: number
  held: number
  capacity: number
}) {
  if (capacity === 0 && sold + held === 0) return <span className="text-text-3">No seats</span>
  const isFull = capacity > 0 && sold >= capacity
  return (
    <span className="flex min-w-28 flex-col gap-1 tabular-nums">
      <span className="whitespace-nowrap">
        {sold.toLocaleString('en-US')}{' '}
        <span className="text-text-3">of {capacity.toLocaleString('en-US')} sold</span>
        {held > 0 ? <span className="text-text-3">, {held} in carts</span> : null}
      </span>
      <Progress
        label={`Sold: ${name}`}
        value={capacity ? Math.min(1, sold / capacity) : 0}
        {...(isFull && { tone: 'ok' as const })}
      />
    </span>
  )
}
