import { Check } from 'lucide-react'

const STEPS = ['Welcome', 'Your tenant', 'Ready']

/** The progress: three steps, with check marks on the finished ones. */
export function WizardSteps({ current }: { current: 1 | 2 | 3 }) {
  return (
    <ol aria-label="Steps" className="flex items-center gap-3 text-small max-md:gap-2">
      {STEPS.map((label, at) => {
        const done = at + 1 < current || current === STEPS.length
        const isCurrent = at + 1 === current
        return (
          <li
            key={label}
            aria-current={isCurrent ? 'step' : undefined}
            className="flex items-center gap-3 not-last:flex-1 max-md:gap-2"
          >
            <span
              aria-hidden="true"
              className={`grid size-6 shrink-0 place-items-center rounded-full text-caption font-label tabular-nums ${
                isCurrent || done ? 'bg-accent text-on-accent' : 'bg-subtle text-text-2'
              }`}
            >
              {done ? <Check size={13} strokeWidth={2.5} /> : at + 1}
            </span>
            <span className={`whitespace-nowrap ${isCurrent ? 'font-label text-text' : 'text-text-2'}`}>
              {label}
              {done ? <span className="sr-only">, done</span> : null}
            </span>
            {at + 1 < STEPS.length ? <span aria-hidden="true" className="h-px flex-1 bg-line" /> : null}
          </li>
        )
      })}
    </ol>
  )
}
