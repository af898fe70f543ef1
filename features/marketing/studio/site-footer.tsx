import { Link } from 'react-router'
import { useScreenExists } from '#studio/routing/known-screens.ts'
import { PageFrame } from '#ui/page-frame.tsx'
import { useAuth } from '#studio/session/session.tsx'
import { Mark } from '#ui/base/mark.tsx'

interface Place {
  label: string
  path: string
}

/** Not a screen of the Studio: the server renders it. */
const MANUAL = '/docs/'

const PRODUCT: Place[] = [
  { label: 'Demo', path: '/playground' },
  { label: 'Try in 60 seconds', path: '/try' },
  { label: 'Pricing', path: '/pricing' },
  { label: 'Manual', path: MANUAL },
]
const SECURITY: Place[] = [
  { label: 'Trust and security', path: '/trust' },
  { label: 'Trust check', path: '/trust-check' },
]
const STUDIO: Place[] = [
  { label: 'Studio Dashboard', path: '/studio' },
  { label: 'Connect Center', path: '/studio/connect/stripe' },
  { label: 'My Blocks', path: '/bolt/blocks' },
]

/** The footer of the front pages, with links to the other pages. */
export default function SiteFooter() {
  const { user } = useAuth()
  const studio = user ? STUDIO : [{ label: 'Sign In', path: '/auth' }, ...STUDIO.slice(1)]
  return (
    <footer className="px-10 pb-16 max-lg:px-6 max-md:px-4 max-md:pb-28">
      <PageFrame>
        <div className="grid grid-cols-[minmax(0,1.6fr)_repeat(3,minmax(0,1fr))] gap-8 border-t border-line pt-8 max-md:grid-cols-2">
          <div className="max-md:col-span-2">
            <p className="flex items-center gap-2 text-[15px]/6 font-semibold tracking-[-0.01em]">
              <Mark height={20} />
              Bolt Blocks
            </p>
            <p className="mt-1.5 text-small text-text-3">Blocks for sites that already exist.</p>
          </div>
          <Places title="Product" places={PRODUCT} />
          <Places title="Security" places={SECURITY} />
          <Places title="Studio" places={studio} />
        </div>
      </PageFrame>
    </footer>
  )
}

function Places({ title, places }: { title: string; places: Place[] }) {
  return (
    <nav aria-label={title}>
      <h2 className="text-small font-label">{title}</h2>
      <ul className="mt-2 text-small">
        {places.map((place) => (
          <PlaceLink key={place.path} {...place} />
        ))}
      </ul>
    </nav>
  )
}

/** Hidden until there is a screen to link to. */
function PlaceLink({ label, path }: Place) {
  const exists = useScreenExists(path)
  const isManual = path === MANUAL
  if (!exists && !isManual) return null
  return (
    <li>
      <Link
        className="inline-block rounded-badge py-1 text-text-2 hover:text-text"
        to={path}
        reloadDocument={isManual}
      >
        {label}
      </Link>
    </li>
  )
}
