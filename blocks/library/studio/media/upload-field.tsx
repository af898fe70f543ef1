import { Pause, Play, Upload, X } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Progress } from '#ui/progress.tsx'
import type { DraftFile } from '../item/item-draft.ts'
import { acceptOf, type MediaUse } from './check-file.ts'
import { useUpload } from './use-upload.ts'

export interface UploadFieldProps {
  tenantId: string
  use: MediaUse
  label: string
  optional?: boolean
  hint: string
  /** The file that the item has. */
  children?: ReactNode
  hasFile: boolean
  error?: string | undefined
  onUploaded: (file: DraftFile) => void
  onRemove: () => void
}

/** A file by button or by dropping it, with progress, pause and resume. */
export function UploadField(props: UploadFieldProps) {
  const { tenantId, use, label, optional, hint, children, hasFile, error, onUploaded, onRemove } = props
  const upload = useUpload(tenantId, use, onUploaded)
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const id = useId()
  const { state } = upload
  const problem = upload.refusal ?? error
  return (
    // Dropping is one of two ways; the button is for the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      aria-labelledby={id}
      className="bb-field rounded-control data-[over]:bg-accent-soft"
      data-over={isOver ? '' : undefined}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        const [file] = event.dataTransfer.files
        setOver(false)
        if (!file) return
        event.preventDefault()
        upload.start(file)
      }}
    >
      <h3 id={id} className="bb-label">
        {label}
        {optional ? <small> (optional)</small> : null}
      </h3>
      <input
        ref={input}
        type="file"
        className="sr-only"
        tabIndex={-1}
        aria-label={`${label}: choose a file`}
        accept={acceptOf(use)}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          currentTarget.value = ''
          if (file) upload.start(file)
        }}
      />
      {state ? (
        <div className="flex flex-col gap-2 rounded-control border border-line p-3">
          <div className="flex items-center gap-2">
            <span className="min-w-0 flex-1 wrap-anywhere">{state.name}</span>
            <span className="text-small text-text-2 tabular-nums">{Math.floor(state.share * 100)} %</span>
            {state.isPaused ? (
              <IconButton
                label={`Resume the upload of ${state.name}`}
                icon={<Play size={16} strokeWidth={1.75} aria-hidden />}
                onClick={() => upload.resume()}
              />
            ) : (
              <IconButton
                label={`Pause the upload of ${state.name}`}
                icon={<Pause size={16} strokeWidth={1.75} aria-hidden />}
                onClick={() => upload.pause()}
              />
            )}
            <IconButton
              label={`Cancel the upload of ${state.name}`}
              icon={<X size={16} strokeWidth={1.75} aria-hidden />}
              onClick={() => upload.cancel()}
            />
          </div>
          <Progress label={`Upload of ${state.name}`} value={state.share} />
          {state.error ? (
            <Notice tone="danger" role="alert">
              {state.error}
            </Notice>
          ) : null}
        </div>
      ) : (
        <div className="flex flex-wrap items-center gap-3">
          {children}
          <Button
            icon={<Upload size={16} strokeWidth={1.75} aria-hidden />}
            aria-invalid={problem ? true : undefined}
            aria-describedby={`${id}-note`}
            onClick={() => input.current?.click()}
          >
            {hasFile ? 'Replace' : 'Upload'}
          </Button>
          {hasFile ? (
            <Button variant="ghost" onClick={onRemove}>
              Remove
            </Button>
          ) : null}
        </div>
      )}
      <p id={`${id}-note`} className={problem ? 'bb-error' : 'bb-hint'} role={problem ? 'alert' : undefined}>
        {problem ?? hint}
      </p>
    </section>
  )
}
