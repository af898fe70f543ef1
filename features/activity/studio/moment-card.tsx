import { Copy, Download, X } from 'lucide-react'
import { useId, useRef } from 'react'
import { saveFile } from '#kernel/browser/save-file.ts'
import { ThemedContainer } from '#studio/tenant/themed-container.tsx'
import { useResolvedTenantTheme } from '#studio/tenant/use-resolved-tenant-theme.ts'
import '#ui/base/card.css'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { DrawnTick } from '#ui/drawn-tick.tsx'
import { toast } from '#ui/toasts/toast.ts'
import type { Moment } from '../endpoints.ts'
import { MomentCanvas } from './moment-canvas.tsx'
import { momentWords } from './moment-words.ts'
import { useDismissMoments } from './use-dismiss-moments.ts'

export interface MomentCardProps {
  tenant: { id: string; name: string; theme: unknown }
  moment: Moment
  /** All current moments: dismissing one dismisses the smaller ones with it. */
  all: readonly Moment[]
}

/** A first of the tenant, with a picture of it to share. */
export default function MomentCard({ tenant, moment, all }: MomentCardProps) {
  const titleId = useId()
  const canvas = useRef<HTMLCanvasElement>(null)
  const dismiss = useDismissMoments(tenant.id)
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

  return (
    <section
      aria-labelledby={titleId}
      className="bb-moment bb-card grid items-center gap-8 overflow-y-auto p-8 max-md:p-5 md:grid-cols-[minmax(0,1fr)_45%] xl:grid-cols-[minmax(0,1fr)_min(560px,50%)]"
    >
      <div className="min-w-0">
        <DrawnTick />
        <h2 id={titleId} className="mt-4 text-subheading text-text-2">
          {words.title}
        </h2>
        <p className="bb-moment-figure mt-1 text-hero max-md:text-hero-phone tabular-nums">
          <span>{words.figure}</span>
        </p>
        <p className="mt-2 text-text-2">
          {[words.product, words.when, tenant.name].filter(Boolean).join(' · ')}
        </p>
        <div className="mt-6 flex flex-wrap gap-2">
          <Button
            variant="primary"
            icon={<Download size={16} strokeWidth={1.75} aria-hidden />}
            onClick={async () =>
              saveFile(`${words.kicker.toLowerCase().replaceAll(' ', '-')}.png`, await picture())
            }
          >
            Download picture
          </Button>
          <Button icon={<Copy size={16} strokeWidth={1.75} aria-hidden />} onClick={copy}>
            Copy picture
          </Button>
        </div>
      </div>
      <div className="absolute top-2 right-2">
        <IconButton
          label="Dismiss"
          icon={<X size={16} strokeWidth={1.75} aria-hidden />}
          disabled={dismiss.isPending}
          onClick={() => dismiss.mutate(all.map(({ kind }) => kind))}
        />
      </div>
      {/* Phones have no space for it, but it is drawn for the buttons. */}
      <ThemedContainer {...look} className="max-md:absolute max-md:-left-[9999px] max-md:w-[500px]">
        <MomentCanvas canvas={canvas} words={{ ...words, tenant: tenant.name }} />
      </ThemedContainer>
    </section>
  )
}
