import { department, departments } from '#contract/departments.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { rowSource } from '#server/kernel/listing/source.ts'
import { addDepartment, editDepartment, moveDepartment, takeAgencies } from '#server/modules/units/steps/departments.ts'
import { removeUnit } from '#server/modules/units/steps/remove.ts'
import { nameUnit } from '#server/modules/units/steps.ts'
import { departmentSource } from './source.ts'

/** Handlers of `departments`: the house, whose units are stored beside those of agencies. */
export default implement(
  departments,
  {
    list: departmentSource,

    async add(asked, call) {
      const added = await addDepartment(asked, call)
      call.note(added)
      return { id: added.objectId }
    },
    edit: (asked, call) => editDepartment(asked, call),
    setNames: ({ id, version: _, ...labels }, call) => nameUnit(id, labels, call),
    move: ({ parentId }, call) => moveDepartment(parentId, call),
    takeAgencies: (_, call) => takeAgencies(call),
    remove: (_, call) => removeUnit(call),
  },
  [rowSource(department, departmentSource)],
)
