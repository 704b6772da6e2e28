import { hasOptions, type Answers, type Question } from './questions.ts'

/** Fewer answers than this are not shown of an anonymous survey. */
export const fewest = 5

/** What a question came to. */
export interface QuestionResult {
  readonly key: string
  /** How many answered it. */
  readonly answered: number
  /** Hidden because too few answered. */
  readonly hidden: boolean
  /** How often each option, or each mark from 1 to 5, was chosen. */
  readonly counts: readonly { readonly label: string; readonly count: number }[]
  /** Of marks and numbers. */
  readonly mean: number | null
  readonly texts: readonly string[]
}

const marks = ['1', '2', '3', '4', '5']

function countsOf({ kind, options, key }: Question, given: readonly Answers[]) {
  const labels = kind === 'scale' ? marks : options
  const places = given.flatMap((answers) => answers[key] ?? []).filter((one) => typeof one === 'number')
  const first = kind === 'scale' ? 1 : 0
  return labels.map((label, place) => ({
    label,
    count: places.filter((one) => one === place + first).length,
  }))
}

/** The mean of marks and numbers, to two digits. */
function meanOf({ key }: Question, given: readonly Answers[]): number | null {
  const values = given.flatMap((answers) => answers[key] ?? []).filter((one) => typeof one === 'number')
  if (values.length === 0) return null
  return Math.round((100 * values.reduce((sum, one) => sum + one, 0)) / values.length) / 100
}

/** What each question came to; of an anonymous survey those that few answered are hidden. */
export function resultsOf(
  questions: readonly Question[],
  all: readonly Answers[],
  { anonymous }: { readonly anonymous: boolean },
): QuestionResult[] {
  return questions.map((question): QuestionResult => {
    const { key, kind } = question
    const given = all.filter((answers) => answers[key] !== undefined)
    const hidden = anonymous && given.length < fewest
    const shown = hidden ? [] : given
    return {
      key,
      // A number below five would tell that of few people one answered.
      answered: hidden ? 0 : given.length,
      hidden,
      counts: !hidden && (hasOptions(kind) || kind === 'scale') ? countsOf(question, shown) : [],
      mean: kind === 'scale' || kind === 'number' ? meanOf(question, shown) : null,
      texts:
        kind === 'words'
          ? shown.flatMap((answers) => (typeof answers[key] === 'string' ? answers[key] : []))
          : [],
    }
  })
}
