import { type ReactNode, useId } from 'react'
import { Skeleton } from '#ui/base/skeleton.tsx'
import { Select } from '#ui/forms/select.tsx'
import { Switch } from '#ui/forms/switch.tsx'
import type { TenantAuthSwitches } from '#features/tenants/endpoints.ts'
import {
  INACTIVITY_CHOICES,
  PASSWORD_CHOICES,
  SESSION_CHOICES,
  type SwitchWords,
  choices,
  durationWords,
} from './auth-switches.ts'

/** A row with a label and a sentence on the left and a control on the right. */
function Row(props: {
  label: string
  text: string
  children: (control: { id: string; 'aria-describedby': string }) => ReactNode
}) {
  const id = useId()
  return (
    <div className="flex items-center justify-between gap-4 py-3">
      <div className="min-w-0">
        <label htmlFor={id} className="font-medium">
          {props.label}
        </label>
        <p id={`${id}-text`} className="text-small text-text-2">
          {props.text}
        </p>
      </div>
      <div className="shrink-0">{props.children({ id, 'aria-describedby': `${id}-text` })}</div>
    </div>
  )
}

/** A setting that is on or off. Changes apply immediately. */
export function SwitchRow(props: {
  row: SwitchWords
  /** Undefined while loading. */
  on: boolean | undefined
  onChange: (on: boolean) => void
}) {
  const { on } = props
  return (
    <Row label={props.row.label} text={props.row.text}>
      {(control) =>
        on === undefined ? (
          <Skeleton width={36} height={20} radius={10} />
        ) : (
          <Switch {...control} checked={on} onCheckedChange={props.onChange} />
        )
      }
    </Row>
  )
}

const NO_LIMIT = ''
const LIMITS = [
  { label: 'Password length', text: 'The minimum length of new passwords.' },
  { label: 'Sessions end after', text: 'Visitors must then sign in again, even if they are active.' },
  { label: 'Unused sessions end after', text: 'Visitors who are inactive for longer must sign in again.' },
] as const

/** Password length and the two limits of a session. */
export function LimitRows(props: {
  settings: TenantAuthSwitches | undefined
  onChange: (limit: Partial<TenantAuthSwitches>) => void
}) {
  const { settings, onChange } = props
  if (!settings)
    return LIMITS.map((row) => (
      <Row key={row.label} {...row}>
        {() => <Skeleton width={144} height={36} radius="var(--bb-r-control)" />}
      </Row>
    ))
  const limit = (name: 'session_timebox' | 'session_inactivity', usual: readonly number[]) => ({
    value: String(settings[name] ?? NO_LIMIT),
    options: [
      { value: NO_LIMIT, label: 'No limit' },
      ...choices(usual, settings[name]).map((seconds) => ({
        value: String(seconds),
        label: durationWords(seconds),
      })),
    ],
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ [name]: event.currentTarget.value === NO_LIMIT ? null : Number(event.currentTarget.value) }),
  })
  return (
    <>
      <Row {...LIMITS[0]}>
        {(control) => (
          <Select
            {...control}
            className="w-36"
            value={String(settings.password_min_length)}
            options={choices(PASSWORD_CHOICES, settings.password_min_length).map((length) => ({
              value: String(length),
              label: `${length} characters`,
            }))}
            onChange={(event) => onChange({ password_min_length: Number(event.currentTarget.value) })}
          />
        )}
      </Row>
      <Row {...LIMITS[1]}>
        {(control) => <Select {...control} className="w-36" {...limit('session_timebox', SESSION_CHOICES)} />}
      </Row>
      <Row {...LIMITS[2]}>
        {(control) => (
          <Select {...control} className="w-36" {...limit('session_inactivity', INACTIVITY_CHOICES)} />
        )}
      </Row>
    </>
  )
}
