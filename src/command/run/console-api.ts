import { navigate } from 'wouter/use-browser-location'
import { pages } from '#contract/menu.ts'
import { download } from '#src/call/download.ts'
import { listActions } from '#src/command/active-list.ts'
import type { ConsoleApi, ShellAction } from '#src/command/command.ts'
import { showDialog, showSecret } from '#src/command/dialog.ts'
import { runPageAction } from '#src/command/page-actions.ts'
import { say } from '#src/locale/text.ts'
import { hrefOf } from '#src/session/tabs.ts'
import { toast } from '#src/ui/feedback/toast.ts'
import { openHelp } from './help-state.ts'

type ShellActions = Readonly<Record<ShellAction, () => void>>
let shellActions: ShellActions | null = null

/** Port (dependency inversion): the shell, which stands above the commands, says how its actions are carried out. */
export const registerShellActions = (actions: ShellActions): void => {
  shellActions = actions
}

/** What the console lends to commands that call no endpoint. */
export const consoleApi: ConsoleApi = {
  async copy(text) {
    await navigator.clipboard.writeText(text)
    toast('info', say('command.copied', { text }))
  },
  // to its tab as it was left, where it has one
  go: (path) => navigate(hrefOf(path)),
  say: (key) => toast('info', say(key)),
  open: (panel) => (panel === 'help' ? openHelp() : showDialog(panel)),
  save: (endpoint, input) => download(endpoint, input, 'file'),
  // a page opens beside the console and learns nothing of it
  openExternal: (address) =>
    void (address.startsWith('https:') ? window.open(address, '_blank', 'noopener') : window.open(address, '_self')),
  showOnce: showSecret,
  list: (action) => listActions()?.run(action),
  page: (page, action) => {
    if (!runPageAction(page, action)) navigate(hrefOf(pages[page]))
  },
  shell: (action) => shellActions?.[action](),
}

/** Copies the address of this page with another search. */
export async function copyAddress(search: string): Promise<void> {
  await navigator.clipboard.writeText(location.origin + location.pathname + search)
  toast('info', say('command.link.copied'))
}
