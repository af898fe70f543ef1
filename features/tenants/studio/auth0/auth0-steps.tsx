import { Check } from 'lucide-react'
import { STEPS, type Step } from './auth0-draft.ts'

export interface Auth0StepsProps {
  current: Step
  /** The earlier steps are not done: their numbers stay. */
  skipped: boolean
  onStep: (step: Step) => void
}

/** Buttons for the four steps. The heading below names the current one. */
export function Auth0Steps({ current, skipped, onStep }: Auth0StepsProps) {
  return (
    <nav aria-label="Steps">
      <ol className="flex items-center gap-2 max-sm:gap-1">
        {STEPS.map((title, at) => {
          const isCurrent = at === current
          return (
            <li key={title} className="flex min-w-0 items-center gap-2 not-last:flex-1 max-sm:gap-1">
              <button
                type="button"
                aria-current={isCurrent ? 'step' : undefined}
                aria-label={`${at + 1}. ${title}`}
                title={title}
                className="grid size-8 shrink-0 cursor-pointer place-items-center rounded-full hover:bg-hover focus-visible:outline-2 focus-visible:outline-focus max-sm:size-11"
                onClick={() => onStep(at as Step)}
              >
                <span
                  aria-hidden="true"
                  className={`grid size-6 place-items-center rounded-full text-caption font-label tabular-nums ${
                    (skipped ? isCurrent : at <= current)
                      ? 'bg-accent text-on-accent'
                      : 'bg-subtle text-text-2'
                  }`}
                >
                  {at < current && !skipped ? <Check size={13} strokeWidth={2.5} /> : at + 1}
                </span>
              </button>
              {at + 1 < STEPS.length ? <span aria-hidden="true" className="h-px flex-1 bg-line" /> : null}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
