import { config } from 'zod/v4/core'
import './ui/tokens.css'
import './ui/base.css'
import './ui/layout.css'
import './ui/controls.css'
import './ui/feedback.css'
import './ui/forced-colors.css'

// zod compiles schemas with new Function unless told before the first one is built; the content security
// policy forbids that and would report it. Hence before the import of anything that builds schemas, and hence
// that import is dynamic.
config({ jitless: true })

void import('./app/start.tsx').then(({ start }) => start())
