import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { PORTALS } from './tools/portal-setup.ts'
import { journeysOf } from './tools/purposes.ts'

/**
 * The journeys that come first: one that needs a fresh portal, and those that take minutes, so that the run
 * does not end with one worker waiting for the other.
 */
const first = [
  // Needs somebody who has not agreed to the texts yet: other journeys agree for the newcomer.
  'first-sign-in-shows-the-texts',
  'every-screen',
  'messages-come-at-once',
  'archive-of-one-teacher',
  'files-in-house',
  'sections-3-to-9',
  'from-nothing',
  'experts-review',
  'own-account',
  'archive-filled-and-reviewed',
  'import-teachers',
  'officer-lays-out-and-shares-a-board',
  'crash',
  // Minutes with EVERYTHING=on only.
  'nothing-typed-ever-runs',
  'hostile-addresses',
  'visitor-reads-the-portal',
]

class InOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const place = first.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`))
      return place < 0 ? first.length : place
    }
    return [...files].sort((a, b) => rank(a) - rank(b) || a.moduleId.localeCompare(b.moduleId))
  }
}

export default defineConfig({
  test: {
    // The pictures of the help are drawn when they are asked for (scripts/help-pictures.ts).
    include: process.env['HELP_PICTURES']
      ? ['e2e/tools/help-pictures.ts']
      : journeysOf(process.env['JOURNEYS_NAMED'] === '1'),
    globalSetup: ['e2e/tools/portal-setup.ts'],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // As long as a locator waits: on a loaded machine a list takes longer than the runner's second.
    expect: { poll: { timeout: 40_000 } },
    // Two portals keep two cores busy; with three a slow machine puts requests off (0050).
    pool: 'forks',
    maxWorkers: PORTALS,
    fileParallelism: PORTALS > 1,
    // The files of a worker share its browser and the modules of the tools.
    isolate: false,
    // Node runs these files as they are (vitest.config.ts).
    experimental: { viteModuleRunner: false, nodeLoader: false },
    sequence: { sequencer: InOrder },
  },
})
