import { Download } from 'lucide-react'
import { csvCell } from '#kernel/browser/csv-cell.ts'
import { saveCsv } from '#kernel/browser/save-file.ts'
import { Button } from '#ui/button.tsx'
import { placeText } from './sheet.ts'
import type { ImportFault } from './sheet.ts'

const SHOWN = 20

export interface FaultListProps {
  title: string
  /** The first of them. */
  faults: readonly ImportFault[]
  total: number
}

/** Problems by line and column. */
export function FaultList({ title, faults, total }: FaultListProps) {
  const save = () =>
    saveCsv(
      'import-problems.csv',
      [
        'Line,Column,Problem',
        ...faults.map(({ line, column, text }) => [line, column ?? null, text].map(csvCell).join(',')),
      ].join('\r\n'),
    )
  return (
    <section className="rounded-card bg-warn-soft p-4" aria-label="Problems">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-subheading">{title}</h2>
        <Button size="small" icon={<Download size={16} strokeWidth={1.75} aria-hidden />} onClick={save}>
          Download
        </Button>
      </div>
      <ul className="mt-2 flex flex-col gap-1 text-small">
        {faults.slice(0, SHOWN).map((fault, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- the list does not change
          <li key={at} className="wrap-anywhere">
            <span className="tabular-nums text-text-2">{placeText(fault)}</span> {fault.text}
          </li>
        ))}
      </ul>
      {total > SHOWN ? (
        <p className="mt-2 text-small text-text-2">{`And ${(total - SHOWN).toLocaleString('en-US')} more.`}</p>
      ) : null}
    </section>
  )
}
