import { ImagePlus } from 'lucide-react'
import { type DragEvent, useId, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { PICTURE_TYPES, PictureError, shrinkPicture } from './shrink-picture.ts'

export interface PictureFieldProps {
  /** Address of the picture; undefined without one, or while it is loaded. */
  url: string | undefined
  hasPicture: boolean
  /** @param picture a data URL, or '' when the picture is removed */
  onChange: (picture: string) => void
}

/** Chooses a picture with the device's dialog or by dropping a file, and shows it. */
export function PictureField({ url, hasPicture, onChange }: PictureFieldProps) {
  const labelId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState('')

  async function choose(file: Blob | null | undefined) {
    if (!file || isBusy) return
    setBusy(true)
    setError('')
    try {
      onChange(await shrinkPicture(file))
    } catch (problem) {
      setError(
        problem instanceof PictureError ? problem.message : 'The picture could not be read. Try again.',
      )
    }
    setBusy(false)
  }

  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    void choose(event.dataTransfer.files[0])
  }

  function remove() {
    setError('')
    onChange('')
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dropping is a shortcut of the button
    <fieldset
      className="bb-field min-w-0"
      aria-labelledby={labelId}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <span className="bb-label" id={labelId}>
        Picture <small>(optional)</small>
      </span>
      <div
        className="flex items-center gap-3 rounded-control border border-dashed border-control p-3 data-over:bg-subtle"
        data-over={isOver ? '' : undefined}
      >
        <span className="flex size-14 flex-none items-center justify-center overflow-hidden rounded-control bg-subtle text-text-3">
          {url ? (
            <img className="size-full object-cover" src={url} alt="Chosen" />
          ) : (
            <ImagePlus size={20} strokeWidth={1.75} aria-hidden />
          )}
        </span>
        <input
          ref={input}
          type="file"
          accept={PICTURE_TYPES}
          aria-labelledby={labelId}
          hidden
          onChange={(event) => {
            void choose(event.target.files?.[0])
            // The same file can be chosen again.
            event.target.value = ''
          }}
        />
        <span className="flex flex-wrap items-center gap-2">
          <Button size="small" busy={isBusy} busyLabel="Reading..." onClick={() => input.current?.click()}>
            {hasPicture ? 'Replace' : 'Choose picture'}
          </Button>
          {hasPicture ? (
            <Button size="small" variant="ghost" onClick={remove}>
              Remove
            </Button>
          ) : (
            <span className="text-caption text-text-3">or drop a file here</span>
          )}
        </span>
      </div>
      {error ? (
        <p className="bb-error" role="alert">
          {error}
        </p>
      ) : null}
    </fieldset>
  )
}
