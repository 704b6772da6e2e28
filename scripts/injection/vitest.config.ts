import { defineConfig } from 'vitest/config'

/** `npm run test:injection`: beside `npm test`, because it asks for some minutes and for sqlmap. */
export default defineConfig({
  test: {
    include: ['scripts/injection/*.attack.ts'],
    globalSetup: ['server/platform/db/testing/test-global-setup.ts'],
    testTimeout: 3_600_000,
    hookTimeout: 60_000,
    pool: 'forks',
    maxWorkers: 1,
  },
})
