import { menuEntry } from '#contract/menu-entries.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { newId } from '#server/kernel/base/ids.ts'
import { menuEntryRows } from '#server/modules/menu-entries/store.ts'
import type { SeedContext } from './history/context.ts'

/** Adds what an administrator has put beside the pages of a demo: a link to the rules that collectors keep. */
export async function addMenuLinks(db: Db, context: SeedContext): Promise<void> {
  const added = context.after(context.today, -30)
  await db.insert(menuEntryRows).values({
    ...{ id: await newId(db, menuEntry.ids, added), kind: 'link', place: 'collectionGroup', sort: 900, hidden: false },
    ...{ icon: 'book-open', path: 'https://example.com/fair-practice-code', defaults: {} },
    labels: {
      ...{ en: 'Fair practice code', zh: '公平催收守则', es: 'Código de buenas prácticas' },
      ...{ vi: 'Quy tắc thu hồi nợ công bằng', id: 'Kode praktik yang adil', ja: '公正な回収の指針' },
    },
    createdAt: context.at(added, 600),
  })
}
