import { useEffect } from 'react'
import { Link, useLocation } from 'react-router'
import { buttonStyle } from '#ui/base/button.tsx'

/** The 404 page. */
export default function NotFound() {
  const { pathname } = useLocation()
  useEffect(() => {
    // oxlint-disable-next-line no-console -- the specification requires the missing path in the console
    console.error(`404: no page at ${pathname}`)
  }, [pathname])

  return (
    <div className="grid min-h-[calc(100dvh-220px)] items-center gap-10 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.05fr)]">
      <title>Page not found · Bolt Blocks</title>
      <div>
        <p className="font-mono text-mono text-text-3">404</p>
        <h1 className="mt-2 text-[40px]/[46px] font-semibold tracking-[-0.03em] max-md:text-[30px]/[36px]">
          Oops! Page not found
        </h1>
        <p className="mt-3 max-w-[44ch] text-lead text-text-2">
          Nothing is published at this address. It may have moved, or the link may have a typo.
        </p>
        <Link {...buttonStyle({ variant: 'primary', size: 'large' })} to="/" style={{ marginTop: 24 }}>
          Return to Home
        </Link>
        <p className="mt-6 flex flex-wrap items-center gap-2 text-small text-text-3">
          Requested path
          <code className="rounded-badge bg-subtle px-2 py-0.5 font-mono text-mono wrap-anywhere text-text-2">
            {pathname}
          </code>
        </p>
      </div>
      <FallenBlocks />
    </div>
  )
}

/** Illustration: a wall of blocks with one block fallen out. */
function FallenBlocks() {
  const block = { width: 112, height: 88, rx: 'min(var(--bb-r-card), 16px)' }
  return (
    <svg
      viewBox="0 0 440 300"
      aria-hidden="true"
      className="w-full max-w-[520px] justify-self-center max-lg:hidden"
    >
      <rect {...block} x="0" y="204" fill="var(--bb-accent)" opacity="0.92" />
      <rect {...block} x="125" y="204" fill="var(--bb-accent-soft)" />
      <rect {...block} x="250" y="204" fill="var(--bb-accent-2)" opacity="0.86" />
      <rect {...block} x="62" y="103" fill="var(--bb-hover)" />
      <rect
        {...block}
        x="187"
        y="103"
        fill="none"
        stroke="var(--bb-control)"
        strokeWidth="1.25"
        strokeDasharray="6 6"
      />
      <rect {...block} x="310" y="18" fill="var(--bb-accent)" opacity="0.42" transform="rotate(14 366 62)" />
    </svg>
  )
}
