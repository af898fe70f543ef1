import { Globe } from 'lucide-react'
import { type FormEvent, useId, useRef, useState } from 'react'
import { Button } from '../base/button.tsx'
import { Input } from '../base/input.tsx'

export interface AddressFormProps {
  /** Accessible name of the field. */
  label: string
  /** Name of the field, and `action` the page that reads it: both for a form sent before the script has loaded. */
  name: string
  action?: string
  placeholder: string
  /** The address that is shown first. */
  value: string
  buttonLabel: string
  /** `secondary` on pages whose main action is another one. */
  variant?: 'primary' | 'secondary'
  busy: boolean
  busyLabel: string
  /** Shown when the form is sent without an address. */
  missingText: string
  onSubmit: (address: string) => void
}

/** One field for a web address and its button. The typed address stays if the request fails. */
export function AddressForm({ value, missingText, onSubmit, ...props }: AddressFormProps) {
  const [typed, setTyped] = useState(value)
  const [missing, setMissing] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const errorId = useId()

  function submit(event: FormEvent) {
    event.preventDefault()
    if (props.busy) return
    const address = typed.trim()
    if (address) return onSubmit(address)
    setMissing(true)
    field.current?.focus()
  }

  return (
    <form noValidate action={props.action} onSubmit={submit}>
      <div className="flex gap-2 max-sm:flex-col">
        <div className="min-w-0 flex-1">
          <Input
            ref={field}
            size="large"
            type="url"
            inputMode="url"
            name={props.name}
            aria-label={props.label}
            aria-invalid={missing || undefined}
            aria-describedby={missing ? errorId : undefined}
            autoComplete="url"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={2048}
            placeholder={props.placeholder}
            lead={<Globe size={17} strokeWidth={1.75} />}
            value={typed}
            onChange={(event) => {
              setTyped(event.currentTarget.value)
              setMissing(false)
            }}
          />
        </div>
        <Button
          type="submit"
          variant={props.variant ?? 'primary'}
          size="large"
          busy={props.busy}
          busyLabel={props.busyLabel}
        >
          {props.buttonLabel}
        </Button>
      </div>
      {missing ? (
        <p id={errorId} className="mt-1.5 text-small text-danger-text">
          {missingText}
        </p>
      ) : null}
    </form>
  )
}
