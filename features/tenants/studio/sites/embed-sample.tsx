import { ScriptTagText } from '#ui/code/script-tag-text.tsx'
import { buttonStyle } from '#ui/base/button.tsx'

const ATTRIBUTES = [
  ['src', '…/v1/bb.js'],
  ['data-tenant', 'pk_…'],
  ['data-block', 'pay'],
] as const

/** An illustration of the tag and its block, made of real components. It is not interactive. */
export function EmbedSample() {
  return (
    <div
      aria-hidden="true"
      inert
      className="grid place-items-center border-l border-line bg-subtle p-10 max-lg:border-t max-lg:border-l-0 max-md:p-5"
    >
      <div className="relative w-full max-w-[420px] pb-14">
        <figure className="bb-code">
          <figcaption className="bb-code-head">your-site.html</figcaption>
          <pre>
            <ScriptTagText attributes={ATTRIBUTES} />
          </pre>
        </figure>
        <div className="absolute right-0 bottom-0 flex w-[min(340px,86%)] items-center justify-between gap-4 rounded-card border border-line bg-surface p-4 shadow-2 lg:-right-4">
          <span className="flex flex-1 flex-col gap-2">
            <span className="h-2.5 w-full max-w-32 rounded-badge bg-hover" />
            <span className="h-2.5 w-2/3 max-w-20 rounded-badge bg-hover" />
          </span>
          <span {...buttonStyle({ variant: 'primary' })}>Purchase Now</span>
        </div>
      </div>
    </div>
  )
}
