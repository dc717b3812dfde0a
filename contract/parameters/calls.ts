import { z } from 'zod'
import { api, change, read, write } from '../kernel/endpoint.ts'
import { list } from '../kernel/list.ts'
import { machine } from '../kernel/machine.ts'
import { subject } from '../kernel/subject.ts'
import { Choice, Id, Instant, Version } from '../kernel/values.ts'
import { parameterKinds } from './values.ts'

/** One that is disabled has its default; of those that were added beside the declared ones, no value at all. */
const parameterFlow = machine(
  'parameters.state',
  { enabled: { disable: 'disabled' }, disabled: { enable: 'enabled' } },
  { enabled: 'good', disabled: 'muted' },
)

/** A parameter of the business. */
export const Parameter = z.object({
  /** The code that programs and scripts know it by: `approval.validDays`. */
  id: Id('parameter'),
  version: Version,
  number: z.int(),
  state: parameterFlow.State,
  name: z.string(),
  kind: Choice('parameters.kind', [...parameterKinds]),
  /** As it is typed. A secret is never told. */
  value: z.string(),
  /** What it is worth that nobody has set; none of what was added here. */
  byDefault: z.string().nullable(),
  /** What it may be set to, in the reader's words. */
  range: z.string(),
  /** What it changes. */
  changes: z.string().nullable(),
  /** Money depends on it: it takes a second person to change. */
  fourEyes: z.boolean(),
  /** Whether somebody has set it. */
  isSet: z.boolean(),
  /** Why it is as it is. */
  remark: z.string(),
  changedBy: z.string().nullable(),
  changedAt: Instant.nullable(),
  createdAt: Instant,
})
export type Parameter = z.output<typeof Parameter>
export const parameterSubject = subject('parameters', Parameter, { opens: 'parameters', findBy: ['label'] })

const [textMax, nameMax, numberMax] = [2_000, 80, 99_999]
const Value = z.string().max(textMax)
const Remark = z.string().trim().max(textMax)
/** `collection.callsPerDay`: words in small letters, with points between. */
const ParameterCode = z
  .string()
  .trim()
  .max(40)
  .regex(/^[a-z][A-Za-z0-9]*(\.[a-z][A-Za-z0-9]*)+$/)
/** The kinds that may be added: limits by role are declared where they are read. */
const addableKinds = parameterKinds.filter((kind) => kind !== 'limits') as Exclude<
  (typeof parameterKinds)[number],
  'limits'
>[]
const [firstKind, ...otherKinds] = addableKinds
const one = { subject: parameterSubject } as const
const valueFaults = ['not_a_value', 'value_out_of_range', 'unknown_role_mark', 'office_hours_reversed'] as const
const sheetFaults = [
  ...(['template_unknown', 'template_old', 'template_columns'] as const),
  ...(['template_empty', 'template_rows', 'template_quote'] as const),
] as const

/** What a parameter is set to, and why. */
const ParameterEdit = z.object({
  id: Id('parameter'),
  /** As it was seen; without it, whatever it is by now. */
  version: Version.optional(),
  value: Value,
  remark: Remark.min(1),
})

/** A new parameter as form and sheet take it. */
export const NewParameter = z.object({
  /** Where it stands in the list; each is used once. */
  number: z.int().min(1).max(numberMax),
  id: ParameterCode,
  name: z.string().trim().min(1).max(nameMax),
  kind: Choice('parameters.kind', [firstKind!, ...otherKinds]),
  value: Value.min(1),
  remark: Remark.default(''),
})

/** A value that a parameter was given, or that it was switched: by whom, and why. Of a secret no value is told. */
const ParameterChange = z.object({
  changedAt: Instant,
  before: z.string(),
  value: z.string(),
  remark: z.string(),
  changedBy: z.string(),
})
export type ParameterChange = z.output<typeof ParameterChange>

