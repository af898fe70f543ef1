import { customLookOf } from '#kernel/browser/theme/site-look.ts'
import { themeVariables } from '#kernel/browser/theme/theme-rules.ts'
import { applyCustomLook } from '#kernel/browser/theme/theme.ts'
import type { TenantRow } from '#studio/tenant/tenants.ts'
import { ThemedContainer } from '#studio/tenant/themed-container.tsx'
import { useResolvedTenantTheme } from '#studio/tenant/use-resolved-tenant-theme.ts'
import { PageDrawing } from './page-drawing.tsx'
import { useTenantLook } from './use-tenant-look.ts'

export interface SiteDrawingProps {
  tenant: TenantRow
  /** Of the tenant's theme. */
  radius: number
}

/** A page in the colors of the tenant's site; in those of the tenant's theme if no site is listed or it cannot be read. */
export default function SiteDrawing({ tenant, radius }: SiteDrawingProps) {
  const look = useTenantLook(tenant)
  const own = useResolvedTenantTheme(tenant)
  if (!look)
    return (
      <ThemedContainer {...own}>
        <PageDrawing name={tenant.name} radius={radius} />
      </ThemedContainer>
    )
  const { mode, name, background, text } = look
  const theme = applyCustomLook({ variant: 'clean' }, customLookOf(look))
  return (
    <ThemedContainer theme="clean" mode={mode} variables={themeVariables(theme, mode)}>
      <PageDrawing name={name} radius={look.radius ?? radius} background={background} text={text} />
    </ThemedContainer>
  )
}
