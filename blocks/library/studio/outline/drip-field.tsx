import { useId } from 'react'
import { Input } from '#ui/base/input.tsx'
import { Select } from '#ui/forms/select.tsx'
import type { Drip } from './outline-draft.ts'

export interface DripFieldProps {
  /** Of the lesson. */
  title: string
  drip: Drip
  countsFrom: 'start' | 'joining'
  problem: string | undefined
  onChange: (drip: Partial<Drip>) => void
}

/** When a lesson opens. */
export function DripField({ title, drip, countsFrom, problem, onChange }: DripFieldProps) {
  const id = useId()
  const described = {
    'aria-invalid': problem ? (true as const) : undefined,
    'aria-describedby': problem ? id : undefined,
  }
  return (
    <span className="flex flex-wrap items-center gap-2">
      <Select
        aria-label={`When ${title} opens`}
        value={drip.kind}
        options={[
          { value: 'at_once', label: 'Opens with the course' },
          { value: 'days', label: countsFrom === 'start' ? 'Days after the start' : 'Days after joining' },
          { value: 'date', label: 'On a date' },
        ]}
        onChange={({ currentTarget }) => onChange({ kind: currentTarget.value as Drip['kind'] })}
      />
      {drip.kind === 'days' ? (
        <span className="w-20">
          <Input
            {...described}
            aria-label={`Days until ${title} opens`}
            inputMode="numeric"
            maxLength={4}
            value={drip.days}
            onChange={({ currentTarget: { value } }) => onChange({ days: value })}
          />
        </span>
      ) : null}
      {drip.kind === 'date' ? (
        <Input
          {...described}
          aria-label={`Date on which ${title} opens`}
          type="datetime-local"
          value={drip.date}
          onChange={({ currentTarget: { value } }) => onChange({ date: value })}
        />
      ) : null}
      {problem ? (
        <span id={id} className="text-small text-danger-text">
          {problem}
        </span>
      ) : null}
    </span>
  )
}
