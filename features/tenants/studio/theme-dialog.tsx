import { useState } from 'react'
import type { TenantRow } from '#studio/tenants.ts'
import { Card } from '#ui/base/card.tsx'
import { Field } from '#ui/base/field.tsx'
import { Input } from '#ui/base/input.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ThemePicker } from '#ui/theme-picker.tsx'
import { THEMES, type ThemeId } from '#ui/themes.ts'
import { tenantTheme } from '#studio/tenant-theme.ts'
import { ThemeGround } from '#studio/theme-ground.tsx'
import { useUpdateTenant } from './use-update-tenant.ts'

/** What this tenant's visitors see; the choice is tried at the right and counts once it is saved. */
export default function ThemeDialog({ tenant, onClose }: { tenant: TenantRow; onClose: () => void }) {
  const [theme, setTheme] = useState(() => tenantTheme(tenant))
  const update = useUpdateTenant(tenant.id)

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="preview"
      title="Choose Theme"
      description={tenant.name}
      side={<Preview theme={theme} />}
      onSubmit={() => update.mutate({ theme: { variant: theme } }, { onSuccess: onClose })}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={update.isPending} busyWords="Saving...">
            Save
          </Button>
        </>
      }
    >
      <ThemePicker value={theme} onChange={setTheme} />
    </Dialog>
  )
}

function Preview({ theme }: { theme: ThemeId }) {
  const { name } = THEMES.find(({ id }) => id === theme)!
  return (
    <section aria-label="Preview" className="flex h-full flex-col gap-4">
      <h3 className="text-small font-label">Preview</h3>
      <ThemeGround theme={theme} className="flex flex-col gap-3 rounded-card border border-line bg-bg p-4">
        <Card className="flex flex-col gap-3 p-5">
          <p className="text-[18px]/6 font-semibold">Sign In</p>
          <Field label="Email">{(control) => <Input {...control} placeholder="you@example.com" />}</Field>
          <Button variant="primary" wide>
            Sign In
          </Button>
        </Card>
        <Card className="p-5">
          <p className="text-[18px]/6 font-semibold">Weekly bread box</p>
          <p className="text-text-2">Three loaves, every Saturday.</p>
          <p className="my-3 text-[26px]/8 font-semibold tracking-[-0.02em] tabular-nums">€24.00</p>
          <Button variant="primary" wide>
            Purchase Now
          </Button>
        </Card>
      </ThemeGround>
      <p className="mt-auto text-caption text-text-3">How visitors see it, in this theme: {name}.</p>
    </section>
  )
}
