import type { Editor } from '@tiptap/core'
import { useEffect, useRef, useState } from 'react'
import { callErrorText } from '#kernel/browser/call.ts'
import { config } from '#studio/config.ts'
import { fileProblem } from '../media/check-file.ts'

/** Uploads pictures and inserts them: chosen in a dialog, pasted or dropped. */
export function usePictures(tenantId: string) {
  const editor = useRef<Editor>(undefined)
  const isOver = useRef(false)
  /** Names of files that are being sent. */
  const [sending, setSending] = useState<readonly string[]>([])
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    isOver.current = false
    return () => {
      isOver.current = true
    }
  }, [])

  async function send(file: File): Promise<void> {
    const refusal = fileProblem('cover', file, config.fileBytes)
    if (refusal) return setProblem(refusal)
    setSending((now) => [...now, file.name])
    try {
      const { uploadFile } = await import('../media/upload-file.ts')
      const [{ done }, size] = await Promise.all([uploadFile(tenantId, file, () => {}), sizeOf(file)])
      const { path } = await done
      if (isOver.current) return
      const alt = ''
      editor.current
        ?.chain()
        .focus()
        .insertContent({ type: 'image', attrs: { path, alt, ...size } })
        .run()
    } catch (error) {
      const text =
        error instanceof Error && error.message ? error.message : 'The picture could not be uploaded.'
      setProblem(callErrorText(error, text))
    } finally {
      setSending((now) => now.filter((_, at) => at !== now.indexOf(file.name)))
    }
  }

  return {
    sending,
    problem,
    attach: (now: Editor) => {
      editor.current = now
    },
    /** @returns whether there were pictures among the files */
    take: (files: Iterable<File> | undefined): boolean => {
      const pictures = [...(files ?? [])].filter(({ type }) => type.startsWith('image/'))
      setProblem(undefined)
      // One after the other, so that they stay in their order.
      void pictures.reduce((before, file) => before.then(() => send(file)), Promise.resolve())
      return pictures.length > 0
    },
  }
}

/** In pixels; nothing if the browser cannot read it. */
async function sizeOf(file: File): Promise<{ width?: number; height?: number }> {
  try {
    const bitmap = await createImageBitmap(file)
    const { width, height } = bitmap
    bitmap.close()
    return { width, height }
  } catch {
    return {}
  }
}
