import type { Shortcut } from './shortcut.ts'

/** Default shortcuts of every grid, by what they do: people may change them. */
export const gridKeys = {
  'grid.down': ['j', 'down'],
  'grid.up': ['k', 'up'],
  'grid.left': ['h', 'left'],
  'grid.right': ['l', 'right'],
  'grid.firstRow': ['g g', 'mod+home'],
  'grid.lastRow': ['G', 'mod+end'],
  'grid.firstColumn': ['home'],
  'grid.lastColumn': ['end'],
  'grid.pageDown': ['ctrl+d', 'pagedown'],
  'grid.pageUp': ['ctrl+u', 'pageup'],
  'grid.previousMarked': ['{'],
  'grid.nextMarked': ['}'],
  'grid.mark': ['x', 'space'],
  'grid.range': ['V', 'shift+space'],
  'grid.rangeDown': ['J', 'shift+down'],
  'grid.rangeUp': ['K', 'shift+up'],
  'grid.markLoaded': ['a'],
  'grid.markAll': ['a a'],
  'grid.markAlike': [','],
  'grid.peel': ['escape'],
  'grid.view': ['v 1', 'v 2', 'v 3', 'v 4', 'v 5', 'v 6', 'v 7', 'v 8', 'v 9'],
  'grid.saveView': ['v s'],
  'grid.density': ['z d'],
  'grid.wrap': ['z w'],
  'grid.unfold': ['z o'],
  'grid.fold': ['z c'],
  'grid.unfoldAll': ['z r'],
  'grid.foldAll': ['z m'],
  'grid.filterLine': ['/'],
  'grid.filterByCell': ['f'],
  'grid.topValues': ['F'],
  'grid.sort': ['s'],
  'grid.addSort': ['S'],
  'grid.columns': ['c'],
  'grid.peek': ['p'],
  'grid.open': ['enter', 'o'],
  'grid.copyRow': ['y'],
  'grid.copyCell': ['y c'],
  'grid.copySelection': ['g y'],
  'grid.refetch': ['R'],
  'grid.undoView': ['u'],
  'grid.export': ['E'],
  'grid.schedule': ['v r'],
  'grid.repeat': ['.'],
  'grid.keys': ['?'],
} as const satisfies Readonly<Record<string, readonly Shortcut[]>>

/** Something that is done to a list or to its rows on the screen. */
export type GridKey = keyof typeof gridKeys

/** Default shortcuts of every page, by what they do: people may change them. */
export const globalKeys = {
  'command.open': ['mod+k'],
  'command.pages': [':'],
  'command.keys': ['?'],
  'command.repeat': ['.'],
  'command.undo': ['mod+z'],
} as const satisfies Readonly<Record<string, readonly Shortcut[]>>
