import { relative } from 'node:path'
import type { Reporter, TestCase, TestModule } from 'vitest/node'
import { root } from '#server/kernel/base/root.ts'

/** A file is stuck after so long without a result, in ms: no test may take as long. */
const stuckMs = 240_000

/**
 * Reporter: names the files of which nothing has been heard for minutes. A worker that is busy with one statement meets no
 * timeout, and its run would end without a word of where it stood.
 */
export default class StuckReporter implements Reporter {
  readonly #heard = new Map<TestModule, { at: number; test: string }>()
  #watch: NodeJS.Timeout | undefined

  /** What is told of a file once it has ended, late, is no news of it. */
  #hear(module: TestModule, test: string): void {
    if (this.#heard.has(module)) this.#heard.set(module, { at: Date.now(), test })
  }

  onTestRunStart(): void {
    this.#watch = setInterval(() => {
      for (const [module, { at, test }] of this.#heard) {
        if (Date.now() - at < stuckMs) continue
        process.stderr.write(`\nStuck for minutes: ${relative(root, module.moduleId)} > ${test}\n`)
        this.#hear(module, test)
      }
    }, stuckMs / 4).unref()
  }

  onTestModuleStart(module: TestModule): void {
    this.#heard.set(module, { at: Date.now(), test: 'before its tests' })
  }

  onTestCaseReady(test: TestCase): void {
    this.#hear(test.module, test.fullName)
  }

  onTestCaseResult(test: TestCase): void {
    this.#hear(test.module, `after ${test.fullName}`)
  }

  onTestModuleEnd(module: TestModule): void {
    this.#heard.delete(module)
  }

  onTestRunEnd(): void {
    clearInterval(this.#watch)
  }
}
