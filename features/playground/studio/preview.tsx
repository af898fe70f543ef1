import { FlaskConical, Ticket } from 'lucide-react'
import type { ReactNode } from 'react'
import { Card } from '#ui/base/card.tsx'
import type { PlaygroundAddress } from './address.ts'
import { PreviewFrame } from './preview-frame.tsx'

const WIDTHS: Record<PlaygroundAddress['device'], [css: string, words: string]> = {
  desktop: ['100%', '100%'],
  tablet: ['768px', '768'],
  mobile: ['390px', '390'],
}

/** Makes the scrolling area focusable: keyboards must reach a frame that is wider than the screen. */
const SCROLLS = { tabIndex: 0, role: 'group', 'aria-label': 'Preview, scrolls sideways' }

export interface PreviewProps {
  address: PlaygroundAddress
  mode: 'light' | 'dark'
  /** Undefined when there is nothing to show yet. */
  src: string | undefined
  /** Shown in place of the frame. */
  instead: ReactNode
}

/** The block at the selected width, on a wider background. */
export function Preview({ address, mode, src, instead }: PreviewProps) {
  const [width, words] = WIDTHS[address.device]
  const live = address.mode === 'live'
  const Icon = live ? FlaskConical : Ticket
  return (
    <Card>
      <section aria-labelledby="preview-title">
        <div className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-2">
          <h2 id="preview-title" className="text-small font-label">
            Preview
          </h2>
          <p className="text-small text-text-3 tabular-nums">{words} × 420</p>
          <p className="ml-auto flex items-center gap-2 text-small text-text-2">
            <Icon size={16} strokeWidth={1.75} aria-hidden />
            {live ? 'Test environment' : 'Day Pass, 12 hours left'}
          </p>
        </div>
        <div
          {...SCROLLS}
          className="overflow-x-auto rounded-b-card bg-subtle bg-[radial-gradient(var(--bb-line)_1px,transparent_1px)] bg-size-[14px_14px] p-6 max-md:p-4"
        >
          {src ? <PreviewFrame src={src} width={width} live={live} mode={mode} /> : instead}
        </div>
      </section>
    </Card>
  )
}
