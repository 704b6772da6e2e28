import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { today } from '../server/platform/clock/clock.ts'
import { laidOut } from './layout.ts'

const page = 'docs/last-runs.md'

/** A whole run of a suite that is not part of `.ci/run`. */
export interface WholeRun {
  readonly command: string
  readonly date: string
  readonly commit: string
  readonly result: string
}

/** The page with this run in place of the command's last one. */
export function withRun(text: string, { command, date, commit, result }: WholeRun): string {
  const line = `| \`${command}\` | ${date} | ${commit} | ${result} |`
  const lines = text.split('\n').filter((one) => !one.startsWith(`| \`${command}\` `))
  const last = lines.findLastIndex((one) => one.startsWith('|'))
  return lines.toSpliced(last + 1, 0, line).join('\n')
}

/** Writes the run of now into docs/last-runs.md; to be committed with what it proves. */
export async function noteRun(command: string, result: string): Promise<void> {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()
  const changed = git('status', '--porcelain', '--untracked-files=no') !== ''
  const commit = `${git('rev-parse', '--short', 'HEAD')}${changed ? ' with changes' : ''}`
  const text = withRun(readFileSync(page, 'utf8'), { command, date: today(), commit, result })
  writeFileSync(page, await laidOut(page, text))
}
