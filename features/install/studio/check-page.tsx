import { Globe, Plus } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { formatDateTime } from '#kernel/browser/dates.ts'
import type { TenantRow } from '#studio/tenant/tenants.ts'
import { Input } from '#ui/base/input.tsx'
import { Field } from '#ui/base/field.tsx'
import { Button } from '#ui/button.tsx'
import { InlineCode } from '#ui/code/inline-code.tsx'
import { FailedRow } from '#ui/lists/failed-row.tsx'
import { FindingList } from '#ui/lists/finding-list.tsx'
import { Notice } from '#ui/notice.tsx'
import { CardSkeleton } from '#ui/lists/skeletons.tsx'
import type { InstallReport } from '../endpoints.ts'
import { mostUrgentFirst, reportVerdict } from './report-verdict.ts'
import type { InstallCheck } from './use-install-check.ts'
import { useListSite } from './use-list-site.ts'

/**
 * A form for the page's address, and the problems with the tags on that page. Users check again after each
 * fix.
 */
export function CheckPage({ tenant, check }: { tenant: TenantRow; check: InstallCheck }) {
  const { url, report, checking, failure, run } = check
  return (
    <section aria-labelledby="install-check">
      <h2 id="install-check" className="text-heading">
        Check your page
      </h2>
      <p className="mt-1 mb-4 text-text-2">
        We open your page as a visitor would, check the tags, and list any problems.
      </p>
      <CheckForm
        key={url}
        url={url || (tenant.allowed_origins?.[0] ?? '')}
        busy={checking}
        again={report !== undefined}
        onRun={run}
      />
      <div aria-live="polite" aria-busy={checking} className="mt-5">
        {failure ? <FailedRow message={failure} busy={checking} onRetry={() => run(url)} /> : null}
        {report ? <Result report={report} tenant={tenant} onListed={() => run(url)} /> : null}
        {checking && !report ? <CardSkeleton lines={5} /> : null}
      </div>
    </section>
  )
}

interface CheckFormProps {
  url: string
  busy: boolean
  /** True once there is a result. */
  again: boolean
  onRun: (url: string) => void
}

function CheckForm({ url, busy, again, onRun }: CheckFormProps) {
  const [typed, setTyped] = useState(url)
  const [missing, setMissing] = useState(false)
  const field = useRef<HTMLInputElement>(null)

  function send(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    if (typed.trim()) return onRun(typed.trim())
    setMissing(true)
    field.current?.focus()
  }

  return (
    <form noValidate onSubmit={send}>
      <Field
        label="Address of the page"
        error={missing ? 'Enter a web address such as https://shop.example' : undefined}
      >
        {(control) => (
          <div className="flex gap-2 max-sm:flex-col">
            <div className="min-w-0 flex-1">
              <Input
                {...control}
                ref={field}
                type="url"
                inputMode="url"
                autoComplete="url"
                spellCheck={false}
                maxLength={2048}
                placeholder="https://your-site.com/shop"
                lead={<Globe size={17} strokeWidth={1.75} />}
                value={typed}
                onChange={(event) => {
                  setTyped(event.currentTarget.value)
                  setMissing(false)
                }}
              />
            </div>
            <Button type="submit" variant="primary" busy={busy} busyLabel="Checking...">
              {again ? 'Check again' : 'Check page'}
            </Button>
          </div>
        )}
      </Field>
    </form>
  )
}

interface ResultProps {
  report: InstallReport
  tenant: TenantRow
  onListed: () => void
}

function Result({ report, tenant, onListed }: ResultProps) {
  const list = useListSite(tenant.id, onListed)
  return (
    <>
      <div className="mb-2 flex min-h-9 flex-wrap items-center justify-between gap-x-4">
        <h3 className="text-subheading">{reportVerdict(report)}</h3>
        <p className="text-small wrap-anywhere text-text-3">
          {report.url}, {formatDateTime(report.checked_at)}
        </p>
      </div>
      <FindingList
        findings={mostUrgentFirst(report.findings)}
        renderAction={({ list: origin, state }) =>
          origin && state !== 'pass' ? (
            <Button
              size="small"
              icon={<Plus size={16} strokeWidth={1.75} aria-hidden />}
              busy={list.isPending}
              onClick={() => list.mutate(origin)}
            >
              Add {origin}
            </Button>
          ) : null
        }
      />
      {report.builder && report.findings.some(({ state }) => state === 'fail') ? (
        <div className="mt-4">
          <Notice title={`This site runs on ${report.builder.name}`}>
            <InlineCode text={report.builder.steps} />
          </Notice>
        </div>
      ) : null}
    </>
  )
}
