import '#blocks/library/embed/library-page.css'
import { useState } from 'react'
import { ThemedContainer } from '#studio/tenant/themed-container.tsx'
import { useResolvedTenantTheme } from '#studio/tenant/use-resolved-tenant-theme.ts'
import type { TenantRow } from '#studio/tenant/tenants.ts'
import { ArticleView } from '#blocks/library/embed/article-view.tsx'
import type { ItemKind } from '#blocks/library/endpoints.ts'
import { Segments } from '#ui/base/segments.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { StoredPicture } from '../media/stored-picture.tsx'
import { KINDS } from '../items/item-kinds.tsx'
import type { ItemDraft } from './item-draft.ts'

export interface ItemPreviewProps {
  tenant: TenantRow
  kind: ItemKind
  draft: ItemDraft
  onClose: () => void
}

type Viewer = 'inside' | 'outside'

/** What is typed, in the tenant's theme: as those see it who may open the item, and as others do. */
export default function ItemPreview({ tenant, kind, draft, onClose }: ItemPreviewProps) {
  const look = useResolvedTenantTheme(tenant)
  const [viewer, setViewer] = useState<Viewer>('inside')
  const isHidden = viewer === 'outside' && !draft.isTeaser
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} size="wide" title="Preview">
      <div className="mb-4">
        <Segments
          label="Seen by"
          value={viewer}
          options={[
            { value: 'inside', label: 'Who may open it' },
            { value: 'outside', label: 'Everyone else' },
          ]}
          onChange={setViewer}
        />
      </div>
      {isHidden ? (
        <p className="text-text-2">They do not learn that this item exists.</p>
      ) : (
        <ThemedContainer
          {...look}
          live
          className="relative overflow-clip rounded-card border border-line bg-surface p-6 max-sm:p-4"
        >
          <article className="lib">
            <h3 className="text-heading">{draft.title.trim() || `Your ${KINDS[kind].name.toLowerCase()}`}</h3>
            {draft.summary.trim() ? <p className="lib-quiet">{draft.summary.trim()}</p> : null}
            {draft.teaser.trim() ? <p className="lib-teaser">{draft.teaser.trim()}</p> : null}
            {viewer === 'outside' ? (
              <p className="lib-quiet">Here visitors sign in, or see the price with its button.</p>
            ) : draft.doc ? (
              <ArticleView
                doc={draft.doc}
                renderPicture={({ path, alt, width, height }, key) => (
                  <StoredPicture
                    key={key}
                    tenantId={tenant.id}
                    path={path}
                    alt={alt}
                    width={width}
                    height={height}
                  />
                )}
              />
            ) : null}
          </article>
        </ThemedContainer>
      )}
    </Dialog>
  )
}
