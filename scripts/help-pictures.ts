import { tool } from './run.ts'

/**
 * Draws the pictures of the help anew: a demo portal is started and each screen is opened as its reader sees
 * it.
 */
process.env['HELP_PICTURES'] = 'on'
process.exitCode = tool('vitest/vitest.mjs', 'run', '--config', 'e2e/vitest.config.ts') ? 0 : 1
