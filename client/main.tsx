import { config } from 'zod/v4/core'
import './ui/look/tokens.css'
import './ui/look/base.css'
import './ui/look/layout.css'
import './ui/look/controls.css'
import './ui/feedback/feedback.css'
import './ui/look/forced-colors.css'

// zod compiles schemas with new Function unless told before the first one is built; the content security
// policy forbids that and would report it. Hence before the import of anything that builds schemas, and hence
// that import is dynamic.
config({ jitless: true })

void import('./app/start.tsx').then(({ start }) => start())
