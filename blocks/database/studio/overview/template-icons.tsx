import {
  BriefcaseBusiness,
  CalendarClock,
  ContactRound,
  ListOrdered,
  type LucideIcon,
  Mail,
  MessageSquareText,
  NotebookPen,
  Star,
  Table2,
} from 'lucide-react'

const ICONS: Record<string, LucideIcon> = {
  'contact-form': MessageSquareText,
  newsletter: Mail,
  guestbook: NotebookPen,
  'waiting-list': ListOrdered,
  'job-board': BriefcaseBusiness,
  'member-directory': ContactRound,
  'booking-request': CalendarClock,
  feedback: Star,
}

/** The icon of a template, or of a table without one. */
export function TemplateIcon({ id, size }: { id: string | undefined; size: number }) {
  const Icon = ICONS[id ?? ''] ?? Table2
  return <Icon size={size} strokeWidth={1.75} aria-hidden className="shrink-0 text-text-2" />
}
