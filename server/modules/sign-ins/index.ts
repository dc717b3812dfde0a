import { signIns } from '#contract/sign-ins.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { signInSource } from './source.ts'

/** Handlers of `signIns`: who has signed in, and who has tried. */
export default implement(signIns, { list: signInSource })
