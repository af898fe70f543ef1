import { ArrowLeft } from 'lucide-react'
import { Link, useNavigate } from 'react-router'
import type { TenantRow } from '#studio/tenant/tenants.ts'
import { PageHead } from '#ui/page-head.tsx'
import { FILES } from '../tabs.ts'
import { AccessSection } from './access-section.tsx'
import { limitsText } from './bucket-draft.ts'
import { BucketMenu, LimitsButton } from './bucket-menu.tsx'
import type { Bucket } from './bucket.ts'
import { CodeSection } from './code-section.tsx'
import { FilesSection } from './files-section.tsx'

export interface BucketPageProps {
  tenant: TenantRow
  bucket: Bucket
}

/** One bucket: its files, who reaches them, and the code for a site. */
export function BucketPage({ tenant, bucket }: BucketPageProps) {
  const navigate = useNavigate()
  const overview = { pathname: FILES.path, search: `?${new URLSearchParams({ tenant: tenant.id })}` }
  return (
    <>
      <Link
        to={overview}
        className="mb-2 inline-flex items-center gap-1.5 rounded-badge text-small text-text-2 hover:text-text"
      >
        <ArrowLeft size={16} strokeWidth={1.75} aria-hidden />
        Files
      </Link>
      <PageHead
        title={bucket.name}
        text={limitsText(bucket) ?? 'All types and sizes of files that the server takes.'}
        actions={
          <>
            <LimitsButton tenantId={tenant.id} bucket={bucket} />
            <BucketMenu
              tenantId={tenant.id}
              bucket={bucket}
              hasLimits={false}
              onDeleted={() => void navigate(overview)}
            />
          </>
        }
      />
      <div className="grid max-w-[720px] items-start gap-8 xl:max-w-none xl:grid-cols-2">
        <FilesSection tenant={tenant} bucket={bucket} />
        <div className="flex min-w-0 flex-col gap-8">
          <AccessSection tenant={tenant} bucket={bucket} />
          <CodeSection tenant={tenant} bucket={bucket} />
        </div>
      </div>
    </>
  )
}
