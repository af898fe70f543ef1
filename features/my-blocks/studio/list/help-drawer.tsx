import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import { Drawer } from '#ui/overlays/drawer.tsx'

const LINKS = [
  {
    to: '/try',
    title: 'Put a block on a page',
    text: 'Copy one tag and preview its block, in a minute.',
  },
  {
    to: '/playground',
    title: 'See every block',
    text: 'Preview each on a desktop, a tablet and a phone, with its code.',
  },
  {
    to: '/trust-check',
    title: 'Check your site',
    text: 'See whether your page allows the blocks and payments.',
  },
]

/** Explains how blocks work, with links to further reading. */
export default function HelpDrawer({ onClose }: { onClose: () => void }) {
  return (
    <Drawer open onOpenChange={(open) => !open && onClose()} title="Help">
      <p className="text-text-2">
        A block is a text, a profile, a price table or your own data. Write it here, paste its tag into any
        page, and change it here whenever you like: every page shows what you saved last.
      </p>
      <ul className="mt-5 divide-y divide-line border-y border-line">
        {LINKS.map(({ to, title, text }) => (
          <li key={to}>
            <Link to={to} className="group flex items-center gap-3 py-3.5">
              <span className="min-w-0 flex-1">
                <span className="block font-medium group-hover:underline">{title}</span>
                <span className="block text-small text-text-2">{text}</span>
              </span>
              <ArrowRight size={16} strokeWidth={1.75} aria-hidden className="shrink-0 text-text-2" />
            </Link>
          </li>
        ))}
      </ul>
    </Drawer>
  )
}
