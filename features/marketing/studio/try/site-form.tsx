import { Globe } from 'lucide-react'
import { type FormEvent, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '#ui/base/button.tsx'
import { Input } from '#ui/base/input.tsx'

export interface SiteFormProps {
  /** The address that is shown now. */
  site?: string
  busy?: boolean
}

/** Asks for the visitor's site, and opens `/try` with blocks in its colors. */
export function SiteForm({ site = '', busy = false }: SiteFormProps) {
  const [typed, setTyped] = useState(site)
  const [missing, setMissing] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  const errorId = useId()

  function open(event: FormEvent) {
    event.preventDefault()
    const address = typed.trim()
    if (busy) return
    if (address) void navigate(`/try?${new URLSearchParams({ site: address })}`)
    else {
      setMissing(true)
      field.current?.focus()
    }
  }

  return (
    // Works before the script has loaded, too.
    <form noValidate action="/try" onSubmit={open} className="max-w-[520px]">
      <div className="flex gap-2 max-sm:flex-col">
        <div className="min-w-0 flex-1">
          <Input
            ref={field}
            size="large"
            type="url"
            inputMode="url"
            name="site"
            aria-label="Your site's address"
            aria-invalid={missing || undefined}
            aria-describedby={missing ? errorId : undefined}
            autoComplete="url"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={2048}
            placeholder="yourshop.com"
            lead={<Globe size={17} strokeWidth={1.75} />}
            value={typed}
            onChange={(event) => {
              setTyped(event.currentTarget.value)
              setMissing(false)
            }}
          />
        </div>
        <Button type="submit" variant="primary" size="large" busy={busy} busyLabel="Reading your site...">
          See it on your site
        </Button>
      </div>
      {missing ? (
        <p id={errorId} className="mt-1.5 text-small text-danger-text">
          Enter your site's address, such as yourshop.com
        </p>
      ) : null}
    </form>
  )
}
