import {
  ArrowRight,
  Bot,
  ChartNoAxesColumn,
  CodeXml,
  CreditCard,
  Database,
  History,
  type LucideIcon,
  Mail,
  ShieldCheck,
  Tags,
  Timer,
  UserRound,
  UserRoundCheck,
  UserCog,
  Users,
  Webhook,
} from 'lucide-react'
import { blockNav } from '#blocks/screens.tsx'
import { NAV_ICONS } from '../layout/nav-icons.ts'
import { navItemOf } from '../layout/nav-items.ts'

const BY_PATH: Record<string, LucideIcon> = {
  '/try': Timer,
  '/pricing': Tags,
  '/trust-check': ShieldCheck,
  '/studio/account': UserRound,
  '/studio/audit': History,
  '/studio/customers': Users,
  '/studio/staff': UserCog,
  '/studio/install': CodeXml,
  '/studio/connect/stripe': CreditCard,
  '/studio/connect/auth': UserRoundCheck,
  '/studio/connect/chatbot': Bot,
  '/studio/connect/webhooks': Webhook,
  '/studio/connect/webhooks/received': Webhook,
  '/studio/connect/email': Mail,
  '/studio/connect/analytics': ChartNoAxesColumn,
  '/studio/connect/databases': Database,
  '/bolt/billing': CreditCard,
}

/** The icon of a screen: its own, or that of its item in the navigation. */
export function screenIcon(path: string): LucideIcon {
  const item = navItemOf(path, blockNav)
  return BY_PATH[path] ?? (item ? NAV_ICONS[item.id] : ArrowRight)
}
