import { useMutation } from '@tanstack/react-query'
import { ScanEye } from 'lucide-react'
import { formatDateTime } from '#kernel/browser/dates.ts'
import { type SavedAudience, useAudiences } from '#studio/audience/use-audiences.ts'
import { config } from '#studio/config.ts'
import { DataError } from '#studio/data/data.ts'
import type { TenantRow } from '#studio/tenant/tenants.ts'
import { Button } from '#ui/button.tsx'
import { FailedRow } from '#ui/lists/failed-row.tsx'
import { FindingList } from '#ui/lists/finding-list.tsx'
import { Notice } from '#ui/notice.tsx'
import { countRows } from '../rows/table-rows.ts'
import type { TablePageProps } from '../table-page.tsx'
import { useTables } from '../use-tables.ts'
import { askAsStranger } from './ask-as-stranger.ts'
import { type Verdict, judgeStranger } from './judge-stranger.ts'
import type { Rules } from './rights-sentence.ts'
import { StrangerRows } from './stranger-rows.tsx'

/** Asks the data API as someone who knows only the site's public key, and compares what comes back with the rights. */
export function StrangerCheck({ tenant, table, rules }: TablePageProps & { rules: Rules }) {
  const { data: tables } = useTables(tenant.id)
  const { data: audiences } = useAudiences(tenant.id)
  const check = useMutation({
    mutationFn: (publicKey: string) =>
      runCheck(tenant, { ...table }, rules, audiences ?? [], tables?.tables ?? [], publicKey),
  })
  const { public_key: key } = tenant
  return (
    <section aria-labelledby="stranger-title">
      <h2 id="stranger-title" className="text-subheading">
        What can a stranger read of this table?
      </h2>
      <p className="mt-1 max-w-[68ch] text-text-2">
        This sends real requests without your session, as someone would who found the public key in your page.
        Nothing is changed.
      </p>
      <div className="mt-4">
        <Button
          icon={<ScanEye size={16} strokeWidth={1.75} aria-hidden />}
          busy={check.isPending}
          busyLabel="Asking as a stranger..."
          disabledReason={!key && 'The public key is still generating.'}
          onClick={() => key && check.mutate(key)}
        >
          Ask as a stranger
        </Button>
      </div>
      <div aria-live="polite" className="mt-4">
        {check.isError ? (
          <FailedRow
            message="The requests could not be sent. Check your connection."
            onRetry={() => key && check.mutate(key)}
          />
        ) : check.data ? (
          <Result verdict={check.data} table={table} at={check.submittedAt} />
        ) : null}
      </div>
    </section>
  )
}

async function runCheck(
  tenant: TenantRow,
  table: TablePageProps['table'],
  rules: Rules,
  audiences: readonly SavedAudience[],
  tables: readonly TablePageProps['table'][],
  publicKey: string,
): Promise<Verdict> {
  const api = {
    url: `${config.url}/rest/v1`,
    publicKey,
    fetch: (url: string, init: RequestInit) => fetch(url, init),
  }
  // Counted afterwards: a row that is added meanwhile must not look like a hole.
  const observed = await askAsStranger(api, table, tables)
  const { count, error } = await countRows(tenant.id, table).is('approved', true)
  if (error) throw new DataError(error)
  const byId = new Map(audiences.map(({ id, rule }) => [id, rule]))
  return judgeStranger({ table, rules, audiences: byId, approvedRows: count ?? 0 }, observed)
}

function Result({ verdict, table, at }: { verdict: Verdict; at: number; table: TablePageProps['table'] }) {
  const { findings, hasHole, isIncomplete, rows, columns } = verdict
  return (
    <div className="flex flex-col gap-4">
      {hasHole ? (
        <Notice tone="danger" title="A stranger reads more than you chose">
          Close the table under “Who may do what” until this is solved, and report it to the operator of this
          server.
        </Notice>
      ) : isIncomplete ? (
        <Notice tone="warn" title="The check is not complete">
          Some requests were not answered. Try again in a minute.
        </Notice>
      ) : (
        <Notice tone="ok" title="A stranger reads what you chose, and nothing else">
          {`Checked ${formatDateTime(new Date(at).toISOString())}.`}
        </Notice>
      )}
      <FindingList findings={findings} />
      {rows.length > 0 ? <StrangerRows rows={rows} columns={columns} table={table} /> : null}
    </div>
  )
}
