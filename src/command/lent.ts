import { navigate } from 'wouter/use-browser-location'
import { download } from '#src/call/download.ts'
import { say } from '#src/locale/text.ts'
import { frameActs } from '#src/shell/acts.ts'
import { hrefOf } from '#src/shell/tabs.ts'
import { toast } from '#src/ui/toast.ts'
import type { Console } from './define.ts'
import { openPanel } from './panels.ts'

/** What the console lends to commands that call no endpoint. */
export const lent: Console = {
  async copy(text) {
    await navigator.clipboard.writeText(text)
    toast('info', say('command.copied', { text }))
  },
  // to its tab as it was left, where it has one
  go: (path) => navigate(hrefOf(path)),
  say: (key) => toast('info', say(key)),
  open: openPanel,
  save: (endpoint, input) => download(endpoint, input, 'file'),
  // a page opens beside the console and learns nothing of it
  hand: (address) =>
    void (address.startsWith('https:') ? window.open(address, '_blank', 'noopener') : window.open(address, '_self')),
  frame: (act) => frameActs[act](),
}
