import { FlaskConical, Ticket } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { Card } from '#ui/base/card.tsx'
import { useWidth } from '#ui/use-width.ts'
import type { PlaygroundAddress } from './address.ts'
import { PreviewFrame } from './preview-frame.tsx'

/** Widths in CSS pixels; a desktop has all of the screen's. */
const WIDTHS: Record<PlaygroundAddress['device'], number | undefined> = {
  desktop: undefined,
  tablet: 768,
  mobile: 390,
}

export interface PreviewProps {
  address: PlaygroundAddress
  mode: 'light' | 'dark'
  /** Undefined when there is nothing to show yet. */
  src: string | undefined
  /** Shown in place of the frame. */
  instead: ReactNode
}

/** The block at the selected width, on a wider background. A width that does not fit is scaled down. */
export function Preview({ address, mode, src, instead }: PreviewProps) {
  const area = useRef<HTMLDivElement>(null)
  const available = useWidth(area)
  const width = WIDTHS[address.device]
  const scale = width && available ? Math.min(1, available / width) : 1
  const live = address.mode === 'live'
  const Icon = live ? FlaskConical : Ticket
  return (
    <Card>
      <section aria-labelledby="preview-title">
        <div className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-2">
          <h2 id="preview-title" className="text-small font-label">
            Preview
          </h2>
          <p className="text-small text-text-3 tabular-nums">
            {width ?? '100%'} × 420{scale < 1 ? `, at ${Math.round(scale * 100)}%` : null}
          </p>
          <p className="ml-auto flex items-center gap-2 text-small text-text-2">
            <Icon size={16} strokeWidth={1.75} aria-hidden />
            {live ? 'Test environment' : 'Day Pass, 12 hours left'}
          </p>
        </div>
        <div className="overflow-hidden rounded-b-card bg-subtle bg-[radial-gradient(var(--bb-line)_1px,transparent_1px)] bg-size-[14px_14px] p-6 max-md:p-4">
          <div ref={area}>
            {src ? <PreviewFrame src={src} width={width} scale={scale} live={live} mode={mode} /> : instead}
          </div>
        </div>
      </section>
    </Card>
  )
}
