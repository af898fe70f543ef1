import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { blockPlaces, blocks } from '#blocks/registry.ts'
import type { BlockPlace } from '#kernel/browser/block-manifest.ts'
import { type SnippetTenant, embedSnippet, reactSnippet, wordpressSnippet } from '#kernel/browser/snippet.ts'
import { AUTO_THEME } from '#kernel/browser/theme-variants.ts'
import { config } from '#studio/config.ts'
import { tenantSnippet } from '#studio/tenant/tenant-snippet.ts'
import { tenantTheme } from '#studio/tenant/tenant-theme.ts'
import { buttonStyle } from '#ui/base/button.tsx'
import { Segments } from '#ui/base/segments.tsx'
import { CodeBlock } from '#ui/code/code-block.tsx'
import { CopyTextButton } from '#ui/code/copy-button.tsx'
import { FailedRow } from '#ui/lists/failed-row.tsx'
import { OptionPicker } from '#ui/forms/option-picker.tsx'
import { ModeBadge } from '#ui/mode-badge.tsx'
import type { ThemeId } from '#ui/theme/themes.ts'
import type { OwnTenant } from './use-own-tenant.ts'

/** The confirmation of this page is shorter than elsewhere (spec §9). */
const COPIED_MS = 1500
/** A placeholder key. The block says so, and the page explains how to get a real one. */
const PLACEHOLDER = 'pk_your_public_key'

const KINDS = [
  { value: 'html', label: 'HTML', file: 'your-site.html' },
  { value: 'react', label: 'React', file: 'index.html, your-component.jsx' },
  { value: 'wordpress', label: 'WordPress', file: 'Custom HTML, theme footer' },
] as const
type Kind = (typeof KINDS)[number]['value']

/** What the preview shows on the front page comes first. */
const BLOCKS = blockPlaces
  .toSorted((a, b) => Number(b === blocks.pay) - Number(a === blocks.pay))
  .map(({ name, title }) => ({ value: name, label: title }))

export interface SnippetCardProps {
  own: OwnTenant
  theme: ThemeId
  /** The preview shows the visitor's site, so the tag takes the theme of its page. */
  matchesPage: boolean
  block: BlockPlace
  onBlock: (name: string) => void
}

/** The tag of one block, in the form that the site takes, with a copy button. */
export function SnippetCard({ own, theme, matchesPage, block, onBlock }: SnippetCardProps) {
  const [kind, setKind] = useState<Kind>('html')
  const code = own.state === 'pending' ? undefined : codeFor(own, kind, { theme, matchesPage, block })
  return (
    <section aria-labelledby="try-snippet" className="min-w-0">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 id="try-snippet" className="flex items-center gap-3 text-heading">
          Copy the snippet
          {own.tenant ? <ModeBadge mode={own.tenant.stripe_mode} /> : null}
        </h2>
        <Segments label="Kind of site" value={kind} options={KINDS} onChange={setKind} />
      </div>
      <div className="mb-3">
        <OptionPicker label="Block" value={block.name} options={BLOCKS} onChange={onBlock} />
      </div>
      <CodeBlock
        name={KINDS.find(({ value }) => value === kind)!.file}
        code={code}
        copyLabel={false}
        waitingText="The public key is still generating. Please wait a moment and try again."
      />
      <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-3">
        {code === undefined ? null : (
          <CopyTextButton
            variant="primary"
            size="large"
            text={code}
            label="Copy snippet"
            doneLabel="Copied"
            resetMs={COPIED_MS}
          />
        )}
        <WhoseKey own={own} />
      </div>
    </section>
  )
}

interface Wanted {
  theme: ThemeId
  matchesPage: boolean
  block: BlockPlace
}

function codeFor(
  { tenant }: OwnTenant,
  kind: Kind,
  { theme, matchesPage, block }: Wanted,
): string | undefined {
  const whose = tenant ? tenantSnippet(tenant) : { public_key: PLACEHOLDER, theme, mode: 'test' as const }
  if (!whose) return undefined
  if (matchesPage) return tagOf(kind, { ...whose, theme: AUTO_THEME }, block)
  const isOther = tenant && theme !== tenantTheme(tenant)
  return tagOf(kind, isOther ? { ...whose, theme } : whose, block)
}

function tagOf(kind: Kind, tenant: SnippetTenant, block: BlockPlace): string {
  if (kind === 'html') return embedSnippet(tenant, [block], config.embedOrigin)
  const make = kind === 'react' ? reactSnippet : wordpressSnippet
  return make(tenant, block, config.embedOrigin)
}

function WhoseKey({ own }: { own: OwnTenant }): ReactNode {
  if (own.state === 'visitor')
    return (
      <Hint
        to="/auth?next=%2Ftry#sign-up"
        act="Get your key"
        text="Free. We'll put it in the snippet for you."
      />
    )
  if (own.state === 'none')
    return (
      <Hint to="/studio?dialog=create" act="Create Tenant" text="We'll put its key in the snippet for you." />
    )
  if (own.state === 'failed') return <FailedRow message="Failed to load tenant data" onRetry={own.retry} />
  if (own.tenant) return <p className="text-small text-text-3">Uses the key of {own.tenant.name}.</p>
  return null
}

function Hint({ to, act, text }: { to: string; act: string; text: string }) {
  return (
    <>
      <Link {...buttonStyle({ size: 'large' })} to={to}>
        {act}
      </Link>
      <p className="text-small text-text-3">{text}</p>
    </>
  )
}
