import { z } from 'zod'
import { CommandCall } from './history.ts'
import { api, read, write } from './kernel/endpoint.ts'
import { Id, Instant, Ref } from './kernel/values.ts'

/** Most steps of one macro, and most macros that one person keeps. */
export const stepsMax = 20
export const macrosMax = 50
const nameMax = 60

/** Macro step: a command for whatever is meant when it is replayed. `holes`: arguments that are asked for then. */
const MacroStep = z.object({
  call: CommandCall.extend({ selection: z.null() }),
  /** What the records are called that the arguments name. */
  names: z.record(z.string().max(40), z.string().max(200)),
  holes: z.array(z.string().max(40)).max(20),
})
export type MacroStep = z.output<typeof MacroStep>

/** Commands that are run one after the other, by whoever made them or by their whole unit. */
export const Macro = z.object({
  id: Id('macro'),
  name: z.string().trim().min(1).max(nameMax),
  steps: z.array(MacroStep).min(1).max(stepsMax),
  /** Whether one's unit has it as well. */
  shared: z.boolean(),
  maker: Ref('staff'),
  at: Instant,
})
export type Macro = z.output<typeof Macro>

/** Commands that were recorded to be run again. They carry no right: whoever replays one is asked for theirs, step by step. */
export const macros = api('macros', {
  /** One's own, and those of one's unit that are shared, by name. */
  list: read('GET /macros', { requires: 'anyone', input: z.object({}), output: z.object({ macros: z.array(Macro) }) }),

  /** Keeps steps under a name; of the same name, in place of those before. */
  save: write('POST /macros', {
    requires: 'anyone',
    input: Macro.pick({ name: true, steps: true, shared: true }),
    output: Macro,
    faults: ['unknown_command', 'macro_irreversible', 'macro_argument', 'too_many_macros'],
    secrets: ['steps'],
  }),

  /** Throws one's own away. */
  remove: write('POST /macros/remove', {
    requires: 'anyone',
    input: z.object({ id: Id('macro') }),
    output: z.object({}),
    faults: ['not_found'],
  }),
})
