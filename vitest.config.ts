import { defineConfig } from 'vitest/config'
import { everything, onCluster } from './server/platform/testing/test-extent.ts'

const shared = {
  // Limits end a test that hangs; a slow machine takes three times as long as a quick one.
  testTimeout: 150_000,
  hookTimeout: 200_000,
  expect: { poll: { timeout: 40_000 } },
  pool: 'forks',
  isolate: false,
} as const

/** Tests that put other modules in the place of some (`vi.mock`), which Node by itself does not do. */
const withOtherModules = 'server/**/*.transformed.test.ts'
/** Tests of what the client does with a page: in a document, without a browser. */
const inPage = 'client/**/*.page.test.{ts,tsx}'

/** Goes the way of server/app/tests/backup.test.ts and platform/storage once more, by way of a bucket. */
const onlyWhole =
  everything || process.argv.some((argument) => argument.includes('bucket'))
    ? []
    : ['server/app/tests/backup-to-bucket.test.ts', 'server/app/tests/files-in-bucket.test.ts']

/** Tests of what a plain PostgreSQL alone does: plans by index, refusing, triggers anywhere, the demo. */
const onlyPlain = onCluster
  ? [
      '**/plans.test.ts',
      '**/placements.test.ts',
      'server/features/imports/refused.test.ts',
      'server/app/tests/demo-training.test.ts',
    ]
  : []

const globalSetup = ['server/platform/db/testing/test-global-setup.ts']

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...shared,
          name: 'server',
          include: [
            'catalogue/**/*.test.ts',
            'server/**/*.test.ts',
            'demo/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
          exclude: [withOtherModules, ...onlyWhole, ...onlyPlain],
          globalSetup,
          // Node runs these files as they are, as it runs the portal: importing the server takes a third of
          // the time.
          experimental: { viteModuleRunner: false, nodeLoader: false },
        },
      },
      {
        test: {
          ...shared,
          name: 'transformed',
          include: [withOtherModules],
          globalSetup,
          isolate: true,
          experimental: { fsModuleCache: true },
        },
      },
      {
        test: {
          ...shared,
          name: 'client',
          include: ['client/**/*.test.{ts,tsx}'],
          exclude: [inPage],
          experimental: { fsModuleCache: true },
        },
      },
      {
        test: {
          ...shared,
          name: 'page',
          include: [inPage],
          environment: 'jsdom',
          environmentOptions: { jsdom: { url: 'http://portal.test/' } },
          experimental: { fsModuleCache: true },
        },
      },
    ],
  },
})
