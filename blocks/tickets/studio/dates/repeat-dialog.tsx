import { type FormEvent, useState } from 'react'
import { Field } from '#ui/base/field.tsx'
import { Button } from '#ui/button.tsx'
import { Select } from '#ui/forms/select.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import type { EventRow } from '../events/event-rows.ts'
import { CountField } from '../events/count-field.tsx'
import { localIn } from '../events/zoned-time.ts'
import { daysBetween, dayText, EVERY, type Every, MOST_TIMES, planDays } from './date-plan.ts'
import { useRepeat } from './use-dates.ts'

interface RepeatDialogProps {
  tenantId: string
  event: EventRow
  /** Those of its series. */
  dates: readonly EventRow[]
  onClose: () => void
}

/** Chooses the days on which an event takes place again. */
export function RepeatDialog({ tenantId, event, dates, onClose }: RepeatDialogProps) {
  const [every, setEvery] = useState<Every>('week')
  const [times, setTimes] = useState('4')
  const repeat = useRepeat(tenantId, event.id, onClose)
  const dayOf = ({ starts_at, zone }: EventRow) => localIn(starts_at, zone).slice(0, 10)
  const start = dayOf(event)
  const count = /^\d{1,2}$/.test(times.trim()) ? Number(times) : 0
  const isCount = count >= 1 && count <= MOST_TIMES
  const days = isCount
    ? planDays(
        start,
        every,
        count,
        dates.map((date) => daysBetween(start, dayOf(date))),
      )
    : []
  function submit(sent: FormEvent) {
    sent.preventDefault()
    if (days.length > 0) repeat.mutate(days)
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => (open || repeat.isPending ? undefined : onClose())}
      title="Repeat this event"
      description={`At ${localIn(event.starts_at, event.zone).slice(11)} on the clocks of its place, also when summer time begins or ends. Codes are not copied.`}
      onSubmit={submit}
      footer={
        <>
          <Button disabled={repeat.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={repeat.isPending} busyLabel="Creating...">
            {days.length === 1 ? 'Create 1 draft' : `Create ${days.length} drafts`}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <div className="grid gap-3 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
          <Field label="How often">
            {(control) => (
              <Select
                {...control}
                options={EVERY}
                value={every}
                onChange={({ currentTarget: { value } }) => setEvery(value as Every)}
              />
            )}
          </Field>
          <CountField
            label="Times"
            error={isCount ? undefined : `From 1 to ${MOST_TIMES}.`}
            value={times}
            onChange={setTimes}
          />
        </div>
        {days.length > 0 ? (
          <div>
            <p className="mb-1 text-small font-label">New dates</p>
            <ul
              aria-label="New dates"
              className="m-0 grid list-none gap-1 p-0 text-text-2 tabular-nums sm:grid-cols-2"
            >
              {days.map((day) => (
                <li key={day}>{dayText(start, day)}</li>
              ))}
            </ul>
          </div>
        ) : null}
      </div>
    </Dialog>
  )
}
