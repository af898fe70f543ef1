import { File, FileText, GraduationCap, Headphones, Link, Video, type LucideIcon } from 'lucide-react'
import type { ItemKind } from '#blocks/library/endpoints.ts'

interface KindText {
  name: string
  /** What the kind is for, in the menu of new items. */
  text: string
  Icon: LucideIcon
}

/** The kinds of items, in the order of menus. */
export const KINDS: Record<ItemKind, KindText> = {
  article: { name: 'Article', text: 'Text that you write here', Icon: FileText },
  video: { name: 'Video', text: 'A video file', Icon: Video },
  audio: { name: 'Audio', text: 'A recording or podcast', Icon: Headphones },
  file: { name: 'File', text: 'A PDF or another download', Icon: File },
  link: { name: 'Link', text: 'An address elsewhere', Icon: Link },
  course: { name: 'Course', text: 'Lessons in modules', Icon: GraduationCap },
}

export const KIND_LIST = Object.keys(KINDS) as ItemKind[]

export const isKind = (value: string | null | undefined): value is ItemKind =>
  value !== null && value !== undefined && Object.hasOwn(KINDS, value)

export function KindIcon({ kind, size = 17 }: { kind: ItemKind; size?: number }) {
  const { Icon } = KINDS[kind]
  return <Icon size={size} strokeWidth={1.75} aria-hidden className="shrink-0 text-text-3" />
}
