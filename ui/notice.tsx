import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import { Note, type NoteProps } from './base/note.tsx'

const ICONS = { info: Info, ok: CircleCheck, warn: TriangleAlert, danger: CircleAlert }

/** A note with the default icon of its tone; `icon` overrides it. */
export function Notice(props: NoteProps) {
  const Icon = ICONS[props.tone ?? 'info']
  return <Note icon={<Icon size={18} strokeWidth={1.75} />} {...props} />
}
