import { Suspense, useEffect, useRef, useState } from 'react'
import { tenantTheme } from '#studio/tenant/tenant-theme.ts'
import type { TenantRow } from '#studio/tenant/tenants.ts'
import { ThemedContainer } from '#studio/tenant/themed-container.tsx'
import { lazy } from '#ui/lazy.tsx'
import { useIsSeen } from '#ui/use-is-seen.ts'
import { PageDrawing } from './page-drawing.tsx'

/** Resolves custom colors, and reads the site. */
const SiteDrawing = lazy(() => import('./site-drawing.tsx'), 'quiet')
/** The screen comes first: a thumbnail has the tenant's theme until then. */
const LOAD_AFTER_MS = 3000
/** Corners of the themes' buttons (ui/theme/tokens.css), which a drawing cannot read. */
const RADIUS = { clean: 8, retro: 5, zen: 24 }

/** A small drawing of the tenant's site. It is decorative, and its size never changes. */
export function SiteThumbnail({ tenant }: { tenant: TenantRow }) {
  const frame = useRef<HTMLDivElement>(null)
  const isSeen = useIsSeen(frame)
  const [isIdle, setIsIdle] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsIdle(true), LOAD_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  const theme = tenantTheme(tenant)
  const radius = tenant.theme?.radius ?? RADIUS[theme]
  const { accent, mode } = tenant.theme ?? {}
  const drawing = (
    <ThemedContainer
      theme={theme}
      mode={mode === 'auto' ? undefined : mode}
      variables={accent ? { '--bb-accent': accent } : {}}
    >
      <PageDrawing name={tenant.name} radius={radius} />
    </ThemedContainer>
  )
  return (
    <div
      ref={frame}
      aria-hidden="true"
      className="aspect-16/10 overflow-hidden max-sm:hidden rounded-control border border-line md:row-span-2"
    >
      {isSeen && isIdle ? (
        <Suspense fallback={drawing}>
          <SiteDrawing tenant={tenant} radius={radius} />
        </Suspense>
      ) : (
        drawing
      )}
    </div>
  )
}
