import { useEffect, useMemo, useState } from 'react'
import type { DataTable } from '#features/tables/endpoints.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { Select } from '#ui/forms/select.tsx'
import { Notice } from '#ui/notice.tsx'
import { useChangeTable } from '../use-tables.ts'
import { ColumnRow } from './column-row.tsx'
import { doubleTarget, planColumns, plannedFields } from './column-plan.ts'
import { FaultList } from './fault-list.tsx'
import type { ImportClient } from './import-client.ts'
import type { FileSummary, ImportCheck } from './import-session.ts'
import type { Sending } from './import-sending.tsx'
import { SEPARATORS } from './read-csv.ts'
import type { Separator } from './read-csv.ts'
import type { ReadOptions } from './read-file.ts'

export interface ImportMappingProps {
  tenantId: string
  table: DataTable
  client: ImportClient
  fileName: string
  summary: FileSummary
  separator: Separator | undefined
  isReading: boolean
  /** Reads the file again. */
  onOptions: (options: ReadOptions) => void
  onTitled: (isTitled: boolean) => void
  onBack: () => void
  onStart: (sending: Sending) => void
}

const count = (number: number, noun: string) =>
  `${number.toLocaleString('en-US')} ${noun}${number === 1 ? '' : 's'}`

/** Where each column goes, and what would happen, before anything is stored. */
export function ImportMapping(props: ImportMappingProps) {
  const {
    tenantId,
    table,
    client,
    fileName,
    summary,
    separator,
    isReading,
    onOptions,
    onTitled,
    onBack,
    onStart,
  } = props
  const [plans, setPlans] = useState(() => planColumns(summary.columns, table.fields, navigator.language))
  const [check, setCheck] = useState<ImportCheck>()
  const [isStarting, setStarting] = useState(false)
  const changeTable = useChangeTable(tenantId, table)
  const planned = useMemo(() => plannedFields(summary.columns, plans, table.fields), [summary, plans, table])
  const twice = doubleTarget(plans, table.fields)

  useEffect(() => {
    const replaced = new AbortController()
    async function run() {
      const next = await client.check(planned.targets, table.fields)
      if (!replaced.signal.aborted) setCheck(next)
    }
    void run()
    return () => replaced.abort()
  }, [client, planned, table])

  async function start() {
    if (!check) return
    setStarting(true)
    try {
      const { added } = planned
      const fields = added.map(({ id: _id, ...field }) => field)
      const changed =
        added.length > 0 ? await changeTable.mutateAsync({ fields: [...table.fields, ...fields] }) : table
      onStart({ table: changed, total: check.ready, faults: check.faults, faultCount: check.faultCount })
    } catch {
      // The mutation showed why. The choices stay.
      setStarting(false)
    }
  }

  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="min-w-0 flex-1 wrap-anywhere text-text-2 max-sm:flex-none max-sm:basis-full">
          <strong className="font-medium text-text">{fileName}</strong> · {count(summary.rowCount, 'row')} ·{' '}
          {summary.format}
        </p>
        {summary.format.startsWith('CSV') ? (
          <Select
            aria-label="Separator"
            value={separator ?? ''}
            options={[
              { value: '', label: 'Separator: guessed' },
              ...Object.entries(SEPARATORS).map(([value, label]) => ({
                value,
                label: `Separated by ${label}`,
              })),
            ]}
            onChange={({ currentTarget: { value } }) =>
              onOptions({ separator: (value || undefined) as Separator | undefined })
            }
          />
        ) : null}
        {summary.sheets.length > 1 ? (
          <Select
            aria-label="Sheet"
            options={summary.sheets.map((label, at) => ({ value: String(at), label }))}
            onChange={({ currentTarget: { value } }) => onOptions({ sheet: Number(value) })}
          />
        ) : null}
        {summary.format.startsWith('JSON') ? null : (
          <Checkbox checked={summary.isTitled} onChange={(event) => onTitled(event.currentTarget.checked)}>
            The first row has the titles
          </Checkbox>
        )}
      </div>
      <ul className="divide-y divide-line border-y border-line" aria-label="Columns of the file">
        {summary.columns.map((column, at) => (
          <ColumnRow
            // oxlint-disable-next-line react/no-array-index-key -- columns have no other identity
            key={at}
            column={column}
            plan={plans[at]!}
            fields={table.fields}
            onPlan={(plan) => setPlans(plans.with(at, plan))}
          />
        ))}
      </ul>
      {twice ? (
        <Notice
          tone="danger"
          role="alert"
        >{`Two columns go to "${twice}". Choose another field for one of them.`}</Notice>
      ) : null}
      {check && check.faultCount > 0 ? (
        <FaultList
          faults={check.faults}
          total={check.faultCount}
          title={`${count(check.faultCount, 'problem')}. Rows with a problem are left out.`}
        />
      ) : null}
      <div className="flex flex-wrap items-center justify-end gap-2">
        <Button onClick={onBack}>Choose another file</Button>
        <Button
          variant="primary"
          busy={isStarting || isReading}
          busyLabel="Starting..."
          disabled={!check || check.ready === 0 || twice !== undefined || planned.targets.length === 0}
          onClick={() => void start()}
        >
          {check ? `Import ${count(check.ready, 'row')}` : 'Checking...'}
        </Button>
      </div>
    </div>
  )
}
