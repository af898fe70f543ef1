import { type SyntheticEvent, useRef, useState } from 'react'
import { Skeleton } from '#ui/base/skeleton.tsx'
import { ScrollCue } from '#ui/frame/scroll-cue.tsx'
import { usePageBelow } from '#ui/frame/use-page-below.ts'
import { FailedRow } from '#ui/lists/failed-row.tsx'

/** Height of a previewed block (spec §9). */
const HEIGHT = 420

export interface PreviewFrameProps {
  src: string
  /** CSS pixels of the device; undefined for all of the width. */
  width: number | undefined
  /** Below 1 if the width does not fit. */
  scale: number
  live: boolean
  mode: 'light' | 'dark'
}

type State = 'loading' | 'shown' | 'failed'

/**
 * The preview frame: a skeleton until it has loaded, `Preview Error` if it fails. It is not as tall as every block, so it
 * has a button below it when there is more.
 */
export function PreviewFrame({ src, width, scale, live, mode }: PreviewFrameProps) {
  const [{ of, state }, setState] = useState<{ of: string; state: State }>({ of: src, state: 'loading' })
  const [tries, setTries] = useState(0)
  const now = of === src ? state : 'loading'
  const frame = useRef<HTMLIFrameElement>(null)
  const isMoreBelow = usePageBelow(frame, now === 'shown' ? src : '')
  const turn = (next: State) => setState({ of: src, state: next })

  function loaded(event: SyntheticEvent<HTMLIFrameElement>) {
    const { contentWindow, contentDocument } = event.currentTarget
    // After a network error the frame shows the browser's own error page, which scripts cannot read.
    if (!contentWindow || !contentDocument || !hasBlock(contentWindow, contentDocument, live))
      return turn('failed')
    if (!live) fitPage(contentDocument)
    contentWindow.addEventListener('error', () => turn('failed'))
    contentDocument.addEventListener('bb:error', () => turn('failed'))
    turn('shown')
  }

  return (
    <>
      <div
        className="relative mx-auto overflow-hidden rounded-control border border-line bg-surface shadow-1"
        style={{ width: width === undefined ? '100%' : width * scale, height: HEIGHT }}
      >
        {now === 'failed' ? (
          <div className="p-4">
            <FailedRow
              message="Preview Error"
              onRetry={() => {
                setTries(tries + 1)
                turn('loading')
              }}
            />
          </div>
        ) : (
          <iframe
            key={`${src} ${tries}`}
            ref={frame}
            title="Block preview"
            src={src}
            // oxlint-disable-next-line react/iframe-missing-sandbox -- our own page; the blocks in it need an origin to be framed
            sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox"
            onLoad={loaded}
            className="block origin-top-left border-0"
            style={{
              colorScheme: mode,
              width: `${100 / scale}%`,
              height: `${100 / scale}%`,
              transform: scale < 1 ? `scale(${scale})` : undefined,
            }}
          />
        )}
        {now === 'loading' ? (
          <div className="absolute inset-0 flex flex-col gap-4 bg-surface p-7" aria-hidden="true">
            <Skeleton width="40%" />
            <Skeleton width="62%" />
            <Skeleton width="54%" />
          </div>
        ) : null}
      </div>
      {/* As tall without the button, so that nothing moves when the block has loaded. */}
      <div className="mt-3 -mb-2 flex h-9 items-center justify-center pointer-coarse:h-11">
        {isMoreBelow ? <ScrollCue frame={frame} label="Scroll to the rest of the block" /> : null}
      </div>
    </>
  )
}

/** Live mode is ready once the script has run, mock mode once the block has rendered. */
const hasBlock = (inner: Window, page: Document, live: boolean): boolean =>
  live ? 'bb' in inner : Boolean(page.getElementById('bb')?.childElementCount)

/** Padding above and below a sample (embed/embed.css) of which a block may take so much, in CSS pixels. */
const PADDING = 28
const MOST_TAKEN = 40

/** A block that is a little too tall takes some of the space around it, rather than being cut off. */
function fitPage({ documentElement: { scrollHeight, clientHeight }, body }: Document): void {
  const missing = scrollHeight - clientHeight
  if (missing > 0 && missing <= MOST_TAKEN) body.style.paddingBlock = `${PADDING - Math.ceil(missing / 2)}px`
}
