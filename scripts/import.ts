import { importFromShell } from './import-book.ts'

const { stdout, stderr } = process
process.exitCode = await importFromShell({
  args: process.argv.slice(2),
  env: process.env,
  say: (line) => void stdout.write(`${line}\n`),
  warn: (line) => void stderr.write(`${line}\n`),
  progress: (line) => {
    if (stdout.isTTY) stdout.write(`\r${line}\r`)
  },
})
