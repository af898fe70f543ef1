import { CopyButton } from './copy-button.tsx'

export interface CopyableIdProps {
  id: string
  /** Accessible name of the copy button, for example `Copy event ID`. */
  label: string
}

/** Characters at the end of an id that always show: they tell ids apart whose beginnings are alike. */
const TAIL = 6

/**
 * An id with a copy button, as a value in a list of facts: the button does not make its row taller. Where the id does not fit,
 * its middle is left out; it is copied in full.
 */
export function CopyableId({ id, label }: CopyableIdProps) {
  return (
    <span className="-my-1.5 inline-flex max-w-full items-center gap-1">
      <span className="flex min-w-0 font-mono text-mono whitespace-nowrap" title={id}>
        <span className="min-w-0 truncate">{id.slice(0, -TAIL)}</span>
        <span>{id.slice(-TAIL)}</span>
      </span>
      <CopyButton text={id} label={label} />
    </span>
  )
}
