import { type Column, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#server/kernel/permit.ts'
import { unitRows } from './store.ts'

/** Whether the unit named by `column` is the actor's own or one below it. */
export const inUnitsOf = ({ unitPath }: Actor, column: Column): SQL =>
  sql`${column} in (select ${unitRows.id} from ${unitRows} where starts_with(${unitRows.path}, ${unitPath}))`

/** Whether the unit path in `column` lies in the actor's own unit or below it. */
export const belowUnitOf = ({ unitPath }: Actor, column: Column): SQL => sql`starts_with(${column}, ${unitPath})`
