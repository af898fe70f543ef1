import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { DataTable } from '#features/tables/endpoints.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Progress } from '#ui/progress.tsx'
import { insertImported } from '../grid/rest-row-source.ts'
import { rowsKey } from '../rows/use-row-count.ts'
import { FaultList } from './fault-list.tsx'
import type { ImportClient } from './import-client.ts'
import { rowIds } from './row-ids.ts'
import { sendRows } from './send-rows.ts'
import type { SendResult } from './send-rows.ts'
import type { ImportFault } from './sheet.ts'

/** An import that starts. */
export interface Sending {
  /** With its new fields. */
  table: DataTable
  /** Rows without a fault. */
  total: number
  /** Of rows that are left out. */
  faults: readonly ImportFault[]
  faultCount: number
}

export interface ImportSendingProps {
  tenantId: string
  client: ImportClient
  sending: Sending
  onAgain: () => void
  onClose: () => void
}

const rows = (number: number) => `${number.toLocaleString('en-US')} ${number === 1 ? 'row' : 'rows'}`

/** Sends the rows with progress and a stop, then says what arrived. */
export function ImportSending({ tenantId, client, sending, onAgain, onClose }: ImportSendingProps) {
  const { table, total } = sending
  const [done, setDone] = useState(0)
  const [result, setResult] = useState<SendResult>()
  const stop = useRef<AbortController>(undefined)
  const queries = useQueryClient()

  useEffect(() => {
    const control = new AbortController()
    const nextId = rowIds()
    stop.current = control
    void sendRows({
      total,
      batch: async (from, count) =>
        (await client.batch(from, count)).map(({ line, values }) => ({
          line,
          values: { id: nextId(), ...values },
        })),
      insert: (values) => insertImported(tenantId, table.name, values),
      signal: control.signal,
      onProgress: setDone,
    }).then((sent) => {
      setResult(sent)
      return queries.invalidateQueries({ queryKey: rowsKey(tenantId, table.id) })
    })
    return () => control.abort()
  }, [client, tenantId, table, total, queries])

  if (!result)
    return (
      <div className="flex flex-col gap-3">
        <p className="tabular-nums" aria-live="off">{`${done.toLocaleString('en-US')} of ${rows(total)}`}</p>
        <Progress label="Import" value={total > 0 ? done / total : 0} />
        <span>
          <Button onClick={() => stop.current?.abort()}>Stop</Button>
        </span>
      </div>
    )

  const faults = [...sending.faults, ...result.faults]
  const { ended } = result
  return (
    <div className="flex flex-col gap-5">
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a prop of the note */}
      <Notice tone={ended ? 'warn' : 'ok'} role="status" title={`${rows(result.sent)} imported`}>
        {ended ? `${ended.reason} The next row is line ${ended.line} of the file.` : undefined}
      </Notice>
      {faults.length > 0 ? (
        <FaultList
          faults={faults}
          total={sending.faultCount + result.faults.length}
          title="These rows were left out"
        />
      ) : null}
      <div className="flex gap-2">
        <Button variant="primary" onClick={onClose}>
          Show rows
        </Button>
        <Button onClick={onAgain}>Import another file</Button>
      </div>
    </div>
  )
}
