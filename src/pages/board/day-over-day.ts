interface Beside {
  readonly says: 'board.ahead' | 'board.behind' | 'board.level'
  /** None: neither good nor bad. */
  readonly tone?: 'good' | 'warn'
  /** The difference as it is shown. */
  readonly points: string
}

/** How a percentage of today is beside that of yesterday: by what is shown, so that a shown nothing is neither. */
export function dayOverDay(today: number, yesterday: number, shown: (points: number) => string): Beside {
  const points = shown(Math.abs(today - yesterday))
  if (points === shown(0)) return { says: 'board.level', points }
  return today < yesterday
    ? { says: 'board.behind', tone: 'warn', points }
    : { says: 'board.ahead', tone: 'good', points }
}
