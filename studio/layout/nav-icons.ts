import { Blocks, Building2, House, type LucideIcon, Play, Plug, ShieldCheck } from 'lucide-react'
import type { NavItem } from './nav-items.ts'

export const NAV_ICONS: Record<NavItem['id'], LucideIcon> = {
  home: House,
  demo: Play,
  security: ShieldCheck,
  connect: Plug,
  blocks: Blocks,
  tenants: Building2,
}
