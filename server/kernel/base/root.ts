import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const above = (folder: string): string => (existsSync(join(folder, 'package.json')) ? folder : above(dirname(folder)))

/** The project's folder, from wherever this runs: its sources or its build. */
export const root = above(dirname(fileURLToPath(import.meta.url)))
