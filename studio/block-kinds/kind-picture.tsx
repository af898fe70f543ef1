import './block-kinds.css'
import { ThemedFrame } from '#features/tenants/studio/theme/themed-frame.tsx'
import { readTheme } from '#kernel/browser/theme/theme.ts'
import { useAppearance } from '../appearance.tsx'
import type { TenantRow } from '../tenant/tenants.ts'

/** The block at 60 %, so that its smallest text has 9 px: in the tenant's theme, or in the Studio's. */
export function KindPicture({ name, tenant }: { name: string; tenant?: TenantRow }) {
  const { resolvedMode, theme: studioTheme } = useAppearance()
  const theme = tenant ? readTheme(tenant.theme) : { variant: studioTheme }
  const mode = theme.mode === 'light' || theme.mode === 'dark' ? theme.mode : resolvedMode
  return (
    <div className="kind-picture" data-theme={theme.variant} data-mode={mode}>
      <div className="kind-picture-page">
        <ThemedFrame block={name} theme={theme} mode={mode} fit="still" />
      </div>
    </div>
  )
}
