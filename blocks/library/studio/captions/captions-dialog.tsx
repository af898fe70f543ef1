import { type FormEvent, useRef, useState } from 'react'
import { callErrorText } from '#kernel/browser/call.ts'
import type { Captions } from '#blocks/library/endpoints-studio.ts'
import { Field } from '#ui/base/field.tsx'
import { Input } from '#ui/base/input.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { CueList, cueOf, cueProblem, draftCue } from './cue-list.tsx'
import { readCaptionFile } from './read-captions.ts'
import { useSaveCaptions } from './use-captions.ts'

const LANGUAGE = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/

interface CaptionsDialogProps {
  tenantId: string
  itemId: string
  /** Undefined for a new language. */
  captions: Captions | undefined
  /** Languages that exist. */
  taken: string[]
  onClose: () => void
}

/** The captions of one language: from a file, and changed one by one. */
export function CaptionsDialog({ tenantId, itemId, captions, taken, onClose }: CaptionsDialogProps) {
  const [language, setLanguage] = useState(captions?.language ?? '')
  const [label, setLabel] = useState(captions?.label ?? '')
  const [cues, setCues] = useState(() => (captions?.cues ?? []).map(draftCue))
  const [wasSent, setSent] = useState(false)
  const [fileProblem, setFileProblem] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const save = useSaveCaptions(tenantId, itemId, onClose)
  const languageProblem = !LANGUAGE.test(language)
    ? 'Enter a language code like en, de or pt-BR.'
    : !captions && taken.includes(language)
      ? 'This language has captions already. Change those instead.'
      : undefined
  const faulty = cues.findIndex((cue) => cueProblem(cue) !== undefined)

  async function read(file: File) {
    try {
      const next = readCaptionFile(await file.text()).map(draftCue)
      setCues(next)
      setFileProblem(undefined)
    } catch (error) {
      setFileProblem(error instanceof Error ? error.message : 'The file could not be read.')
    }
  }
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setSent(true)
    if (languageProblem || !label.trim() || cues.length === 0 || faulty >= 0) return
    save.mutate(
      { language, label: label.trim(), cues: cues.map(cueOf) },
      { onError: (error) => toast.error('Error', callErrorText(error, 'The captions were not saved.')) },
    )
  }

  return (
    <Dialog
      open
      size="wide"
      onOpenChange={(open) => open || onClose()}
      title={captions ? `Captions: ${captions.label}` : 'Add captions'}
      onSubmit={submit}
      footer={
        <>
          {wasSent && faulty >= 0 ? (
            <p className="bb-error me-auto" role="alert">
              Caption {faulty + 1}: {cueProblem(cues[faulty]!)}
            </p>
          ) : null}
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={save.isPending} busyLabel="Saving...">
            Save captions
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <Field label="Language" error={wasSent ? languageProblem : undefined}>
            {(control) => (
              <Input
                {...control}
                placeholder="en"
                autoCapitalize="none"
                spellCheck={false}
                maxLength={35}
                readOnly={captions !== undefined}
                value={language}
                onChange={({ currentTarget: { value } }) => setLanguage(value.trim())}
              />
            )}
          </Field>
          <Field
            label="Name in the player"
            error={wasSent && !label.trim() ? 'Enter a name, for example English.' : undefined}
          >
            {(control) => (
              <Input
                {...control}
                placeholder="English"
                maxLength={60}
                value={label}
                onChange={({ currentTarget: { value } }) => setLabel(value)}
              />
            )}
          </Field>
        </div>
        <div className="flex flex-wrap items-center gap-3">
          <input
            ref={input}
            type="file"
            className="sr-only"
            tabIndex={-1}
            aria-label="Caption file"
            accept=".vtt,.srt,text/vtt"
            onChange={({ currentTarget }) => {
              const [file] = currentTarget.files ?? []
              currentTarget.value = ''
              if (file) void read(file)
            }}
          />
          <Button onClick={() => input.current?.click()}>
            {cues.length ? 'Replace by a file' : 'Upload a file'}
          </Button>
          <span className="text-small text-text-2">
            WebVTT (.vtt) or SubRip (.srt). Only times and text are used.
          </span>
        </div>
        {fileProblem ? (
          <p className="bb-error" role="alert">
            {fileProblem}
          </p>
        ) : null}
        {wasSent && cues.length === 0 ? (
          <p className="bb-error" role="alert">
            Upload a file or add a caption.
          </p>
        ) : null}
        <CueList cues={cues} wasSent={wasSent} onChange={setCues} />
      </div>
    </Dialog>
  )
}
