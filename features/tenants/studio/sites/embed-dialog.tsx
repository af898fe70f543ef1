import { useState } from 'react'
import { Link } from 'react-router'
import { snippetBlocks } from '#blocks/registry.ts'
import { embedSnippet } from '#kernel/browser/snippet.ts'
import { config } from '#studio/config.ts'
import { tenantSnippet } from '#studio/tenant/tenant-snippet.ts'
import { type TenantRow, mayWith } from '#studio/tenant/tenants.ts'
import { CodeBlock } from '#ui/code/code-block.tsx'
import { CopyTextButton } from '#ui/code/copy-button.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { Notice } from '#ui/notice.tsx'
import { ModeBadge } from '#ui/mode-badge.tsx'
import { OtherBlocks } from './other-blocks.tsx'
import { siteHint } from './site-words.ts'
import { SitesEditor } from './sites-editor.tsx'
import { type TagChoices, TagChoiceFields } from './tag-choices.tsx'
import { useUpdateTenant } from '../use-update-tenant.ts'

/** The sites where the blocks may run, and the tags to paste there. */
export default function EmbedDialog({ tenant, onClose }: { tenant: TenantRow; onClose: () => void }) {
  const update = useUpdateTenant(tenant.id)
  const sites = tenant.allowed_origins ?? []
  const [choices, setChoices] = useState<TagChoices>({})
  const known = tenantSnippet(tenant)
  const snippet = known && { ...known, ...choices }
  const code = snippet && embedSnippet(snippet, snippetBlocks, config.embedOrigin)

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="preview"
      title="Embed Code"
      description={tenant.name}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          {code ? <CopyTextButton variant="primary" text={code} label="Copy Embed Code" /> : null}
        </>
      }
    >
      {mayWith(tenant, 'settings') ? (
        <section aria-labelledby="where-title" className="mb-6">
          <h3 id="where-title" className="mb-3 text-subheading">
            Where will this run?
          </h3>
          <SitesEditor
            sites={sites}
            busy={update.isPending}
            hint={siteHint(tenant.stripe_mode)}
            onChange={(allowed_origins) => update.mutate({ allowed_origins })}
          />
          {sites.length === 0 && tenant.stripe_mode === 'live' ? (
            <div className="mt-3">
              <Notice tone="warn">
                No site is listed yet, so the blocks don’t show anywhere. Add your site.
              </Notice>
            </div>
          ) : null}
        </section>
      ) : null}
      <section aria-labelledby="paste-title">
        <div className="mb-1 flex flex-wrap items-center gap-3">
          <h3 id="paste-title" className="text-subheading">
            Paste this into your page
          </h3>
          <ModeBadge mode={tenant.stripe_mode} />
        </div>
        <p className="mb-3 text-text-2">The first tag shows sign-in, the second your products.</p>
        <TagChoiceFields choices={choices} onChange={setChoices} hasHeading />
        <CodeBlock
          name="your-site.html"
          code={code}
          copyLabel={false}
          waitingText="The public key is still generating. Please wait a moment and try again."
        />
        <p className="mt-3 text-small text-text-2">
          <Link className="underline" to={installOf(tenant.id)}>
            Steps for your site builder
          </Link>
          {'. '}
          Pasted and published?{' '}
          <Link className="underline" to={installOf(tenant.id, sites)}>
            Check your page
          </Link>
        </p>
      </section>
      {snippet ? <OtherBlocks tenant={tenant} snippet={snippet} /> : null}
    </Dialog>
  )
}

/** The URL of the install steps. With `sites` it opens the check of the first public site. */
function installOf(tenant: string, sites: readonly string[] = []): string {
  const site = sites.find((one) => one.startsWith('https://'))
  return `/studio/install?${new URLSearchParams({ tenant, ...(site ? { url: site } : {}) })}`
}
