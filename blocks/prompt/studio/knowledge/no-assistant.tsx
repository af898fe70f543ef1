import { Bot } from 'lucide-react'
import { BlockPreview } from '#features/tenants/studio/theme/block-preview.tsx'
import { placesOf } from '#kernel/browser/block-manifest.ts'
import { readTheme } from '#kernel/browser/theme/theme.ts'
import { useAppearance } from '#studio/appearance.tsx'
import type { TenantRow } from '#studio/tenant/tenants.ts'
import { block } from '#blocks/prompt/block.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { useCreateAssistant } from './use-assistants.ts'

/** Before the first assistant: what it does, a sample in the tenant's theme, and one action. */
export function NoAssistant({ tenant, onCreated }: { tenant: TenantRow; onCreated: (id: string) => void }) {
  const { resolvedMode } = useAppearance()
  const create = useCreateAssistant(tenant, onCreated)
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
      <EmptyState
        level={2}
        icon={<Bot size={22} strokeWidth={1.75} aria-hidden />}
        title="No assistant yet"
        text="Add your pages, files, tables or events, and visitors get answers that name their sources. An answer uses only what its visitor may see."
        actions={
          <Button
            variant="primary"
            busy={create.isPending}
            busyLabel="Creating..."
            onClick={() => create.mutate()}
          >
            Create an assistant
          </Button>
        }
      />
      <div>
        <p className="mb-1.5 text-small text-text-2">A sample in your theme</p>
        <BlockPreview
          theme={readTheme(tenant.theme)}
          studio={resolvedMode}
          places={placesOf([block])}
          first={block.name}
          whole
        />
      </div>
    </div>
  )
}
