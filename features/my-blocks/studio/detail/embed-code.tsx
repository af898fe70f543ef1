import { useState } from 'react'
import { Link } from 'react-router'
import { reactSnippet, scriptTag, wordpressSnippet } from '#kernel/browser/snippet.ts'
import { config } from '#studio/config.ts'
import { tenantSnippet } from '#studio/tenant/tenant-snippet.ts'
import { useCurrentTenant, useTenants } from '#studio/tenant/tenants.ts'
import { Segments } from '#ui/base/segments.tsx'
import { Skeleton } from '#ui/base/skeleton.tsx'
import { CodeBlock } from '#ui/code/code-block.tsx'
import { ModeBadge } from '#ui/mode-badge.tsx'
import { Notice } from '#ui/notice.tsx'
import { buttonStyle } from '#ui/base/button.tsx'
import { heightOf } from '#features/my-blocks/kinds/height.ts'
import type { BlockRow } from '../block-row.ts'

const FORMS = {
  html: { label: 'HTML', file: 'your-site.html', make: scriptTag },
  react: { label: 'React', file: 'YourPage.jsx', make: reactSnippet },
  wordpress: { label: 'WordPress', file: 'Custom HTML block', make: wordpressSnippet },
}
type Form = keyof typeof FORMS
const OPTIONS = (Object.keys(FORMS) as Form[]).map((value) => ({ value, label: FORMS[value].label }))

/** The tag that shows this block on a page of the tenant selected in the header. */
export function EmbedCode({ block }: { block: BlockRow }) {
  const tenant = useCurrentTenant()
  const { data: tenants } = useTenants()
  const [form, setForm] = useState<Form>('html')
  const { file, make } = FORMS[form]
  const snippet = tenant && tenantSnippet(tenant)
  const code = snippet && make(snippet, { id: block.id, height: heightOf(block.data) }, config.embedOrigin)
  return (
    <section aria-labelledby="embed-title">
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <h2 id="embed-title" className="text-subheading">
          Embed code
        </h2>
        {tenant ? <ModeBadge mode={tenant.stripe_mode} /> : null}
        {tenant || !tenants ? (
          <div className="ml-auto max-sm:ml-0 max-sm:w-full">
            <Segments label="Kind of page" value={form} options={OPTIONS} onChange={setForm} />
          </div>
        ) : null}
      </div>
      {tenant ? (
        <>
          <CodeBlock
            name={file}
            code={code}
            waitingText="The public key is still generating. Please wait a moment and try again."
          />
          <p className="mt-2 text-small text-text-2">
            {tenant.role === 'owner' ? (
              <>
                It runs on the sites of {tenant.name}.{' '}
                <Link className="link" to={`/studio?dialog=embed&tenant=${tenant.id}`}>
                  See its sites
                </Link>
              </>
            ) : (
              `It does not open on the sites of ${tenant.name}, which you do not own: choose a tenant of your own in the header.`
            )}
          </p>
        </>
      ) : tenants ? (
        <Notice
          action={
            <Link {...buttonStyle({ size: 'small' })} to="/studio?dialog=create">
              Create Tenant
            </Link>
          }
        >
          Create a tenant to get this block's embed code.
        </Notice>
      ) : (
        <Skeleton height={240} radius="var(--bb-r-card)" />
      )}
    </section>
  )
}
