import { ThemedFrame } from '#features/tenants/studio/theme/themed-frame.tsx'
import { readTheme } from '#kernel/browser/theme/theme.ts'
import { useAppearance } from '#studio/appearance.tsx'
import { Example } from '#ui/lists/example.tsx'

/** The Pay Block with made-up products, in the tenant's theme. */
export default function ProductsExample({ tenant }: { tenant: { theme: unknown } }) {
  const { resolvedMode } = useAppearance()
  const theme = readTheme(tenant.theme)
  const mode = theme.mode === 'light' || theme.mode === 'dark' ? theme.mode : resolvedMode
  return (
    <Example caption="Example: the Pay Block in your theme, with made-up products">
      <div className="relative h-100 overflow-hidden rounded-control bg-surface" data-mode={mode}>
        <ThemedFrame block="pay" theme={theme} mode={mode} fit="still" />
      </div>
    </Example>
  )
}
