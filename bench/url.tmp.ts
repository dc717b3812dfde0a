import { apiClient, signIn } from './support/server.ts'
const ask = apiClient('http://127.0.0.1:4730', await signIn('http://127.0.0.1:4730', process.argv[2]!))
for (let i = 0; i < 4; i++) { const t = performance.now(); await ask(process.argv[3]!); console.log(Math.round(performance.now() - t)) }
process.exit(0)
