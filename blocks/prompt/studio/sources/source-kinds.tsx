import {
  CalendarDays,
  FileText,
  Globe,
  Library,
  type LucideIcon,
  MessageCircleQuestion,
  Table2,
} from 'lucide-react'
import type { SourceKind } from '#blocks/prompt/endpoints.ts'

interface KindText {
  name: string
  /** What is read, and who gets it. */
  text: string
  icon: LucideIcon
  /** Nothing is copied: each question reads it as the asking person. */
  isLive: boolean
}

export const KINDS: Record<SourceKind, KindText> = {
  pages: {
    name: 'Pages',
    text: 'The pages of a site, by its sitemap or its links.',
    icon: Globe,
    isLive: false,
  },
  file: { name: 'File', text: 'PDF, Word, Markdown or text, up to 20 MB.', icon: FileText, isLive: false },
  answers: {
    name: 'Questions and answers',
    text: 'What you write yourself.',
    icon: MessageCircleQuestion,
    isLive: false,
  },
  table: {
    name: 'Table',
    text: 'Rows of a table, for each visitor those that they may see.',
    icon: Table2,
    isLive: true,
  },
  library: {
    name: 'Library',
    text: 'Your articles and courses, for each visitor those that they may open.',
    icon: Library,
    isLive: true,
  },
  events: {
    name: 'Events',
    text: 'Your events with their tickets, for each visitor those that they may see.',
    icon: CalendarDays,
    isLive: true,
  },
}

export function KindIcon({ kind, size = 16 }: { kind: SourceKind; size?: number }) {
  const { icon: Icon } = KINDS[kind]
  return <Icon size={size} strokeWidth={1.75} aria-hidden className="flex-none text-text-2" />
}
