import { Globe } from 'lucide-react'
import { type FormEvent, useId, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Input } from '#ui/base/input.tsx'

export interface CheckFormProps {
  /** The address of the current check. */
  url: string
  busy: boolean
  onRun: (url: string) => void
}

/** The address field and its button. The typed address stays if a check fails. */
export function CheckForm({ url, busy, onRun }: CheckFormProps) {
  const [typed, setTyped] = useState(url)
  const [missing, setMissing] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const errorId = useId()

  function run(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    if (typed.trim()) return onRun(typed)
    setMissing(true)
    field.current?.focus()
  }

  return (
    <form noValidate onSubmit={run} className="max-w-[680px]">
      <div className="flex gap-2 max-sm:flex-col">
        <div className="min-w-0 flex-1">
          <Input
            ref={field}
            size="large"
            type="url"
            inputMode="url"
            name="url"
            aria-label="Website address"
            aria-invalid={missing || undefined}
            aria-describedby={missing ? errorId : undefined}
            autoComplete="url"
            spellCheck={false}
            maxLength={2048}
            placeholder="https://your-site.com"
            lead={<Globe size={17} strokeWidth={1.75} />}
            value={typed}
            onChange={(event) => {
              setTyped(event.currentTarget.value)
              setMissing(false)
            }}
          />
        </div>
        <Button type="submit" variant="primary" size="large" busy={busy} busyLabel="Checking...">
          Run check
        </Button>
      </div>
      {missing ? (
        <p id={errorId} className="mt-1.5 text-small text-danger-text">
          Enter a web address such as https://shop.example
        </p>
      ) : null}
    </form>
  )
}
