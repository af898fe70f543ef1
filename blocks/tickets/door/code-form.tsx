import { useRef, useState } from 'react'
import { Button } from '#ui/base/button.tsx'
import { Input } from '#ui/base/input.tsx'

/** For codes that no camera reads: typed from the ticket. */
export function CodeForm({ isBusy, onCode }: { isBusy: boolean; onCode: (code: string) => Promise<void> }) {
  const [code, setCode] = useState('')
  const field = useRef<HTMLInputElement>(null)
  return (
    <form
      className="door-code"
      onSubmit={(event) => {
        event.preventDefault()
        if (!code.trim() || isBusy) return
        setCode('')
        field.current?.focus()
        void onCode(code)
      }}
    >
      <Input
        ref={field}
        aria-label="Code"
        placeholder="Type a code"
        size="large"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={100}
        value={code}
        onInput={({ currentTarget }) => setCode(currentTarget.value)}
      />
      <Button type="submit" variant="primary" size="large" busy={isBusy} busyLabel="Checking...">
        Check
      </Button>
    </form>
  )
}
