import { ArrowUpRight } from 'lucide-react'
import { Link } from 'react-router'
import { snippetBlocks } from '#blocks/registry.ts'
import { embedSnippet } from '#kernel/browser/snippet.ts'
import { config } from '#studio/config.ts'
import { useScreenExists } from '#studio/routing/known-screens.ts'
import { tenantSnippet } from '#studio/tenant/tenant-snippet.ts'
import type { TenantRow } from '#studio/tenant/tenants.ts'
import { buttonStyle } from '#ui/base/button.tsx'
import { CodeBlock } from '#ui/code/code-block.tsx'
import { siteHint } from '../sites/site-words.ts'
import { SitesEditor } from '../sites/sites-editor.tsx'
import { useUpdateTenant } from '../use-update-tenant.ts'
import { StepPane } from './step-pane.tsx'

/** The last step: the tag to copy, and the sites where it may run. */
export function StepDone({ tenant }: { tenant: TenantRow }) {
  const update = useUpdateTenant(tenant.id)
  const playground = useScreenExists('/playground')
  const snippet = tenantSnippet(tenant)
  const code = snippet && embedSnippet(snippet, snippetBlocks, config.embedOrigin)
  return (
    <>
      <StepPane
        title={`${tenant.name} is ready`}
        text="Paste this into your page. The first tag shows sign-in, the second a sample product, which is on sale as soon as payments are connected."
        actions={
          <>
            <Link {...buttonStyle({ variant: 'primary' })} to="/studio/connect/stripe">
              Go to Connect Center
            </Link>
            <Link {...buttonStyle({})} to="/studio">
              Skip to Studio
            </Link>
          </>
        }
      >
        <CodeBlock
          name="your-site.html"
          code={code}
          copyLabel="Copy Embed Code"
          waitingText="The public key is still generating. Please wait a moment and try again."
        />
      </StepPane>
      <div className="flex min-w-0 flex-col justify-center gap-4 border-l border-line bg-subtle p-10 max-lg:border-t max-lg:border-l-0 max-md:p-5">
        <section aria-labelledby="where-title">
          <h3 id="where-title" className="mb-3 text-subheading">
            Where will this run?
          </h3>
          <SitesEditor
            sites={tenant.allowed_origins ?? []}
            busy={update.isPending}
            hint={siteHint(tenant.stripe_mode)}
            onChange={(allowed_origins) => update.mutate({ allowed_origins })}
          />
        </section>
        {playground && tenant.public_key ? (
          <Link
            className="inline-flex items-center gap-1.5 self-start rounded-badge font-medium text-accent-text hover:underline"
            to={`/playground?block=checkout&mode=live&pk=${tenant.public_key}`}
            target="_blank"
          >
            See it live
            <ArrowUpRight size={16} strokeWidth={1.75} aria-hidden />
          </Link>
        ) : null}
      </div>
    </>
  )
}
