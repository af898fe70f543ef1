import { Plus, X } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { Field } from '#ui/base/field.tsx'
import { Input } from '#ui/base/input.tsx'
import { Button } from '#ui/button.tsx'
import { Select } from '#ui/forms/select.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import type { Dimension, Goal, Period } from '#blocks/analytics/endpoints-studio.ts'
import { useList } from '../figures/use-figures.ts'
import { GOAL_KINDS } from './goal-words.ts'
import { type Kind, useSaveGoal } from './use-goals.ts'

const MOST_STEPS = 8
const KIND_OPTIONS = (Object.keys(GOAL_KINDS) as Goal['kind'][]).map((value) => ({
  value,
  label: GOAL_KINDS[value].label,
}))
const FIRST: Goal = { kind: 'view', match: '' }

export interface GoalDialogProps {
  kind: Kind
  period: Period
  onClose: () => void
}

/** A new goal, or a funnel of 2 to 8 of them. Fields suggest what visitors did in the period. */
export function GoalDialog({ kind, period, onClose }: GoalDialogProps) {
  const [name, setName] = useState('')
  const [steps, setSteps] = useState<Goal[]>(kind === 'goal' ? [FIRST] : [FIRST, FIRST])
  const [problem, setProblem] = useState('')
  const save = useSaveGoal(period.tenantId, kind, onClose)

  function submit(submitted: FormEvent) {
    submitted.preventDefault()
    if (!name.trim() || steps.some(({ match }) => !match.trim())) return setProblem('Fill in all fields.')
    setProblem('')
    return save.mutate({
      name: name.trim(),
      steps: steps.map((step) => ({ ...step, match: step.match.trim() })),
    })
  }
  const change = (at: number, next: Partial<Goal>) =>
    setSteps((before) => before.map((step, place) => (place === at ? { ...step, ...next } : step)))

  return (
    <Dialog
      open
      onOpenChange={(open) => (open || save.isPending ? undefined : onClose())}
      title={kind === 'goal' ? 'New goal' : 'New funnel'}
      description={
        kind === 'goal'
          ? 'Visits that reach it are counted, also those of the past.'
          : 'Visits count for a step if they reached the steps before it, in this order.'
      }
      onSubmit={submit}
      footer={
        <>
          <Button disabled={save.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={save.isPending} busyLabel="Saving...">
            {kind === 'goal' ? 'Create goal' : 'Create funnel'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field label="Name" error={problem}>
          {(control) => (
            <Input
              {...control}
              maxLength={80}
              value={name}
              onChange={({ currentTarget: { value } }) => setName(value)}
            />
          )}
        </Field>
        {steps.map((step, at) => (
          <StepFields
            // oxlint-disable-next-line react/no-array-index-key -- steps have no other identity while they are typed
            key={at}
            number={kind === 'funnel' ? at + 1 : undefined}
            step={step}
            period={period}
            onChange={(next) => change(at, next)}
            onRemove={steps.length > 2 ? () => setSteps(steps.toSpliced(at, 1)) : undefined}
          />
        ))}
        {kind === 'funnel' && steps.length < MOST_STEPS ? (
          <Button
            size="small"
            icon={<Plus size={14} strokeWidth={1.75} aria-hidden />}
            onClick={() => setSteps([...steps, FIRST])}
          >
            Add a step
          </Button>
        ) : null}
      </div>
    </Dialog>
  )
}

interface StepFieldsProps {
  /** From 1, in a funnel. */
  number: number | undefined
  step: Goal
  period: Period
  onChange: (next: Partial<Goal>) => void
  onRemove: (() => void) | undefined
}

function StepFields({ number, step, period, onChange, onRemove }: StepFieldsProps) {
  const id = useId()
  const { field, hint } = GOAL_KINDS[step.kind]
  const dimension: Dimension = step.kind === 'view' ? 'page' : step.kind
  const { data: known = [] } = useList(period, dimension)
  const prefix = number === undefined ? '' : `Step ${number}: `
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="sr-only">{number === undefined ? 'Goal' : `Step ${number}`}</legend>
      <div className="flex items-center gap-2">
        <Select
          aria-label={`${prefix}what a visit does`}
          options={KIND_OPTIONS}
          value={step.kind}
          onChange={({ currentTarget }) => onChange({ kind: currentTarget.value as Goal['kind'], match: '' })}
        />
        {onRemove ? (
          <IconButton
            label={`Remove step ${number}`}
            icon={<X size={16} strokeWidth={1.75} aria-hidden />}
            onClick={onRemove}
          />
        ) : null}
      </div>
      <Field label={`${prefix}${field}`} hint={hint}>
        {(control) => (
          <Input
            {...control}
            list={id}
            maxLength={500}
            value={step.match}
            onChange={({ currentTarget: { value } }) => onChange({ match: value })}
          />
        )}
      </Field>
      <datalist id={id}>
        {known.map(({ value }) => (
          <option key={value} value={value}>
            {value}
          </option>
        ))}
      </datalist>
    </fieldset>
  )
}
