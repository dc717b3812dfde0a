import '#tests/src/command/browser.ts'
import { expect } from 'vitest'
import { grids } from '#src/catalogue.ts'
import { mayExport, mayUnmask } from '#src/grid/actions/export-rows.ts'
import { GridModel } from '#src/grid/model/grid-model.ts'
import { parsePlace } from '#src/grid/model/grid-place.ts'
import { refreshRights } from '#src/session/current-user.ts'
import { test } from '#tests/src/command/desk.ts'
import { rememberStaffing } from '#tests/support/database.ts'

const openCases = () => new GridModel(grids.find(({ page }) => page === 'openCases')!, parsePlace(null))

test('a file in full is offered where the right to reveal reaches as far as the right to take the list along', async ({
  desk,
  server: {
    app: { database },
  },
}) => {
  const restore = await rememberStaffing(database)
  await database.query(
    `insert into roles (id, name, mark, created_at) values ('XR', 'Revealing', 'XR', now()), ('XE', 'Exporting', 'XE', now());
     insert into role_grants (role_id, page, codes, scope) values ('XR', 'openCases', 64, 'own'), ('XE', 'openCases', 8, 'all');
     insert into staff_roles (staff_id, role_id) values ('S-cs', 'XR'), ('S-cs', 'XE')`,
  )

  await desk.sit('cs')
  const less = [mayExport(openCases()), mayUnmask(openCases())]
  await database.query(
    `update role_grants set scope = 'all' where role_id = 'XR'; update roles set name = name where id = 'XR'`,
  )
  await refreshRights()
  const asFar = mayUnmask(openCases())
  await restore()

  expect(less).toEqual([true, false])
  expect(asFar).toBe(true)
})
