import { useState } from 'react'
import { blockPlace, blocks } from '#blocks/registry.ts'
import { useAppearance } from '#studio/appearance.tsx'
import { tenantTheme } from '#studio/tenant/tenant-theme.ts'
import type { TenantRow } from '#studio/tenant/tenants.ts'
import { Segments } from '#ui/base/segments.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { THEMES, type ThemeId } from '#ui/theme/themes.ts'
import { SampleFrame } from '../sample-frame.tsx'
import { SiteForm } from './site-form.tsx'
import { BlockFrame } from './block-frame.tsx'
import type { LookChoice } from './look-cards.tsx'
import { NextPlaces } from './next-places.tsx'
import { PasteSteps } from './paste-steps.tsx'
import { PreviewWindow } from './preview-window.tsx'
import { SiteStage } from './site-stage.tsx'
import { SnippetCard } from './snippet-card.tsx'
import { useOwnTenant } from './use-own-tenant.ts'
import { useSiteLook } from './use-site-look.ts'

const LOOKS = THEMES.map(({ id, name }) => ({ value: id, label: name }))

/** The first tag to copy: what visitors see on the front page. */
const FIRST = blocks.pay.name

/**
 * The tag of one block, and the block itself. Both use the visitor's own key if there is one. With `?site=`, the
 * blocks have the colors of that site.
 */
export function TryPage() {
  const own = useOwnTenant()
  const reading = useSiteLook()
  const { site, read } = reading
  const isStaged = site !== '' && reading.failure === undefined
  const [block, setBlock] = useState<string>(FIRST)
  const [chosen, setChosen] = useState<ThemeId>()
  const [choice, setChoice] = useState<LookChoice>('site')
  const ofTenant = chosen ?? (own.tenant ? tenantTheme(own.tenant) : 'clean')
  const theme = !isStaged ? ofTenant : choice === 'site' ? 'clean' : choice
  const matchesPage = isStaged && choice === 'site' && read !== undefined
  return (
    <>
      {read ? <title>{`${read.host} with Bolt Blocks`}</title> : null}
      <PageHead
        title="Try in 60 seconds"
        text="Paste one tag per block into any page. That's the whole install."
      />
      <SiteForm key={site} site={site} busy={reading.isReading} />
      {site ? (
        <SiteStage {...reading} choice={choice} onChoose={setChoice} />
      ) : (
        <p className="mt-2 mb-8 text-small text-text-3">See the blocks in the colors of your own site.</p>
      )}
      <div className="grid items-start gap-10 xl:grid-cols-[minmax(0,1fr)_minmax(0,1.05fr)] xl:gap-12">
        <div className="min-w-0 max-xl:contents">
          <SnippetCard
            own={own}
            theme={theme}
            matchesPage={matchesPage}
            block={blockPlace(block)}
            onBlock={setBlock}
          />
          {isStaged ? null : <PasteSteps className="max-xl:order-2 xl:mt-10" />}
        </div>
        {isStaged ? (
          <PasteSteps />
        ) : (
          <section aria-labelledby="try-preview" className="min-w-0 max-xl:order-1 xl:sticky xl:top-20">
            <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
              <h2 id="try-preview" className="text-heading">
                Live preview
              </h2>
              <Segments label="Theme of the preview" value={theme} options={LOOKS} onChange={setChosen} />
            </div>
            <Preview tenant={own.tenant} block={block} theme={theme} />
          </section>
        )}
      </div>
      <NextPlaces />
    </>
  )
}

interface PreviewProps {
  tenant: TenantRow | undefined
  block: string
  theme: ThemeId
}

/** The block of the snippet: the tenant's own, as the server sends it to visitors, else a sample. */
function Preview({ tenant, block, theme }: PreviewProps) {
  const { resolvedMode } = useAppearance()
  const place = blockPlace(block)
  const isOneOfSeveral = place.embed.shows !== undefined
  if (!tenant?.public_key || isOneOfSeveral)
    return (
      <PreviewWindow
        note={
          isOneOfSeveral
            ? 'Sample data. You make your own in the Studio, under Tables, and its tag has the id.'
            : 'A sample shop. With your key, your own products show here.'
        }
      >
        <SampleFrame block={place} theme={theme} mode={resolvedMode} />
      </PreviewWindow>
    )
  return (
    <PreviewWindow note={`The real blocks of ${tenant.name}, in ${tenant.stripe_mode} mode.`}>
      <BlockFrame block={place} publicKey={tenant.public_key} theme={theme} mode={resolvedMode} />
    </PreviewWindow>
  )
}
