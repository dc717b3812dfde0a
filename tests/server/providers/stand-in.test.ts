import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import type { IdOf } from '#contract/kernel/values.ts'
import { moneyKinds, providerKinds } from '#contract/providers/types.ts'
import { providerFor } from '#server/modules/gateways/steps.ts'
import { providerHealthRows } from '#server/modules/provider-configs/store.ts'
import { test } from '#tests/support/server.ts'
import { givenConfig, nobody } from './support.ts'

test.for(providerKinds)(
  'that another %s provider stands in is on the record: each time for money, else once while the first is left out',
  async (kind, { as, server, clock }) => {
    await givenConfig({ server }, { id: `${kind}-FIRST`, kind, address: nobody, weight: 1_000 })
    await givenConfig({ server }, { id: `${kind}-STANDBY`, kind, address: nobody, weight: 0 })
    const down = (seconds: number) => ({ downUntil: new Date(clock.now().getTime() + seconds * 1_000), failures: 3 })
    const configId = `${kind}-FIRST` as IdOf<'providerConfig'>
    const { db } = server.app.database
    await db.insert(providerHealthRows).values({ configId, ...down(60) })
    const chosen = (key: string) => providerFor({ kind, app: '', key }, server.app)
    const noted = async () =>
      (await as('admin').audit.list({ q: `command:providerConfigs.stoodIn objectId:${kind}-STANDBY` })).rows.length

    for (const key of ['one', 'two', 'three']) expect(await chosen(key)).toMatchObject({ configId: `${kind}-STANDBY` })
    expect(await noted()).toBe(moneyKinds.includes(kind) ? 3 : 1)

    await db.update(providerHealthRows).set(down(120)).where(eq(providerHealthRows.configId, configId))
    await chosen('four')
    expect(await noted()).toBe(moneyKinds.includes(kind) ? 4 : 2)
  },
)
