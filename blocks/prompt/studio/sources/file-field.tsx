import { Upload } from 'lucide-react'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { callErrorText } from '#kernel/browser/call.ts'
import { call } from '#studio/data/api.ts'
import { askStorage, filePath } from '#studio/data/ask-storage.ts'
import { prepareUpload, type SourceDesign } from '#blocks/prompt/endpoints-studio.ts'
import { Field } from '#ui/base/field.tsx'
import { Button } from '#ui/button.tsx'

const MOST_BYTES = 20_971_520
const ACCEPT = '.pdf,.docx,.md,.markdown,.txt'
const ENDINGS = /\.(pdf|docx|md|markdown|txt)$/i

type File_ = NonNullable<SourceDesign['file']>

export interface FileFieldProps {
  tenantId: string
  file: File_ | undefined
  error: string | undefined
  onUploaded: (file: File_) => void
}

/** A file of a source. It is stored in a bucket that cannot be opened. */
export function FileField({ tenantId, file, error, onUploaded }: FileFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const [refusal, setRefusal] = useState<string>()
  const upload = useMutation({
    async mutationFn(chosen: File) {
      const { bucket, path } = await call(prepareUpload, { tenantId, name: chosen.name })
      await askStorage(tenantId, `/object${filePath(bucket, path)}`, { method: 'POST', file: chosen })
      return { path, name: chosen.name, type: chosen.type || 'text/plain', size: chosen.size }
    },
    onSuccess: onUploaded,
    onError: (failure) => setRefusal(callErrorText(failure, 'The file could not be uploaded.')),
  })

  function choose(chosen: File | undefined): void {
    if (!chosen) return
    const problem = !ENDINGS.test(chosen.name)
      ? 'Choose a PDF, DOCX, Markdown or text file.'
      : chosen.size > MOST_BYTES
        ? 'The file is larger than 20 MB.'
        : undefined
    setRefusal(problem)
    if (!problem) upload.mutate(chosen)
  }

  return (
    <Field
      label="File"
      hint="PDF, DOCX, Markdown or text, up to 20 MB. Only its text is read, not its pictures."
      error={refusal ?? error}
    >
      {(control) => (
        <div className="flex flex-wrap items-center gap-3">
          <input
            ref={input}
            type="file"
            className="sr-only"
            tabIndex={-1}
            aria-label="Choose a file"
            accept={ACCEPT}
            onChange={({ currentTarget }) => {
              choose(currentTarget.files?.[0])
              currentTarget.value = ''
            }}
          />
          {file ? <span className="min-w-0 wrap-anywhere">{file.name}</span> : null}
          <Button
            {...control}
            icon={<Upload size={16} strokeWidth={1.75} aria-hidden />}
            busy={upload.isPending}
            busyLabel="Uploading..."
            onClick={() => input.current?.click()}
          >
            {file ? 'Replace' : 'Upload'}
          </Button>
        </div>
      )}
    </Field>
  )
}
