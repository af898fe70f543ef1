import { Spinner } from './base/button.tsx'
import { CopyButton } from './code/copy-button.tsx'

export interface ValueWellProps {
  label: string
  /** The value; null or undefined while it is being created. */
  value: string | null | undefined
  /** Text while there is no value, for example `Generating...`. */
  waitingText: string
  copyLabel: string
}

/** A key or id to copy: monospace, with a copy button. */
export function ValueWell({ label, value, waitingText, copyLabel }: ValueWellProps) {
  return (
    <div className="bb-well flex min-h-9 items-center gap-1.5 pl-2.5">
      <span className="shrink-0 text-small text-text-3">{label}</span>
      {value ? (
        <>
          <code className="-mr-2 min-w-0 flex-1 truncate font-mono text-mono">{value}</code>
          <CopyButton text={value} label={copyLabel} />
        </>
      ) : (
        <>
          <span className="flex-1 text-text-3">{waitingText}</span>
          <span className="px-3 text-text-3">
            <Spinner />
          </span>
        </>
      )}
    </div>
  )
}
