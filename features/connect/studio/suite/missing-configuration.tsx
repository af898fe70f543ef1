import { Button } from '#ui/button.tsx'
import { missingNotice } from './integrations.ts'

/** Replaces an action until the operator has set the required settings: one muted line for the operator. */
export function MissingConfiguration({ names }: { names: readonly string[] }) {
  return (
    <div className="flex items-center justify-between gap-x-6 gap-y-3 max-md:flex-col max-md:items-stretch">
      <p className="text-small wrap-anywhere text-text-3">{missingNotice(names)}</p>
      <Button disabled>Unavailable</Button>
    </div>
  )
}
