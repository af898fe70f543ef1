import { KeyRound } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { missingNotice } from './integrations.ts'

/** Replaces an action until the operator has set the required settings. */
export function MissingConfiguration({ names }: { names: readonly string[] }) {
  return (
    <div className="flex items-center gap-4 max-md:flex-col max-md:items-stretch">
      <div className="min-w-0 flex-1">
        <Notice icon={<KeyRound size={18} strokeWidth={1.75} />}>
          <span className="wrap-anywhere">{missingNotice(names)}</span>
        </Notice>
      </div>
      <Button disabled>Unavailable</Button>
    </div>
  )
}
