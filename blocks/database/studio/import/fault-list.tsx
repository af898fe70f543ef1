import { Download } from 'lucide-react'
import { csvCell } from '#kernel/browser/csv-cell.ts'
import { saveCsv } from '#kernel/browser/save-file.ts'
import { Button } from '#ui/button.tsx'
import { groupFaults } from './group-faults.ts'
import type { ImportFault } from './sheet.ts'

const SHOWN = 20

export interface FaultListProps {
  title: string
  /** The first of them. */
  faults: readonly ImportFault[]
  total: number
}

/** Problems by column and kind, each with its lines. */
export function FaultList({ title, faults, total }: FaultListProps) {
  const groups = groupFaults(faults).slice(0, SHOWN)
  const hidden = total - groups.reduce((sum, { count }) => sum + count, 0)
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
        {groups.map(({ place, text }) => (
          <li key={`${place} ${text}`} className="wrap-anywhere">
            <span className="tabular-nums text-text-2">{place}</span> {text}
          </li>
        ))}
      </ul>
      {hidden > 0 ? (
        <p className="mt-2 text-small text-text-2">{`And ${hidden.toLocaleString('en-US')} more.`}</p>
      ) : null}
    </section>
  )
}
