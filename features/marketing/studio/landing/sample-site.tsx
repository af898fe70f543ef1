import type { ReactNode } from 'react'

const SERIF = 'font-[Georgia,"Iowan_Old_Style","Times_New_Roman",serif]'

/** A browser window with a sample page; a dashed line marks what the script tag adds. */
export function SampleSite({ children }: { children: ReactNode }) {
  return (
    <div
      data-theme="retro"
      data-mode="light"
      className="overflow-hidden rounded-[12px] border border-line bg-bg text-text shadow-2"
    >
      <div aria-hidden="true" className="flex h-9 items-center gap-1.5 border-b border-line bg-subtle px-4">
        <span className="size-2.5 rounded-full bg-control/40" />
        <span className="size-2.5 rounded-full bg-control/40" />
        <span className="size-2.5 rounded-full bg-control/40" />
        <span className="ml-3 rounded-badge bg-surface px-3 py-0.5 text-caption text-text-3">
          hearthandrye.com
        </span>
      </div>
      <div className="px-6 pt-5 pb-14 max-md:px-4 max-md:pb-5">
        <div aria-hidden="true" className={SERIF}>
          <p className="flex items-baseline gap-5 text-small text-text-2">
            <span className="flex-1 text-[17px]/6 font-bold text-text">Hearth & Rye</span>
            <span>Bread</span>
            <span className="max-sm:hidden">Classes</span>
            <span>Visit</span>
          </p>
          <div className="mt-4 flex items-end justify-between gap-6">
            <div>
              <p className="text-[30px]/[34px] font-bold tracking-[-0.02em] max-sm:text-[25px]/[29px]">
                Slow bread, baked
                <br />
                before you wake.
              </p>
              <p className="mt-2 text-lead text-text-2">
                Order by noon on Thursday. Collect warm on Saturday.
              </p>
            </div>
            <Loaf />
          </div>
        </div>
        <div className="mt-5 rounded-[14px] border border-dashed border-control p-3 max-md:p-2">
          <div className="[&_.pay-quantity]:hidden! [zoom:0.82] [&_.pay-card]:p-4! [&_.pay-cards]:m-0! [&_.pay-cards]:gap-3! max-sm:[&_.pay-card:nth-child(3)]:hidden!">
            {children}
          </div>
        </div>
      </div>
    </div>
  )
}

function Loaf() {
  const crust = 'color-mix(in oklab, var(--bb-accent), var(--bb-warn) 55%)'
  const cut = { fill: 'none', stroke: 'var(--bb-accent)', strokeWidth: 4, strokeLinecap: 'round' } as const
  return (
    <svg viewBox="0 0 120 66" className="mb-1 w-28 shrink-0 max-sm:hidden">
      <ellipse cx="60" cy="60" rx="56" ry="5" fill="var(--bb-hover)" />
      <path d="M4 48C4 18 30 4 60 4s56 14 56 44c0 8-6 12-14 12H18C10 60 4 56 4 48Z" fill={crust} />
      <path d="M34 20c6 4 10 11 10 19M56 14c6 4 10 12 10 21M80 17c6 5 9 11 9 19" {...cut} />
    </svg>
  )
}
