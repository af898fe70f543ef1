import { Copy, Download } from 'lucide-react'
import { useRef } from 'react'
import { saveFile } from '#kernel/browser/save-file.ts'
import { ThemedContainer } from '#studio/tenant/themed-container.tsx'
import { useResolvedTenantTheme } from '#studio/tenant/use-resolved-tenant-theme.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { toast } from '#ui/toasts/toast.ts'
import type { Moment } from '../endpoints.ts'
import { MomentCanvas } from './moment-canvas.tsx'
import { momentWords } from './moment-words.ts'

export interface MomentDialogProps {
  tenant: { name: string; theme: unknown }
  moment: Moment
  onClose: () => void
}

/** The picture of a moment, to copy or to download. */
export default function MomentDialog({ tenant, moment, onClose }: MomentDialogProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const look = useResolvedTenantTheme(tenant)
  const words = momentWords(moment)

  const picture = () =>
    new Promise<Blob>((resolve, reject) =>
      canvas.current!.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('No picture'))), 'image/png'),
    )
  async function copy() {
    try {
      // Safari accepts only a promise made in the click.
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture() })])
      toast.success('Picture copied')
    } catch {
      toast.error('The picture could not be copied', 'Download it instead.')
    }
  }

  async function download() {
    try {
      saveFile(`${words.kicker.toLowerCase().replaceAll(' ', '-')}.png`, await picture())
    } catch {
      toast.error('The picture could not be downloaded', 'Try again, or copy it instead.')
    }
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={words.title}
      description="The picture names your tenant and no customer."
      footer={
        <>
          <Button icon={<Copy size={16} strokeWidth={1.75} aria-hidden />} onClick={copy}>
            Copy picture
          </Button>
          <Button
            variant="primary"
            icon={<Download size={16} strokeWidth={1.75} aria-hidden />}
            onClick={download}
          >
            Download picture
          </Button>
        </>
      }
    >
      <ThemedContainer {...look}>
        <MomentCanvas canvas={canvas} words={{ ...words, tenant: tenant.name }} />
      </ThemedContainer>
    </Dialog>
  )
}
