import { useQuery } from '@tanstack/react-query'
import { LookAndEmbed } from '#features/tenants/studio/sites/look-and-embed.tsx'
import { bubbleTag } from '#kernel/browser/snippet.ts'
import { config } from '#studio/config.ts'
import { call } from '#studio/data/api.ts'
import { tenantSnippet } from '#studio/tenant/tenant-snippet.ts'
import { mayWith, type TenantRow } from '#studio/tenant/tenants.ts'
import { CodeBlock } from '#ui/code/code-block.tsx'
import { block } from '../block.ts'
import { listAssistants } from '../endpoints-studio.ts'
import { assistantsKey } from './knowledge/use-assistants.ts'
import { tagsOf } from './tags.ts'

/** The assistant in the tenant's theme, with the tags of its layouts, and of each assistant if there are several. */
export default function EmbedTab({ tenant }: { tenant: TenantRow }) {
  // Others see the tags of the first one, which need no name.
  const { data } = useQuery({
    queryKey: assistantsKey(tenant.id),
    queryFn: () => call(listAssistants, { tenantId: tenant.id }),
    enabled: mayWith(tenant, 'content'),
  })
  const snippet = tenantSnippet(tenant)
  return (
    <LookAndEmbed key={tenant.id} tenant={tenant} manifest={block} tags={tagsOf(data?.assistants ?? [])}>
      <h3 className="mt-5 mb-1 text-small font-label">Or as a button on every page</h3>
      <p className="mb-3 text-small text-text-2">
        Paste this once, for example into the footer of your theme. A round button in the corner opens the
        assistant.
      </p>
      <CodeBlock
        name="Button in the corner"
        code={snippet && bubbleTag(snippet, block, config.embedOrigin)}
        waitingText="The public key is still generating. Please wait a moment and try again."
      />
    </LookAndEmbed>
  )
}
