import type { Ref } from 'react'
import { Field } from '#ui/base/field.tsx'
import { Input } from '#ui/base/input.tsx'

export interface CodeInputProps {
  label: string
  value: string
  onChange: (code: string) => void
  /** Called when the last digit is entered. */
  onFull?: (code: string) => void
  error?: string
  hint?: string
  ref?: Ref<HTMLInputElement>
}

const LENGTH = 6

/** A field for the six-digit code of an email or authenticator app. Spaces and dashes are removed. */
export function CodeInput({ label, value, onChange, onFull, error, hint, ref }: CodeInputProps) {
  return (
    <Field label={label} error={error} hint={hint}>
      {(control) => (
        <Input
          {...control}
          ref={ref}
          size="large"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          autoCapitalize="off"
          spellCheck={false}
          required
          className="font-mono tracking-[0.3em] tabular-nums"
          value={value}
          onChange={(event) => {
            const code = event.currentTarget.value.replace(/\D/g, '').slice(0, LENGTH)
            onChange(code)
            if (code.length === LENGTH && code !== value) onFull?.(code)
          }}
        />
      )}
    </Field>
  )
}
