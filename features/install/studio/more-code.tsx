import { useQuery } from '@tanstack/react-query'
import { blocks } from '#blocks/registry.ts'
import { pinnedTag, policyOf } from '#kernel/browser/snippet.ts'
import { call } from '#studio/data/api.ts'
import { config } from '#studio/config.ts'
import { tenantSnippet } from '#studio/tenant/tenant-snippet.ts'
import type { TenantRow } from '#studio/tenant/tenants.ts'
import { CodeBlock } from '#ui/code/code-block.tsx'
import { InlineCode } from '#ui/code/inline-code.tsx'
import { newestRelease } from '../endpoints.ts'

/** For sites with strict policies: the pinned tag, the content policy, and the height that a tag reserves. */
export function MoreCode({ tenant }: { tenant: TenantRow }) {
  const { data } = useQuery({
    queryKey: ['embed-release'],
    staleTime: Infinity,
    queryFn: () => call(newestRelease, {}),
  })
  const snippet = tenantSnippet(tenant)
  const release = data?.release
  return (
    <section aria-labelledby="install-more" className="space-y-6">
      <h2 id="install-more" className="text-heading">
        For strict sites
      </h2>
      <div>
        <h3 className="font-medium">A version that never changes</h3>
        <p className="mt-1 mb-3 text-text-2">
          <InlineCode text="The default script updates within version 1. This one never changes, and browsers refuse it if a single byte differs. Copy it again to move to a newer version." />
        </p>
        <CodeBlock
          name={release ? `Pinned to ${release.version}` : 'Pinned'}
          code={snippet && release ? pinnedTag(snippet, blocks.pay, config.embedOrigin, release) : undefined}
        />
      </div>
      <div>
        <h3 className="font-medium">Content security policy</h3>
        <p className="mt-1 mb-3 text-text-2">
          <InlineCode text="Add these sources to your existing directives. No inline scripts are needed. If your policy forbids inline styles, remove `style` from the tag and reserve the height for `script[data-block]` in your style sheet." />
        </p>
        <CodeBlock name="content-security-policy" code={policyOf(tenant.stripe_mode, config.embedOrigin)} />
      </div>
    </section>
  )
}
