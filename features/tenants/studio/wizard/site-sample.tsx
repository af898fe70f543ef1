import { buttonStyle } from '#ui/base/button.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { PoweredBy } from '#ui/base/powered-by.tsx'

/**
 * An illustration of a page with the name that is being typed, made of real components. It is not
 * interactive.
 */
export function SiteSample({ name }: { name: string }) {
  const shown = name || 'Your site'
  return (
    <div
      aria-hidden="true"
      inert
      className="grid place-items-center border-l border-line bg-subtle p-10 max-lg:hidden"
    >
      <div className="w-full max-w-[380px] overflow-hidden rounded-card border border-line bg-surface shadow-2">
        <div className="flex items-center gap-3 border-b border-line px-5 py-4">
          <Avatar name={shown} />
          <span className="min-w-0 flex-1 truncate text-subheading">{shown}</span>
          <span className="h-2 w-9 rounded-badge bg-hover" />
          <span className="h-2 w-9 rounded-badge bg-hover" />
        </div>
        <div className="p-5">
          <p className="text-subheading">Available Products</p>
          <div className="mt-3 flex items-end justify-between gap-4 rounded-card border border-line p-4">
            <span>
              <span className="block font-medium">Sample product</span>
              <span className="mt-1 block text-heading tabular-nums">€10.00</span>
            </span>
            <span {...buttonStyle({ variant: 'primary' })}>Purchase Now</span>
          </div>
          <div className="mt-3">
            <PoweredBy href="/" label="Powered by Bolt Blocks" />
          </div>
        </div>
      </div>
    </div>
  )
}
