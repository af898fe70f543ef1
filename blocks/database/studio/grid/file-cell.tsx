import { Paperclip } from 'lucide-react'
import type { StoredFile } from '#kernel/browser/fields/read-value.ts'
import { useFileLink } from './file-links.ts'

/** A file in a cell: its name, and a picture as a small one. */
export function FileCell({ file, isPicture }: { file: StoredFile; isPicture: boolean }) {
  const thumb = useFileLink(isPicture ? file.id : undefined)?.thumb
  return (
    <span className="inline-flex items-center gap-1.5">
      {isPicture ? (
        <span className="bb-grid-thumb">{thumb ? <img src={thumb} alt="" loading="lazy" /> : null}</span>
      ) : (
        <Paperclip size={13} strokeWidth={1.75} aria-hidden />
      )}
      {file.name}
    </span>
  )
}
