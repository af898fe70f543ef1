import { Palette } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { type BlockManifest, placesOf } from '#kernel/browser/block-manifest.ts'
import { type NamedBlock, scriptTag } from '#kernel/browser/snippet.ts'
import { readTheme } from '#kernel/browser/theme/theme.ts'
import { useAppearance } from '#studio/appearance.tsx'
import { config } from '#studio/config.ts'
import { tenantSnippet } from '#studio/tenant/tenant-snippet.ts'
import { type TenantRow, mayWith } from '#studio/tenant/tenants.ts'
import { buttonStyle } from '#ui/base/button.tsx'
import { CodeBlock } from '#ui/code/code-block.tsx'
import { Select } from '#ui/forms/select.tsx'
import { ModeBadge } from '#ui/mode-badge.tsx'
import { BlockPreview } from '../theme/block-preview.tsx'
import { siteHint } from './site-words.ts'
import { SitesEditor } from './sites-editor.tsx'
import { type TagChoices, TagChoiceFields } from './tag-choices.tsx'
import { useUpdateTenant } from '../use-update-tenant.ts'

export interface LookAndEmbedProps {
  tenant: TenantRow
  manifest: BlockManifest
  /** Tags in place of one for each view of the block. */
  tags?: readonly (NamedBlock & { title: string })[]
  /** In place of samples of the block's views. */
  preview?: ReactNode
  /** Below the tags. */
  children?: ReactNode
}

/** More tags than these are chosen from a list, one at a time. */
const MOST_SHOWN = 4

const keyOf = (tag: NamedBlock) => `${tag.name} ${Object.values(tag.attributes ?? {}).join(' ')}`

/** A block in the tenant's look beside its tags, and the sites where they work. */
export function LookAndEmbed({ tenant, manifest, tags, preview, children }: LookAndEmbedProps) {
  const { resolvedMode } = useAppearance()
  const update = useUpdateTenant(tenant.id)
  const [choices, setChoices] = useState<TagChoices>({})
  const known = tenantSnippet(tenant)
  const snippet = known && { ...known, ...choices }
  const places = placesOf([manifest])
  const all: readonly (NamedBlock & { title: string })[] = tags ?? places
  const isLong = all.length > MOST_SHOWN
  const [chosen, setChosen] = useState('')
  const shown = isLong ? [all.find((tag) => keyOf(tag) === chosen) ?? all[0]!] : all
  const dialog = (name: string) => `/studio?dialog=${name}&tenant=${tenant.id}`
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <div className="flex flex-col gap-7">
        <section aria-labelledby="tags-title">
          <div className="mb-3 flex flex-wrap items-center gap-3">
            <h2 id="tags-title" className="text-subheading">
              Paste this where you want the block
            </h2>
            <ModeBadge mode={tenant.stripe_mode} />
          </div>
          <TagChoiceFields
            choices={choices}
            onChange={setChoices}
            hasHeading={places.some(({ embed }) => embed.heightWithoutHeading)}
          />
          {isLong ? (
            <div className="mb-3">
              <Select
                aria-label="What the block shows"
                value={keyOf(shown[0]!)}
                options={all.map((tag) => ({ value: keyOf(tag), label: tag.title }))}
                onChange={({ currentTarget: { value } }) => setChosen(value)}
              />
            </div>
          ) : null}
          <div className="flex flex-col gap-3">
            {shown.map((place) => (
              <CodeBlock
                key={keyOf(place)}
                name={place.title}
                code={snippet && scriptTag(snippet, place, config.embedOrigin)}
                waitingText="The public key is still generating. Please wait a moment and try again."
              />
            ))}
          </div>
          {children}
          <p className="mt-3 text-small text-text-2">
            <Link className="underline" to={`/studio/install?tenant=${tenant.id}`}>
              Steps for your site builder
            </Link>
          </p>
        </section>
        {mayWith(tenant, 'settings') ? (
          <section aria-labelledby="sites-title">
            <h2 id="sites-title" className="mb-3 text-subheading">
              Where will this run?
            </h2>
            <SitesEditor
              sites={tenant.allowed_origins ?? []}
              busy={update.isPending}
              hint={siteHint(tenant.stripe_mode)}
              onChange={(allowed_origins) => update.mutate({ allowed_origins })}
            />
          </section>
        ) : null}
      </div>
      <section aria-labelledby="look-title" className="flex flex-col gap-3">
        <h2 id="look-title" className="text-subheading">
          How it looks on your site
        </h2>
        {preview ?? (
          <>
            <p className="-mt-1 text-small text-text-2">In your theme, with sample data.</p>
            <BlockPreview
              theme={readTheme(tenant.theme)}
              studio={resolvedMode}
              places={places}
              first={manifest.name}
              whole
            />
          </>
        )}
        {mayWith(tenant, 'content') ? (
          <Link {...buttonStyle({})} to={dialog('theme')}>
            <Palette size={16} strokeWidth={1.75} aria-hidden />
            Change the theme
          </Link>
        ) : null}
      </section>
    </div>
  )
}
