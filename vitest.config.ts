import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: [
      'catalogue/**/*.test.ts',
      'server/**/*.test.ts',
      'demo/**/*.test.ts',
      'scripts/**/*.test.ts',
      'client/**/*.test.ts',
    ],
    globalSetup: ['server/platform/db/testing/test-global-setup.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    pool: 'forks',
    maxWorkers: 2,
    isolate: false,
  },
})
