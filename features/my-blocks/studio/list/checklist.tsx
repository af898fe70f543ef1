import { CircleCheck, Circle } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Card } from '#ui/base/card.tsx'
import { Button } from '#ui/button.tsx'
import { Progress } from '#ui/progress.tsx'
import { STEPS, type Step } from './checklist-state.ts'
import type { Checklist } from './use-checklist.ts'

const WORDS: Record<Step, { label: string; hint: string; to?: string }> = {
  tenant: { label: 'Check your tenant', hint: 'Its name, theme and the sites it runs on.', to: '/studio' },
  payments: { label: 'Connect payments', hint: 'Two minutes in test mode.', to: '/studio/connect/stripe' },
  block: { label: 'Add a block', hint: 'A text, a profile or a price table.' },
}

/** The first step of a creator without a tenant. */
const CREATE = { label: 'Create a tenant', hint: 'One for each site or shop.', to: '/studio?dialog=create' }

/** Getting started: three steps, each with a link to its screen. */
export function GettingStarted({ state, onAdd }: { state: Checklist; onAdd: () => void }) {
  const done = STEPS.filter((step) => isDone(step, state)).length
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
              <StepRow step={step} state={state} onAdd={onAdd} />
            </li>
          ))}
        </ol>
      </Card>
    </section>
  )
}

/** A tenant that was checked may be deleted later. */
const isDone = (step: Step, { done, hasTenant }: Checklist): boolean =>
  done[step] === true && (step !== 'tenant' || hasTenant)

interface StepRowProps {
  step: Step
  state: Checklist
  onAdd: () => void
}

function StepRow({ step, state, onAdd }: StepRowProps) {
  const isMissing = step === 'tenant' && !state.hasTenant
  const done = isDone(step, state)
  const { label, hint, to } = isMissing ? CREATE : WORDS[step]
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
    <Link to={to} className={look} onClick={() => step === 'tenant' && !isMissing && state.markDone(step)}>
      {words}
    </Link>
  )
}
