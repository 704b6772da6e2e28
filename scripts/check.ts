import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { checkCatalogue } from '../catalogue/check.ts'
import { checkContents } from '../catalogue/contents/check.ts'
import { checkCampaigns } from '../catalogue/processes/check-campaigns.ts'
import { checkProcesses } from '../catalogue/processes/check.ts'
import { campaigns } from '../catalogue/processes/campaigns.ts'
import { processes } from '../catalogue/processes/processes.ts'
import { checkForms } from '../catalogue/forms/check.ts'
import { forms } from '../catalogue/forms/forms.ts'
import { contents } from '../catalogue/contents/contents.ts'
import { records } from '../catalogue/records/registry.gen.ts'
import { generated } from './generate.ts'
import { documentFaults } from './documents.ts'
import { difference } from './generate/draft-migration.ts'
import { featureNames } from './feature-names.ts'
import { kindBranches } from './kind-branches.ts'
import { lentSql } from './lent-sql.ts'
import { toolsAside, type Command } from './run.ts'
import { silencedCheckers } from './silenced.ts'
import { tableOwners } from './table-owners.ts'
import { participleTypes } from './type-names.ts'

/**
 * Most lines of a source file and of a record declaration (docs/decisions/0165). Tests may be longer: they are
 * read by part.
 */
const limits = { file: 300, record: 200, define: 250 }

/** 基本信息 has the 43 fields that the specification gives it, in one declaration. */
const longest: Readonly<Record<string, number>> = { 'catalogue/records/personal/basic-info.ts': 305 }

function sourceFiles(): string[] {
  const listed = execFileSync(
    'git',
    [
      'ls-files',
      '-co',
      '--exclude-standard',
      'catalogue',
      'server',
      'client',
      'scripts',
      'demo',
      'bench',
      'e2e',
    ],
    { encoding: 'utf8' },
  )
  return listed
    .split('\n')
    .filter((path) => /\.tsx?$/.test(path) && !path.includes('.gen.') && existsSync(path))
}

/** Files that have outgrown their limit. */
function sizes(): string[] {
  return sourceFiles().flatMap((path) => {
    if (/\.test\.tsx?$|\/test-[^/]+$/.test(path)) return []
    const lines = readFileSync(path, 'utf8').split('\n').length - 1
    const kind = path.startsWith('catalogue/records/')
      ? limits.record
      : path === 'catalogue/define.ts'
        ? limits.define
        : limits.file
    const most = longest[path] ?? kind
    return lines > most ? [`${path}: ${lines} lines, at most ${most}`] : []
  })
}

/**
 * Generated files that are not what the catalogue says now, and tables the migrations have not caught up
 * with.
 */
async function stale(): Promise<string[]> {
  const files = (await generated())
    .filter(({ path, text }) => !existsSync(path) || readFileSync(path, 'utf8') !== text)
    .map(({ path }) => `${path} is not fresh: run npm run generate`)
  const { statements } = difference()
  return statements.length > 0
    ? [...files, 'the catalogue asks for columns no migration makes: run npm run generate']
    : files
}

/** Of two compilers side by side each takes half the processor time on one thread. */
const types = (room: string): Command => [
  'typescript-native/bin/tsc',
  '-p',
  `${room}/tsconfig.json`,
  '--noEmit',
  '--singleThreaded',
]

/** Everything that tools of node_modules check; the longest first, so that none is left to run alone. */
const commands: readonly Command[] = [
  types('server'),
  types('client'),
  [
    'dependency-cruiser/bin/dependency-cruise.mjs',
    '--config',
    '.dependency-cruiser.json',
    'catalogue',
    'server',
    'client',
    'demo',
    'bench',
    'scripts',
  ],
  types('catalogue'),
  ['oxlint/bin/oxlint', '--quiet', '--deny-warnings', '.'],
  ['oxfmt/bin/oxfmt', '--check', '.'],
  types('client/worker'),
]

/** What the project's own checks find. */
async function ownFaults(): Promise<string[]> {
  return [
    ...[
      ...checkCatalogue(records),
      ...checkContents(contents),
      ...checkProcesses(Object.values(processes)),
      ...checkCampaigns(Object.values(campaigns), Object.values(processes)),
      ...checkForms(Object.values(forms), { records, processes }),
    ].map((f) => `${f.code} ${f.message}`),
    ...sizes(),
    ...kindBranches(sourceFiles()),
    ...lentSql(sourceFiles()),
    ...featureNames(),
    ...tableOwners(sourceFiles()),
    ...participleTypes(sourceFiles()),
    ...silencedCheckers(sourceFiles()),
    ...documentFaults(),
    ...(await stale()),
  ]
}

const others = toolsAside(commands)
const faults = await ownFaults()
for (const fault of faults) console.log(`FAILED  ${fault}`)
const results = await others
const failed = faults.length + results.filter((passed) => !passed).length
console.log(
  `${results.filter(Boolean).length + (faults.length === 0 ? 1 : 0)} checks passed, ${failed} failed`,
)
process.exit(failed === 0 ? 0 : 1)
