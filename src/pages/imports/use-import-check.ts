import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { imports } from '#contract/imports/calls.ts'
import type { ImportMapping } from '#contract/imports/mapping.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { call } from '#src/call/call.ts'
import { submitCall } from '#src/command/run/submit-call.ts'

/** How often a dry run is asked how far it has come. */
const pollMs = 400

/** The dry run of an import: begun for one mapping, forgotten with the next. */
export function useImportCheck(id: IdOf<'import'>) {
  const [begun, setBegun] = useState(0)
  const { data } = useQuery({
    queryKey: ['imports', 'check', id, begun],
    queryFn: ({ signal }) => call(imports.get, { id }, { signal }),
    enabled: begun > 0,
    refetchInterval: ({ state }) => (state.data?.checking ? pollMs : false),
  })
  const begin = async (mapping: ImportMapping) => {
    const started = await submitCall(imports.check, { id, mapping }).catch(() => null) // told by `submit`
    if (started) setBegun(Date.now())
  }
  const told = begun > 0 ? data : undefined
  return {
    check: told?.check ?? null,
    running: begun > 0 && (!told || told.checking),
    begin,
    forget: () => setBegun(0),
  }
}
