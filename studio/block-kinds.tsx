import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { blockNav } from '#blocks/screens.tsx'
import '#ui/base/card.css'

/** The blocks that have pages in the Studio, as links to them. */
export function BlockKinds() {
  return (
    <ul aria-label="Blocks" className="mb-6 grid gap-4 md:grid-cols-2 xl:grid-cols-3">
      {blockNav.map(({ path, label, text }) => (
        <li key={path}>
          <Link to={path} className="bb-card flex items-center gap-4 p-4 hover:border-control">
            <span className="min-w-0 flex-1">
              <span className="block font-label">{label}</span>
              <span className="block text-small text-text-2">{text}</span>
            </span>
            <ChevronRight size={18} strokeWidth={1.75} aria-hidden className="text-text-3" />
          </Link>
        </li>
      ))}
    </ul>
  )
}
