/** `npm run build`: the pages, ready to be served from a directory that may be read-only afterwards. */
import { StartError } from '../server/platform/lifecycle/start-error.ts'
import { buildPages } from './pages.ts'

await buildPages().catch((error: unknown) => {
  if (!(error instanceof StartError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
})
