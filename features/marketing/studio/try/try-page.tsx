import { useState } from 'react'
import { blocks } from '#blocks/registry.ts'
import { useAppearance } from '#studio/appearance.tsx'
import { tenantTheme } from '#studio/tenant/tenant-theme.ts'
import type { TenantRow } from '#studio/tenant/tenants.ts'
import { Segments } from '#ui/base/segments.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { OptionPicker } from '#ui/forms/option-picker.tsx'
import { THEMES, type ThemeId } from '#ui/theme/themes.ts'
import type { FrontParts } from '../parts.ts'
import { BlockFrame } from './block-frame.tsx'
import { NextPlaces } from './next-places.tsx'
import { PasteSteps } from './paste-steps.tsx'
import { PreviewWindow } from './preview-window.tsx'
import { SnippetCard } from './snippet-card.tsx'
import { useOwnTenant } from './use-own-tenant.ts'

const LOOKS = THEMES.map(({ id, name }) => ({ value: id, label: name }))
const BLOCKS = Object.values(blocks).map(({ name, title }) => ({ value: name, label: title }))
type BlockId = (typeof BLOCKS)[number]['value']

/** The snippet on the left, a preview on the right. Both use the visitor's own key if there is one. */
export function TryPage({ PaySample }: FrontParts) {
  const own = useOwnTenant()
  const [chosen, setTheme] = useState<ThemeId>()
  const theme = chosen ?? (own.tenant ? tenantTheme(own.tenant) : 'clean')
  return (
    <>
      <PageHead
        title="Try in 60 seconds"
        text="Paste these two tags into any page. That's the whole install."
      />
      <div className="grid items-start gap-10 xl:grid-cols-[minmax(0,1fr)_minmax(0,1.05fr)] xl:gap-12">
        <div className="min-w-0 max-xl:contents">
          <SnippetCard own={own} theme={theme} />
          <PasteSteps />
        </div>
        <section aria-labelledby="try-preview" className="min-w-0 max-xl:order-1 xl:sticky xl:top-20">
          <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
            <h2 id="try-preview" className="text-heading">
              Live preview
            </h2>
            <Segments label="Theme of the preview" value={theme} options={LOOKS} onChange={setTheme} />
          </div>
          {own.tenant?.public_key ? (
            <OwnPreview tenant={own.tenant} publicKey={own.tenant.public_key} theme={theme} />
          ) : (
            <PreviewWindow note="A sample shop. With your key, your own products show here.">
              <PaySample theme={theme} count={2} />
            </PreviewWindow>
          )}
        </section>
      </div>
      <NextPlaces />
    </>
  )
}

interface OwnPreviewProps {
  tenant: TenantRow
  publicKey: string
  theme: ThemeId
}

/** The real blocks, as the server sends them to this tenant's visitors. */
function OwnPreview({ tenant, publicKey, theme }: OwnPreviewProps) {
  const [block, setBlock] = useState<BlockId>(blocks.pay.name)
  const { resolvedMode } = useAppearance()
  const title = BLOCKS.find(({ value }) => value === block)!.label
  return (
    <PreviewWindow
      note={`The real blocks of ${tenant.name}, in ${tenant.stripe_mode} mode.`}
      aside={<OptionPicker label="Block" value={block} options={BLOCKS} onChange={setBlock} />}
    >
      <BlockFrame title={title} block={block} publicKey={publicKey} theme={theme} mode={resolvedMode} />
    </PreviewWindow>
  )
}
