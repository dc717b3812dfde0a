import { board } from '#contract/board.ts'
import { local } from '#src/command/define.ts'

/** The board on the whole screen, or no longer. */
export const wall = local('board.wall', {
  requires: board.read.requires,
  run: (_, { page }) => page('board', 'wall'),
})

/** What the number under the cursor counts, in words. */
export const explain = local('board.explain', {
  requires: board.read.requires,
  run: (_, { page }) => page('board', 'explain'),
})

/** Of which orders the board tells: its filter line. */
export const filter = local('board.filter', {
  requires: board.read.requires,
  run: (_, { page }) => page('board', 'filter'),
})
