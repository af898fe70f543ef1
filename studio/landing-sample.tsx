import { markupPieces } from '#ui/code-markup.ts'
import '#ui/code-block.css'
import { buttonLook } from '#ui/base/button.tsx'
import { Card } from '#ui/base/card.tsx'

const PRODUCTS = [
  ['Rye & honey loaf', 'Warm at nine, Tuesday to Saturday.', '€10.00'],
  ['Weekly bread box', 'Three loaves, every Saturday.', '€24.00'],
  ['Rye starter kit', 'Jar, flour and a five-day plan.', '€18.50'],
] as const

const SNIPPET = `<script async src="…/v1/bb.js"
  data-tenant="pk_…"
  data-block="pay" data-theme="retro"></script>`

/** A page of somebody's site with a block in it, and the tag that put it there. A picture: nothing in it acts. */
export function LandingSample() {
  return (
    <div aria-hidden="true" inert className="relative pb-22">
      <div
        data-theme="retro"
        data-mode="light"
        className="overflow-hidden rounded-[12px] border border-line bg-bg text-text shadow-2 [--bb-font:system-ui,sans-serif]"
      >
        <div className="flex h-9 items-center gap-1.5 border-b border-line bg-subtle px-4">
          {['a', 'b', 'c'].map((dot) => (
            <span key={dot} className="size-2.5 rounded-full bg-control/40" />
          ))}
          <span className="ml-3 rounded-badge bg-surface px-3 py-0.5 text-caption text-text-3">
            hearthandrye.com
          </span>
        </div>
        <div className="px-6 pt-7 pb-21 font-sans">
          <p className="font-[Georgia,serif] text-[28px]/[32px] font-semibold tracking-tight">
            Slow bread, baked
            <br />
            before you wake.
          </p>
          <p className="mt-2 text-small text-text-2">Order by noon on Thursday. Collect warm on Saturday.</p>
          <div className="mt-6 grid gap-3 sm:grid-cols-3">
            {PRODUCTS.map(([name, text, price], at) => (
              <Card key={name} className={at > 0 ? 'p-3 max-sm:hidden' : 'p-3'}>
                <p className="text-small font-semibold">{name}</p>
                <p className="mt-0.5 min-h-8 text-caption text-text-2">{text}</p>
                <p className="mt-2 text-subheading tabular-nums">{price}</p>
                <span
                  {...buttonLook({ variant: 'primary', size: 'small', wide: true })}
                  style={{ marginTop: 8, fontSize: 12 }}
                >
                  Purchase Now
                </span>
              </Card>
            ))}
          </div>
        </div>
      </div>
      <figure className="bb-code absolute bottom-0 left-0 w-[min(390px,94%)] shadow-2 xl:-left-8">
        <figcaption className="bb-code-head">The whole integration</figcaption>
        <pre>
          {markupPieces(SNIPPET).map(([kind, text], at) => (
            <span key={at} data-kind={kind}>
              {text}
            </span>
          ))}
        </pre>
      </figure>
    </div>
  )
}
