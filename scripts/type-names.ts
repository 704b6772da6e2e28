import { readFileSync } from 'node:fs'

/** Participles that do not end in `ed` or `ing`. */
const irregular = new Set(
  (
    'Begun Bound Broken Brought Built Carried Caught Chosen Come Dealt Done Drawn Felt Forgotten Found Frozen ' +
    'Given Gone Got Grown Heard Held Hidden Hung Kept Known Laid Left Led Lent Lost Made Meant Met Paid Put Read ' +
    'Said Seen Sent Shown Sought Spent Split Spoken Stolen Struck Stuck Sworn Taken Taught Thought Thrown Told ' +
    'Torn Understood Undone Won Written'
  ).split(' '),
)

/**
 * Words in `ed` or `ing` that name a thing: a news feed, a button that opens something, a public notice
 * hanging.
 */
const nouns = new Set(
  (
    'Beginning Building Closing Deed Drawing Ending Feed Finding Grouping Heading Hearing Landing Meeting Need Opening ' +
    'Posting Ranking Seed Seedling Setting Sibling Speed String Teaching Thing Tracing Training Warning Wording'
  ).split(' '),
)

const declared = /^(?:export )?(?:declare )?(?:abstract )?(?:interface|type|class) ([A-Z][a-z]+)\b/gm

/** Whether a name is a participle alone, which says what happened to something but not what the thing is. */
export const isBareParticiple = (name: string): boolean =>
  irregular.has(name) || (/(?:ed|ing)$/.test(name) && !nouns.has(name))

/**
 * Types that are named by a participle alone (`Asked`, `Kept`). A reader meets the name far from its file: it
 * has to name a thing (`ListRequest`, `KeptFile`).
 */
export function participleTypes(paths: readonly string[]): string[] {
  return paths.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(declared)].flatMap(([, name = '']) =>
      isBareParticiple(name) ? [`${path}: type ${name} is a participle; name the thing that it is`] : [],
    ),
  )
}
