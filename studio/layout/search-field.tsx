import { Search } from 'lucide-react'
import { commandKey } from '../palette/command-key.ts'
import { showOverlay } from '../palette/overlay-state.ts'

/** Looks like a search field and opens the palette, which has the field. */
export default function SearchField() {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      className="flex h-9 items-center gap-2 rounded-control px-2 text-text-3 hover:text-text-2 xl:w-64 xl:border xl:border-control xl:bg-surface xl:px-3"
      onClick={() => showOverlay('palette')}
    >
      <Search size={16} strokeWidth={1.75} aria-hidden />
      <span className="flex-1 text-left max-xl:sr-only">Search or jump to...</span>
      <kbd className="font-sans text-caption max-xl:hidden">{commandKey()} K</kbd>
    </button>
  )
}
