/** Runs a statement, or several, outside any transaction of drizzle's. Answers the rows of the last one. */
export type RunSql = (text: string) => Promise<{ readonly rows: readonly Record<string, unknown>[] }>
