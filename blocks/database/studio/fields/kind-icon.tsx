import {
  AtSign,
  Banknote,
  Calendar,
  CalendarClock,
  CircleDot,
  Hash,
  Image,
  Link2,
  ListChecks,
  ListOrdered,
  type LucideIcon,
  Paperclip,
  Phone,
  Star,
  Text,
  ToggleLeft,
  Type,
  UserRound,
  Waypoints,
} from 'lucide-react'
import type { FieldKind } from '#kernel/browser/fields/field.ts'

const ICONS: Record<FieldKind, LucideIcon> = {
  text: Type,
  long_text: Text,
  number: Hash,
  money: Banknote,
  yes_no: ToggleLeft,
  date: Calendar,
  date_time: CalendarClock,
  email: AtSign,
  link: Link2,
  phone: Phone,
  choice: CircleDot,
  choices: ListChecks,
  file: Paperclip,
  image: Image,
  relation: Waypoints,
  person: UserRound,
  rating: Star,
  position: ListOrdered,
}

/** The icon of a kind of field. The name of the kind is shown beside it. */
export function KindIcon({ kind, size = 16 }: { kind: FieldKind; size?: number }) {
  const Icon = ICONS[kind]
  return <Icon size={size} strokeWidth={1.75} aria-hidden className="shrink-0 text-text-3" />
}
