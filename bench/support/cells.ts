/** A cell of the first row of a list, and of the one that is gone to from there. */
export const [firstCell, nextCell] = [
  '.ag-row[row-index="0"] [col-id=id]',
  '.ag-row[row-index="0"] [col-id=registeredAt]',
] as const
