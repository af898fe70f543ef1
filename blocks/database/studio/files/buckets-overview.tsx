import { FolderLock, FolderPlus } from 'lucide-react'
import { useAudiences } from '#studio/audience/use-audiences.ts'
import { useProducts } from '#studio/audience/use-products.ts'
import type { TenantRow } from '#studio/tenant/tenants.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { Example } from '#ui/lists/example.tsx'
import { FailedRow } from '#ui/lists/failed-row.tsx'
import { RowsSkeleton } from '#ui/lists/skeletons.tsx'
import { Table } from '#ui/lists/table.tsx'
import { accessSentence } from './bucket-access.ts'
import { limitsText } from './bucket-draft.ts'
import { BucketMenu } from './bucket-menu.tsx'
import type { Bucket } from './bucket.ts'
import { useBuckets } from './use-buckets.ts'

export interface BucketsOverviewProps {
  tenant: TenantRow
  onOpen: (id: string) => void
  onNew: () => void
}

/** A tenant's buckets with who reaches them. */
export function BucketsOverview({ tenant, onOpen, onNew }: BucketsOverviewProps) {
  const { data: buckets, isError, isFetching, refetch } = useBuckets(tenant.id)
  const { data: audiences, isPending: areAudiencesPending } = useAudiences(tenant.id)
  const { data: products = [], isPending: areProductsPending } = useProducts(tenant.id)
  if (!buckets && isError)
    return (
      <FailedRow
        message="The buckets could not be loaded."
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  // Sentences that arrive later would move the rows.
  if (!buckets || areAudiencesPending || areProductsPending) return <RowsSkeleton rows={3} />
  const create = (
    <Button variant="primary" icon={<FolderPlus size={16} strokeWidth={1.75} aria-hidden />} onClick={onNew}>
      New bucket
    </Button>
  )
  if (buckets.length === 0)
    return (
      <>
        <EmptyState
          level={2}
          icon={<FolderLock size={22} strokeWidth={1.75} aria-hidden />}
          title="No buckets"
          text="A bucket holds files: open it to an audience, to each member’s own folder, or to everyone."
          actions={create}
        />
        <Example caption="Example, with made-up buckets">
          <BucketsTable
            buckets={EXAMPLES}
            sentenceOf={(bucket) => SENTENCES[bucket.id]!}
            onOpen={() => undefined}
            tenantId={undefined}
          />
        </Example>
      </>
    )
  return (
    <section aria-labelledby="buckets-title">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-3">
        <h2 id="buckets-title" className="sr-only">
          All buckets
        </h2>
        <p className="text-text-2 tabular-nums">
          {buckets.length === 1 ? '1 bucket' : `${buckets.length} buckets`}
        </p>
        {create}
      </div>
      <BucketsTable
        buckets={buckets}
        sentenceOf={(bucket) =>
          accessSentence(bucket, audiences?.find(({ id }) => id === bucket.read_audience_id)?.rule ?? null, {
            products,
          })
        }
        onOpen={onOpen}
        tenantId={tenant.id}
      />
    </section>
  )
}

const EXAMPLE = { public: false, file_size_limit: null, allowed_mime_types: null, updated_at: '' }
const EXAMPLES: Bucket[] = [
  { ...EXAMPLE, id: 'photos', name: 'photos', file_size_limit: 5e6, allowed_mime_types: ['image/*'] },
  { ...EXAMPLE, id: 'minutes', name: 'minutes', allowed_mime_types: ['application/pdf'] },
]
const SENTENCES: Record<string, string> = {
  photos: 'Each member can read and write in their own folder.',
  minutes: 'Members with the role Club can read all files.',
}

interface BucketsTableProps {
  buckets: readonly Bucket[]
  sentenceOf: (bucket: Bucket) => string
  onOpen: (id: string) => void
  /** Undefined for examples, which cannot be changed. */
  tenantId: string | undefined
}

function BucketsTable({ buckets, sentenceOf, onOpen, tenantId }: BucketsTableProps) {
  return (
    <Table
      label="Buckets"
      rows={buckets}
      rowKey={({ id }) => id}
      columns={[
        {
          title: 'Name',
          phone: 'title',
          render: ({ id, name }) => (
            <button type="button" className="bb-row-open wrap-anywhere" onClick={() => onOpen(id)}>
              {name}
            </button>
          ),
        },
        {
          title: 'Access',
          phone: 'detail',
          render: (bucket) => <span className="wrap-anywhere">{sentenceOf(bucket)}</span>,
        },
        {
          title: 'Limits',
          quiet: true,
          phone: 'hidden',
          render: (bucket) => limitsText(bucket) ?? '–',
        },
        ...(tenantId === undefined
          ? []
          : [
              {
                title: 'Actions',
                align: 'right' as const,
                phone: 'aside' as const,
                render: (bucket: Bucket) => <BucketMenu tenantId={tenantId} bucket={bucket} />,
              },
            ]),
      ]}
    />
  )
}
