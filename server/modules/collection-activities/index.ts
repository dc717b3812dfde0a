import { collectionActivities } from '#contract/collection-activities.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { activitySource } from './source.ts'

/** Handlers of `collectionActivities`: what collectors do, and how it goes. */
export default implement(collectionActivities, { list: activitySource })
