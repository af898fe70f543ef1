import { CircleCheck, Circle } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Card } from '#ui/base/card.tsx'
import { Button } from '#ui/button.tsx'
import { Progress } from '#ui/progress.tsx'
import { STEPS, type Step } from './checklist-state.ts'
import type { Checklist as State } from './use-checklist.ts'

const WORDS: Record<Step, { label: string; hint: string; to?: string }> = {
  tenant: { label: 'Check your tenant', hint: 'Its name, theme and the sites it runs on.', to: '/studio' },
  payments: { label: 'Connect payments', hint: 'Two minutes in test mode.', to: '/studio/connect/stripe' },
  block: { label: 'Add a block', hint: 'A text, a profile or a price table.' },
}

/** Getting started: three steps, each with a link to its screen. */
export function Checklist({ state, onAdd }: { state: State; onAdd: () => void }) {
  const done = STEPS.filter((step) => state.done[step]).length
  return (
    <section aria-labelledby="getting-started">
      <Card className="p-5">
        <div className="flex items-center justify-between gap-3">
          <h2 id="getting-started" className="font-semibold">
            Getting started
          </h2>
          <Button
            variant="ghost"
            size="small"
            className="-my-1 -mr-2.5"
            onClick={() => state.setHidden(true)}
          >
            Hide
          </Button>
        </div>
        <div className="mt-3 flex items-center gap-3">
          <Progress label="Steps done" value={done / STEPS.length} tone="ok" />
          <span className="shrink-0 text-small text-text-2 tabular-nums">
            {done} of {STEPS.length}
          </span>
        </div>
        <ol className="mt-2 divide-y divide-line">
          {STEPS.map((step) => (
            <li key={step}>
              <StepRow step={step} done={state.done[step] === true} onAdd={onAdd} onVisit={state.markDone} />
            </li>
          ))}
        </ol>
      </Card>
    </section>
  )
}

interface StepRowProps {
  step: Step
  done: boolean
  onAdd: () => void
  onVisit: (step: Step) => void
}

function StepRow({ step, done, onAdd, onVisit }: StepRowProps) {
  const { label, hint, to } = WORDS[step]
  const look =
    'group flex w-full items-start gap-3 rounded-badge py-3 text-left focus-visible:outline-offset-0'
  const words: ReactNode = (
    <>
      {done ? (
        <CircleCheck size={18} strokeWidth={1.75} aria-hidden className="mt-px shrink-0 text-ok" />
      ) : (
        <Circle size={18} strokeWidth={1.75} aria-hidden className="mt-px shrink-0 text-control" />
      )}
      <span className="min-w-0">
        <span className={`block group-hover:underline ${done ? 'text-text-2' : 'font-medium'}`}>{label}</span>
        {done ? (
          <span className="sr-only">Done</span>
        ) : (
          <span className="text-small text-text-2">{hint}</span>
        )}
      </span>
    </>
  )
  if (!to)
    return (
      <button type="button" className={look} onClick={onAdd}>
        {words}
      </button>
    )
  return (
    <Link to={to} className={look} onClick={() => step === 'tenant' && onVisit(step)}>
      {words}
    </Link>
  )
}