/** Parameters: what the business sets by itself. */
export const parameters = api('parameters', {
  list: list('GET /sys/config/list', {
    requires: 'parameters',
    row: Parameter,
    subject: parameterSubject,
    filter: [
      'id',
      'number',
      'state',
      'name',
      'kind',
      'fourEyes',
      'isSet',
      'remark',
      'changedBy',
      'changedAt',
      'createdAt',
    ],
    sort: ['id', 'number', 'name', 'state', 'kind', 'changedAt'],
    search: ['id', 'name', 'remark'],
    order: 'number',
    created: 'createdAt',
  }),

  /** One parameter by its code. */
  find: read('GET /sys/config/find', {
    requires: 'parameters',
    input: z.object({ code: z.string().max(40) }),
    output: Parameter,
    faults: ['not_found'],
  }),

  /** What a parameter was before, the latest change first. */
  history: read('GET /sys/config/history', {
    requires: 'parameters',
    input: z.object({ id: Id('parameter') }),
    output: z.object({ changes: z.array(ParameterChange) }),
  }),

  /** Adds one beside those that code reads: templates, scripts and rules may read it. */
  add: write('POST /sys/config/addConfig', {
    requires: 'parameters.add',
    input: NewParameter,
    output: z.object({ id: Id('parameter') }),
    faults: ['known_already', 'number_taken', 'not_a_value', 'value_out_of_range'],
    secrets: ['value'],
    stepUp: true,
  }),

  edit: change('PUT /sys/config/updateConfig', {
    ...one,
    requires: 'parameters.edit',
    args: { value: Value, remark: Remark.min(1) },
    faults: valueFaults,
    secrets: ['value'],
    fourEyes: true,
    stepUp: true,
  }),

  /** Gives a parameter the value it has by default. */
  reset: change('PUT /sys/config/reset', {
    ...one,
    requires: 'parameters.edit',
    args: { remark: Remark.min(1) },
    faults: ['not_set', 'not_declared', 'office_hours_reversed'],
    fourEyes: true,
    stepUp: true,
  }),

  /** Gives a parameter the value that it had before its last change. */
  rollBack: change('PUT /sys/config/rollBack', {
    ...one,
    requires: 'parameters.edit',
    args: { remark: Remark.min(1) },
    faults: ['never_changed', ...valueFaults],
    fourEyes: true,
    stepUp: true,
  }),

  setState: change('PUT /sys/config/modifyState', {
    ...one,
    requires: 'parameters.remove',
    args: { state: parameterFlow.State, remark: Remark.min(1) },
    faults: ['office_hours_reversed'],
    fourEyes: true,
    stepUp: true,
  }),

  /** Has every server read anew what it keeps in mind. */
  refresh: write('POST /sys/config/refreshConfig', {
    requires: 'parameters.edit',
    input: z.object({}),
    output: z.object({}),
  }),

  /** The sheet of all parameters, to be filled in and handed in again: as it is it changes nothing. */
  template: {
    ...read('GET /sys/config/template', { requires: 'parameters.edit', input: z.object({}), output: z.null() }),
    file: true as const,
  },

  /** Adds the parameters of a sheet: all of them, or none where one line is wrong. */
  addSheet: {
    ...write('POST /sys/config/batch/add', {
      requires: 'parameters.add',
      input: z.object({}),
      output: z.object({ added: z.int() }),
      faults: sheetFaults,
      stepUp: true,
    }),
    files: ['file'],
  },

  /** Sets several parameters at once: all of them, or none where one is wrong. */
  editMany: write('PUT /sys/config/batch/values', {
    requires: 'parameters.edit',
    input: z.object({ values: z.array(ParameterEdit).min(1).max(1_000) }),
    output: z.object({ changed: z.int() }),
    faults: ['not_found', ...valueFaults],
    secrets: ['values'],
    stepUp: true,
    fourEyes: true,
  }),

  /**
   * Sets the parameters of a sheet: all of them, or none where one line is wrong. Where one takes a second person, the
   * whole sheet is filed as a request.
   */
  editSheet: {
    ...write('POST /sys/config/batch/edit', {
      requires: 'parameters.edit',
      input: z.object({}),
      output: z.object({ changed: z.int(), request: Id('approval').nullable() }),
      faults: [...sheetFaults, 'request_open'],
      stepUp: true,
    }),
    files: ['file'],
  },
})
