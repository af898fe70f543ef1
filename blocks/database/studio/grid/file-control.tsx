import { Download, Upload, X } from 'lucide-react'
import { useContext, useEffect, useRef, useState } from 'react'
import { prepareUpload } from '#features/tables/endpoints.ts'
import { acceptOf, fileBytes } from '#kernel/browser/fields/file-types.ts'
import { sendFile } from '#kernel/browser/fields/file-upload.ts'
import type { Field } from '#kernel/browser/fields/field.ts'
import type { StoredFile } from '#kernel/browser/fields/read-value.ts'
import { call } from '#studio/data/api.ts'
import type { FieldControl } from '#ui/base/field.tsx'
import { Button } from '#ui/button.tsx'
import { FilesOf, useFileLink } from './file-links.ts'

export interface FileControlProps {
  field: Field
  control: FieldControl
  file: StoredFile | null
  isReadOnly: boolean
  onChange: (file: StoredFile | null) => void
  /** Saving waits meanwhile. */
  onBusy: (isBusy: boolean) => void
}

/** The file of a row in its panel: download, replace, remove. It is sent at once, and is the row's when the row is saved. */
export function FileControl({ field, control, file, isReadOnly, onChange, onBusy }: FileControlProps) {
  const of = useContext(FilesOf)
  const link = useFileLink(file?.id)
  const [part, setPart] = useState<number>()
  const [problem, setProblem] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  async function send(chosen: File) {
    const own = new AbortController()
    running.current = own
    setProblem(undefined)
    setPart(0)
    onBusy(true)
    try {
      const prepared = await call(prepareUpload, { ...of!, field: field.id, name: chosen.name })
      onChange(await sendFile(prepared, chosen, { signal: own.signal, onProgress: setPart }))
    } catch (error) {
      if (!own.signal.aborted)
        setProblem(error instanceof Error ? error.message : 'The file could not be uploaded.')
    } finally {
      if (!own.signal.aborted) {
        setPart(undefined)
        onBusy(false)
      }
    }
  }

  function stop() {
    running.current?.abort()
    setPart(undefined)
    onBusy(false)
  }

  return (
    <div className="flex flex-col gap-2">
      {file ? (
        <div className="flex items-center gap-3">
          {link?.thumb ? (
            <img className="size-14 rounded-sm border border-line object-cover" src={link.thumb} alt="" />
          ) : null}
          <span className="min-w-0 grow break-words">{file.name}</span>
          <span className="text-caption text-text-2">{sizeText(file.size)}</span>
        </div>
      ) : isReadOnly ? (
        <span className="text-text-3">No file</span>
      ) : null}
      {part === undefined ? null : (
        <progress className="w-full" value={part} max={1} aria-label={`Uploading to ${field.title}`} />
      )}
      <div className="flex flex-wrap gap-2">
        {file && link ? (
          <a
            className="bb-btn"
            data-variant="secondary"
            data-size="small"
            href={link.url}
            download={file.name}
          >
            <Download size={14} strokeWidth={1.75} aria-hidden />
            Download
          </a>
        ) : null}
        {isReadOnly ? null : part === undefined ? (
          <Button
            size="small"
            icon={<Upload size={14} strokeWidth={1.75} aria-hidden />}
            onClick={() => input.current?.click()}
          >
            {file ? 'Replace' : 'Upload'}
            <span className="sr-only"> {field.title}</span>
          </Button>
        ) : (
          <Button size="small" onClick={stop}>
            Stop
          </Button>
        )}
        {file && !isReadOnly && part === undefined ? (
          <Button
            size="small"
            variant="ghost"
            icon={<X size={14} strokeWidth={1.75} aria-hidden />}
            onClick={() => onChange(null)}
          >
            Remove
            <span className="sr-only"> {field.title}</span>
          </Button>
        ) : null}
      </div>
      {isReadOnly ? null : (
        // The label opens the same dialog; a label on the button would replace its name.
        <input
          id={control.id}
          ref={input}
          type="file"
          className="sr-only"
          tabIndex={-1}
          aria-hidden
          accept={acceptOf(field)}
          onChange={(event) => {
            const chosen = event.currentTarget.files?.[0]
            event.currentTarget.value = ''
            if (chosen) void send(chosen)
          }}
        />
      )}
      {problem ? (
        <p className="bb-error" role="alert">
          {problem}
        </p>
      ) : isReadOnly ? null : (
        <p className="bb-hint">{`At most ${fileBytes(field) / 1_000_000} MB.`}</p>
      )}
    </div>
  )
}

const sizeText = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`
