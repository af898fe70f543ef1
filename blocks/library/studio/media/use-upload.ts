import { useEffect, useRef, useState } from 'react'
import { callErrorText } from '#kernel/browser/call.ts'
import { config } from '#studio/config.ts'
import type { DraftFile } from '../item/item-draft.ts'
import { fileProblem, type MediaUse } from './check-file.ts'
import type { RunningUpload } from './upload-file.ts'

export interface UploadState {
  name: string
  /** From 0 to 1. */
  share: number
  isPaused: boolean
  /** Why it stopped; it can be resumed. */
  error?: string
}

/** The upload of a field. Leaving the page stops it; choosing the same file again goes on. */
export function useUpload(tenantId: string, use: MediaUse, onDone: (file: DraftFile) => void) {
  const [state, setState] = useState<UploadState>()
  const [refusal, setRefusal] = useState<string>()
  const running = useRef<RunningUpload>(undefined)
  const file = useRef<File>(undefined)

  useEffect(() => () => running.current?.pause(), [])

  async function start(chosen: File): Promise<void> {
    const problem = fileProblem(use, chosen, config.fileBytes)
    setRefusal(problem)
    if (problem) return
    file.current = chosen
    setState({ name: chosen.name, share: 0, isPaused: false })
    try {
      const { uploadFile } = await import('./upload-file.ts')
      const upload = await uploadFile(tenantId, chosen, (share) =>
        setState((now) => now && { ...now, share }),
      )
      // Canceled, or another file was chosen, while it was prepared.
      if (file.current !== chosen) return upload.cancel()
      running.current = upload
      const stored = await upload.done
      if (file.current !== chosen) return
      reset()
      onDone(stored)
    } catch (error) {
      if (file.current !== chosen) return
      running.current = undefined
      const text = error instanceof Error && error.message ? error.message : 'The file could not be uploaded.'
      setState((now) => now && { ...now, isPaused: true, error: callErrorText(error, text) })
    }
  }

  function reset(): void {
    running.current = undefined
    file.current = undefined
    setState(undefined)
  }

  return {
    state,
    /** Why the chosen file was not accepted. */
    refusal,
    start: (chosen: File) => void start(chosen),
    pause() {
      running.current?.pause()
      setState((now) => now && { ...now, isPaused: true })
    },
    resume() {
      setState((now) => now && { name: now.name, share: now.share, isPaused: false })
      if (running.current) running.current.resume()
      else if (file.current) void start(file.current)
    },
    cancel() {
      running.current?.cancel()
      reset()
    },
  }
}
