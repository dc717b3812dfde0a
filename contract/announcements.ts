import { z } from 'zod'
import { api, change, read, write } from './kernel/endpoint.ts'
import { list } from './kernel/list.ts'
import { machine, type StateOf } from './kernel/machine.ts'
import { subject } from './kernel/subject.ts'
import { Choice, Id, Instant, LocalDate, Version } from './kernel/values.ts'

/** States of an announcement. One that is enabled is read by people: it is not deleted. Source: specification, section 4. */
export const announcementFlow = machine(
  'announcements.state',
  {
    draft: { edit: 'draft', enable: 'enabled', remove: 'removed' },
    enabled: { edit: 'enabled', disable: 'disabled' },
    disabled: { edit: 'disabled', enable: 'enabled', remove: 'removed' },
    removed: {},
  },
  { draft: 'muted', enabled: 'good', disabled: 'warn', removed: 'muted' },
)
export type AnnouncementState = StateOf<typeof announcementFlow>

/** Audience: whom it is for. */
export const audiences = ['everybody', 'roles', 'units', 'languages'] as const
const Audience = Choice('announcements.audience', audiences)
/** How often it pops up: once for each person, or each time they sign in while it is enabled. */
export const popUps = ['once', 'continuous'] as const
const PopUp = Choice('announcements.popUp', popUps)

/** Something that staff are told. */
export const Announcement = z.object({
  id: Id('announcement'),
  version: Version,
  state: announcementFlow.State,
  title: z.string(),
  /** Markdown. */
  content: z.string(),
  audience: Audience,
  /** The names of the roles, units or languages it is for; nothing of one for everybody. */
  readers: z.string(),
  popUp: PopUp,
  /** The first and the last day it is shown on. */
  showFrom: LocalDate.nullable(),
  showUntil: LocalDate.nullable(),
  /** How often it was closed: once for each person, or once for each time they had signed in. */
  exposures: z.int(),
  maker: z.string(),
  updatedAt: Instant,
  createdAt: Instant,
})
export type Announcement = z.output<typeof Announcement>
/** Subject: an announcement. */
export const announcement = subject('announcements', Announcement, {
  prefix: 'AN',
  opens: '/announcement',
  findBy: ['id', 'label'],
})

/** Longest title and content. */
export const [titleMax, contentMax] = [120, 10_000]
const readersMax = 200
/** What is written down of an announcement. */
const told = {
  title: z.string().trim().min(1).max(titleMax),
  content: z.string().trim().min(1).max(contentMax),
  state: Choice('announcements.state', ['draft', 'enabled', 'disabled']),
  audience: Audience,
  /** Ids of roles or units, or languages, as the audience says; what lies below a unit is meant with it. */
  readers: z.array(z.string().min(1).max(40)).max(readersMax).default([]),
  popUp: PopUp,
  showFrom: LocalDate.optional(),
  showUntil: LocalDate.optional(),
}
const draftFaults = ['unknown_reader', 'until_before_from'] as const
const one = { subject: announcement } as const

/** An announcement as its readers have it. */
const Notice = z.object({
  id: Id('announcement'),
  title: z.string(),
  content: z.string(),
  updatedAt: Instant,
  /** It has still to pop up. */
  due: z.boolean(),
})
export type Notice = z.output<typeof Notice>

/** Announcements: what staff are told, on their start page and as a pop-up. */
export const announcements = api('announcements', {
  list: list('GET /announcements', {
    requires: 'announcements',
    row: Announcement,
    subject: announcement,
    filter: [
      ...(['id', 'state', 'title', 'content', 'audience', 'popUp'] as const),
      ...(['showFrom', 'showUntil', 'exposures', 'maker', 'updatedAt', 'createdAt'] as const),
    ],
    sort: ['updatedAt', 'createdAt', 'title', 'state', 'exposures'],
    search: ['id', 'title', 'content'],
    order: '-updatedAt',
    created: 'createdAt',
  }),

  /** An announcement with the ids of whom it is for. */
  detail: read('GET /announcements/{id}', {
    requires: 'announcements',
    input: z.object({ id: Id('announcement') }),
    output: z.object({ announcement: Announcement, readers: z.array(z.string()) }),
    faults: ['not_found'],
  }),

  /** The roles and units that one can be for. */
  readers: read('GET /announcements/readers', {
    requires: 'announcements',
    input: z.object({}),
    output: z.object({
      roles: z.array(z.object({ id: z.string(), name: z.string() })),
      units: z.array(z.object({ id: z.string(), name: z.string() })),
    }),
  }),

  add: write('POST /announcements', {
    requires: 'announcements.add',
    input: z.object(told),
    output: z.object({ id: Id('announcement') }),
    faults: draftFaults,
  }),

  edit: change('POST /announcements/edit', {
    ...one,
    requires: 'announcements.edit',
    args: told,
    when: announcementFlow.can('edit'),
    faults: draftFaults,
  }),

  enable: change('POST /announcements/enable', {
    ...one,
    requires: 'announcements.edit',
    when: announcementFlow.can('enable'),
  }),

  disable: change('POST /announcements/disable', {
    ...one,
    requires: 'announcements.edit',
    when: announcementFlow.can('disable'),
  }),

  remove: change('POST /announcements/remove', {
    ...one,
    requires: 'announcements.remove',
    when: announcementFlow.can('remove'),
  }),

  /** What the caller is told now, the newest first. */
  shown: read('GET /announcements/shown', {
    requires: 'anyone',
    input: z.object({}),
    output: z.object({ notices: z.array(Notice) }),
  }),

  /** Notes that the caller has seen one: an exposure, counted once for each time it pops up. */
  close: write('POST /announcements/close', {
    requires: 'anyone',
    input: z.object({ id: Id('announcement') }),
    output: z.object({}),
    faults: ['not_found'],
  }),
})
