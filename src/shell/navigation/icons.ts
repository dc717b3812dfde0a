import {
  Bot,
  ChartLine,
  ChartSpline,
  Gauge,
  House,
  type LucideIcon,
  Megaphone,
  PhoneCall,
  ReceiptText,
  Settings,
  ShieldCheck,
  Stamp,
  Users,
  Workflow,
  Wrench,
} from 'lucide-react'

/** The signs that nodes of the menu name. */
const icons: Readonly<Record<string, LucideIcon>> = {
  bot: Bot,
  'chart-line': ChartLine,
  'chart-spline': ChartSpline,
  gauge: Gauge,
  house: House,
  megaphone: Megaphone,
  'phone-call': PhoneCall,
  'receipt-text': ReceiptText,
  settings: Settings,
  'shield-check': ShieldCheck,
  stamp: Stamp,
  users: Users,
  workflow: Workflow,
  wrench: Wrench,
}

/** The sign of that name; none where the console has no such sign. */
export const iconOf = (name: string | null): LucideIcon | null =>
  name !== null && Object.hasOwn(icons, name) ? icons[name]! : null
