import { useEffect, useState } from 'react'
import type { DataTable } from '#features/tables/endpoints.ts'
import { FailedRow } from '#ui/lists/failed-row.tsx'
import { RowsSkeleton } from '#ui/lists/skeletons.tsx'
import { FilePicker } from './file-picker.tsx'
import { ImportClient } from './import-client.ts'
import { ImportMapping } from './import-mapping.tsx'
import type { FileSummary } from './import-session.ts'
import { ImportSending } from './import-sending.tsx'
import type { Sending } from './import-sending.tsx'
import type { ReadOptions } from './read-file.ts'
import { FileFault, placeText } from './sheet.ts'

export interface ImportPanelProps {
  tenantId: string
  table: DataTable
  /** Leaves the import: back to the rows. */
  onClose: () => void
}

interface OpenFile {
  name: string
  bytes: Uint8Array
  summary: FileSummary
  /** How it was read, so that a change of one keeps the others. */
  options: ReadOptions
}

/** Imports a file into a table: choose it, decide where its columns go, send the rows. */
export function ImportPanel({ tenantId, table, onClose }: ImportPanelProps) {
  const [client] = useState(() => new ImportClient())
  const [file, setFile] = useState<OpenFile>()
  const [isReading, setReading] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [sending, setSending] = useState<Sending>()

  useEffect(() => () => client.close(), [client])

  async function read(name: string, bytes: Uint8Array, options: ReadOptions) {
    setReading(true)
    setProblem(undefined)
    try {
      setFile({ name, bytes, options, summary: await client.read(bytes, options) })
    } catch (error) {
      setFile(undefined)
      setProblem(problemText(name, error))
    }
    setReading(false)
  }

  if (sending)
    return (
      <ImportSending
        {...{ tenantId, client, sending }}
        onAgain={() => {
          setSending(undefined)
          setFile(undefined)
        }}
        onClose={onClose}
      />
    )
  if (file)
    return (
      <ImportMapping
        // A file that is read in another way has other columns.
        key={JSON.stringify([file.name, file.options, file.summary.isTitled])}
        {...{ tenantId, table, client, isReading }}
        fileName={file.name}
        summary={file.summary}
        separator={file.options.separator}
        onOptions={(options) => void read(file.name, file.bytes, { ...file.options, ...options })}
        onTitled={(isTitled) =>
          void client.describe(isTitled).then((summary) => setFile({ ...file, summary }))
        }
        onBack={() => setFile(undefined)}
        onStart={setSending}
      />
    )
  return (
    <div className="flex flex-col gap-4">
      {isReading ? (
        <RowsSkeleton rows={4} />
      ) : (
        <FilePicker
          onFile={(chosen) =>
            void chosen.arrayBuffer().then((bytes) => read(chosen.name, new Uint8Array(bytes), {}))
          }
        />
      )}
      {problem ? (
        <FailedRow message={problem} retryLabel="Choose again" onRetry={() => setProblem(undefined)} />
      ) : null}
    </div>
  )
}

function problemText(name: string, error: unknown): string {
  if (error instanceof FileFault) return `${name}: ${placeText(error.fault)} ${error.fault.text}.`
  return `${name} could not be read. ${error instanceof Error ? error.message : ''}`
}
