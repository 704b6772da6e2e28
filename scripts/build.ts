/** `npm run build`: the pages, ready to be served from a directory that may be read-only afterwards. */
import { buildPages } from './pages.ts'

await buildPages()
