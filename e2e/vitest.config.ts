import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['e2e/**/*.test.ts'],
    globalSetup: ['e2e/portal-setup.ts'],
    testTimeout: 120_000,
    hookTimeout: 180_000,
    // One browser and one server on two cores: journeys run one after another.
    pool: 'forks',
    maxWorkers: 1,
    fileParallelism: false,
  },
})
