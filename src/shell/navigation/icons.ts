import {
  BookOpen,
  Bot,
  ChartLine,
  ChartSpline,
  CircleHelp,
  Gauge,
  Globe,
  House,
  Link,
  type LucideIcon,
  Megaphone,
  PhoneCall,
  ReceiptText,
  Settings,
  ShieldCheck,
  Stamp,
  Star,
  Users,
  Workflow,
  Wrench,
} from 'lucide-react'
import type { MenuIcon } from '#contract/menu-entries.ts'

/** The signs that nodes of the menu name. */
const icons: Readonly<Record<MenuIcon, LucideIcon>> = {
  bot: Bot,
  'book-open': BookOpen,
  'chart-line': ChartLine,
  'chart-spline': ChartSpline,
  'circle-help': CircleHelp,
  gauge: Gauge,
  globe: Globe,
  house: House,
  link: Link,
  megaphone: Megaphone,
  'phone-call': PhoneCall,
  'receipt-text': ReceiptText,
  settings: Settings,
  'shield-check': ShieldCheck,
  stamp: Stamp,
  star: Star,
  users: Users,
  workflow: Workflow,
  wrench: Wrench,
}

/** The sign of that name; none where the console has no such sign. */
export const iconOf = (name: string | null): LucideIcon | null =>
  name !== null && Object.hasOwn(icons, name) ? icons[name as MenuIcon] : null // looked up just now
