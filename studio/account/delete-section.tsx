import { Suspense, useState } from 'react'
import { lazy } from '#ui/lazy.tsx'
import { Button } from '#ui/button.tsx'
import { Section } from './section.tsx'

const DeleteDialog = lazy(() => import('./delete-dialog.tsx'), 'over')

/** Account deletion. */
export function DeleteSection() {
  const [open, setOpen] = useState(false)
  return (
    <Section title="Delete account" text="Permanently delete your account and everything in it.">
      <div>
        <Button tone="danger" onClick={() => setOpen(true)}>
          Delete account
        </Button>
      </div>
      {open ? (
        <Suspense>
          <DeleteDialog onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </Section>
  )
}
