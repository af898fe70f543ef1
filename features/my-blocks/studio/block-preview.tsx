import { useCurrentTenant } from '#studio/tenant/tenants.ts'
import { useResolvedTenantTheme } from '#studio/tenant/use-resolved-tenant-theme.ts'
import { ThemedContainer } from '#studio/tenant/themed-container.tsx'
import { THEMES } from '#ui/theme/themes.ts'
import { BlockFace } from '../kinds/block-face.tsx'
import type { Json } from '../kinds/read-json.ts'
import { isEmpty, viewOf } from '../kinds/view.ts'

/** The theme of the selected tenant; the default theme without a tenant. */
export const useVisitorTheme = () => useResolvedTenantTheme(useCurrentTenant())

/** A block as visitors see it, in the tenant's theme. */
export function BlockPreview({ title, data }: { title: string; data: Json }) {
  const look = useVisitorTheme()
  const view = viewOf(data)
  return (
    <section aria-label="Preview" className="flex flex-col gap-3">
      <h2 className="text-small font-label">Preview</h2>
      {isEmpty(view) ? (
        <p className="rounded-card border border-dashed border-control px-5 py-8 text-text-2">
          Nothing to show yet. Your content appears here as you write.
        </p>
      ) : (
        <section
          aria-label={title}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls: the keyboard must reach it
          tabIndex={0}
          className="max-h-[560px] overflow-auto rounded-card border border-line"
        >
          <ThemedContainer {...look} className="bg-bg p-5">
            {/* As on a page: entries have no heading of their own. */}
            {view.kind === 'custom' ? <p className="mb-2 text-[19px]/[26px] font-semibold">{title}</p> : null}
            <BlockFace view={view} />
          </ThemedContainer>
        </section>
      )}
      <p className="text-caption text-text-3">
        How visitors see it, in this tenant's theme: {THEMES.find(({ id }) => id === look.theme)!.name}.
      </p>
    </section>
  )
}
