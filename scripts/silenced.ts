import { readFileSync } from 'node:fs'

const directive = /(?:eslint|oxlint)-disable[\w-]*|@ts-(?:ignore|expect-error|nocheck)/g

/** Comments that silence a checker: what it says is mended, or the rule is changed for everybody. */
export const silencedCheckers = (paths: readonly string[]): string[] =>
  paths.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(directive)].map(
      ([found]) => `${path}: ${found} silences a checker; mend what it found`,
    ),
  )
