import { Redo2, Undo2 } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { readTheme } from '#kernel/browser/theme/theme.ts'
import { useAppearance } from '#studio/appearance.tsx'
import type { TenantRow } from '#studio/tenant/tenants.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { useUpdateTenant } from '../use-update-tenant.ts'
import { BlockPreview } from './block-preview.tsx'
import { ContrastCheck } from './contrast-check.tsx'
import { LookFields } from './look-fields.tsx'
import { CustomColors } from './custom-colors.tsx'
import { useThemeSteps } from './use-theme-steps.ts'

/** The theme that this tenant's visitors see, with a preview of the real blocks. Changes apply once saved. */
export default function ThemeDialog({ tenant, onClose }: { tenant: TenantRow; onClose: () => void }) {
  const { theme, unsaved, change, undo, redo, forget } = useThemeSteps(tenant.id, readTheme(tenant.theme))
  const { resolvedMode } = useAppearance()
  const update = useUpdateTenant(tenant.id)
  const close = () => {
    forget()
    onClose()
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="wide"
      title="Choose Theme"
      description={tenant.name}
      side={<BlockPreview theme={theme} studio={resolvedMode} />}
      sideFirst
      onSubmit={() => update.mutate({ theme }, { onSuccess: close })}
      footer={
        <>
          <span className="mr-auto flex items-center gap-1 max-sm:flex-none!">
            <IconButton
              label="Undo"
              icon={<Undo2 size={18} strokeWidth={1.75} aria-hidden />}
              disabled={!undo}
              onClick={undo}
            />
            <IconButton
              label="Redo"
              icon={<Redo2 size={18} strokeWidth={1.75} aria-hidden />}
              disabled={!redo}
              onClick={redo}
            />
            {unsaved ? <span className="text-caption text-text-3 max-sm:sr-only">Not saved yet</span> : null}
          </span>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" variant="primary" busy={update.isPending} busyLabel="Saving...">
            Save
          </Button>
        </>
      }
    >
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keyboard shortcuts for undo and redo, which also have buttons */}
      <div className="flex flex-col gap-5" onKeyDown={(event) => handleShortcut(event, undo, redo)}>
        <LookFields theme={theme} onChange={change} />
        <p className="text-caption text-text-3">
          To use the look of your site instead, choose “Match the page” in the embed code.
        </p>
        <ContrastCheck theme={theme} onFix={change} />
        <CustomColors mode="light" theme={theme} onChange={change} />
        <CustomColors mode="dark" theme={theme} onChange={change} />
      </div>
    </Dialog>
  )
}

/** Handles undo and redo with Ctrl or Command and Z. In a text field the shortcut belongs to the text. */
function handleShortcut(
  event: KeyboardEvent,
  undo: (() => void) | undefined,
  redo: (() => void) | undefined,
): void {
  const { target } = event
  const typing = target instanceof HTMLInputElement && target.type === 'text'
  if (typing || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z') return
  event.preventDefault()
  if (event.shiftKey) redo?.()
  else undo?.()
}
