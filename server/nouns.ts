import { getTableName } from 'drizzle-orm'
import { idPrefixes, idSequence, type NumberedNoun } from './kernel/base/ids.ts'
import type { NounDeclaration } from './kernel/base/noun-schema.ts'
import { registryOf } from './kernel/call/registry.ts'
import { modules } from './modules/index.ts'

const subjects = [...registryOf(modules).subjects.values()].map(({ subject: { noun }, source }): NounDeclaration => {
  return { noun, table: getTableName(source.table) }
})
const numbered = Object.keys(idPrefixes).map((noun): NounDeclaration => {
  return { noun, sequence: idSequence(noun as NumberedNoun) } // a key of the prefixes
})

/** Every noun whose triggers and ids the database keeps: the subjects of the modules, and whatever has ids of its own. */
export const nouns: readonly NounDeclaration[] = [...subjects, ...numbered]
