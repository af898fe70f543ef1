import { CopyButton } from './copy-button.tsx'

export interface CopyableIdProps {
  id: string
  /** Accessible name of the copy button, for example `Copy event id`. */
  label: string
}

/** An id in full with a copy button, as a value in a list of facts: the button does not make its row taller. */
export function CopyableId({ id, label }: CopyableIdProps) {
  return (
    <span className="-my-1.5 inline-flex max-w-full items-center gap-1">
      <span className="min-w-0 font-mono text-mono wrap-anywhere">{id}</span>
      <CopyButton text={id} label={label} />
    </span>
  )
}
