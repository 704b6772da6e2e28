import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { everything } from '../../server/platform/testing/test-extent.ts'

/**
 * The journeys that run before a change lands: one for each purpose, by its file. All others go another way to
 * the same purpose, or to one whose decisions tests of calls and of the client prove; they run with
 * `npm run test:everything`, and each by `npm test -- e2e/…` (docs/decisions/0158).
 */
const everyRun: Readonly<Record<string, string>> = {
  'specification/sections-3-to-9': 'the lines of the specification that only a browser shows',
  'every-page/every-screen': 'a screen of each template: axe, console, width; large type and dark',
  'every-page/every-route': 'every route leads somewhere, whoever opens it',
  'every-page/keyboard-shows-its-place': 'the focus is seen',
  'every-page/network-comes-and-goes': 'without a network it is said and nothing is lost',
  'every-page/weight': 'what comes over the wire, and in which order',
  'accounts/first-sign-in-shows-the-texts': 'somebody signs in for the first time',
  'accounts/session-ends-in-the-middle': 'a session ends and nothing typed is lost',
  'accounts/a-morning-of-to-dos': 'to-dos and messages',
  'administrator/from-nothing': 'a region is set up from an empty portal',
  'archives/archive-filled-and-reviewed': 'an archive is filled in and reviewed level by level',
  'archives/school-reviews-in-batch': 'the review desk: keys, batch, undo, the phone',
  'archives/evidence-from-a-phone': 'a phone and a desk work on one form',
  'attacks/nothing-typed-ever-runs': 'what is typed never runs',
  'attacks/thief-reads-what-was-typed': 'what a computer keeps is sealed',
  'contents/policy-from-draft-to-rollback': 'a content from draft to publication and back',
  'contents/a-resource-is-shared': 'what teachers write travels by its reach',
  'contents/visitor-reads-the-portal': 'the public portal is full',
  crash: 'a killed portal loses nothing',
  'figures/officer-reads-figures': 'figures, their tables and definitions',
  'imports/import-teachers': 'a workbook comes in',
  'personnel/people-move': 'a case of several parties',
  'personnel/several-rosters-at-once': 'one list: order, filters, views, several at once',
  'query/officers-ask': 'a question becomes a list and a workbook',
  'training/from-nomination-to-certificate': 'a course from nomination to a certificate that is revoked',
  'research/teacher-declares': 'a campaign from notice to entry',
}

const fileOf = (journey: string): string => {
  const file = `e2e/${journey}.test.ts`
  if (!existsSync(join(import.meta.dirname, '../..', file))) throw new Error(`no such journey: ${file}`)
  return file
}

/** The files of journeys that this run has: those that were named, all with EVERYTHING=on, else `everyRun`. */
export const journeysOf = (areNamed: boolean): string[] =>
  everything || areNamed ? ['e2e/**/*.test.ts'] : Object.keys(everyRun).map(fileOf)
