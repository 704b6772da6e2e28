import type { Reach } from '../flows/reach.ts'
import type { QuestionValue } from '../questions/value.ts'
import { narrowed } from '../questions/word/starts.ts'
import { draftNo, paperValue, tenths, tenthsOfPaper, type PaperSection, type PaperValue } from './value.ts'

/** A question of a file that is in the bank by now, as a draft or since before. */
export interface FiledQuestion {
  readonly question: number
  /** The head that it stands under, as it is written; null above the first head. */
  readonly section: string | null
  readonly value: Pick<QuestionValue, 'questionForm' | 'score' | 'parts'>
}

/** What a file says beside its questions. */
export interface FileFacts {
  readonly name: string
  /** Lines that are in no question, with why. */
  readonly tray: readonly { readonly text: string; readonly reason: string }[]
}

const numeral = /^\s*[一二三四五六七八九十]{1,3}\s*[、.．]\s*/
const inBrackets = /^(.*?)\s*[（(]([^（）()]*)[)）]\s*$/s
/** What the portal prints by itself: how many there are and what each counts. */
const counted =
  /本?(?:大题|小题|题)?共?(?:有|计)?\d+(?:个?小?题|道题?|分)|[每各](?:小题|题|空)\d+(?:\.\d)?分|(?:共|合计|满分)计?\d+分/g
const isCounts = (text: string): boolean =>
  narrowed(text)
    .replaceAll(/\s+/g, '')
    .replaceAll(counted, '')
    .replaceAll(/[,，、;；。.]/g, '') === ''

/** The words of a head: its numeral and its counts are printed anew, what else it says is the note. */
export function headIn(line: string): Pick<PaperSection, 'title' | 'note'> {
  const words = line.replace(numeral, '').trim()
  const found = inBrackets.exec(words)
  const [, title = '', said = ''] = found ?? []
  if (!found || title === '') return { title: words.slice(0, 100), note: words.slice(100, 300) }
  return { title: title.slice(0, 100), note: isCounts(said) ? '' : said.slice(0, 200) }
}

/** What a question counts: its own score, else that of its parts; null where neither is known. */
function scoreIn({ score, parts }: FiledQuestion['value']): number | null {
  if (score !== null) return score
  const sum = parts.reduce((so, part) => so + tenths(part.score), 0)
  return sum === 0 ? null : sum / 10
}

function sectionOf(head: string | null, questions: readonly FiledQuestion[]): PaperSection {
  const scores = questions.map(({ value }) => scoreIn(value))
  const forms = new Set(questions.map(({ value }) => value.questionForm))
  const [score = null] = scores
  const scorePer = new Set(scores).size === 1 ? score : null
  return {
    ...(head === null ? { title: '试题', note: '' } : headIn(head)),
    form: forms.size === 1 ? ([...forms][0] ?? null) : null,
    scorePer,
    shuffles: true,
    choose: null,
    items: questions.map(({ question }, at) => ({
      question,
      no: draftNo,
      score: scorePer === null ? (scores[at] ?? null) : null,
      locked: false,
    })),
  }
}

/** The sections of a file in its order: questions that stand in a row under one head. */
export function sectionsOfFile(questions: readonly FiledQuestion[]): PaperSection[] {
  const rows: { readonly head: string | null; readonly questions: FiledQuestion[] }[] = []
  for (const question of questions) {
    const last = rows.at(-1)
    if (last && last.head === question.section) last.questions.push(question)
    else rows.push({ head: question.section, questions: [question] })
  }
  return rows.map((row) => sectionOf(row.head, row.questions))
}

/** The paper that a file is: its title stands above the first question, notes for pupils are those of the paper. */
export function paperOfFile(
  { name, tray }: FileFacts,
  questions: readonly FiledQuestion[],
  about: Partial<Pick<PaperValue, 'schoolStage' | 'subject'>> & { readonly shareScope: Reach },
): PaperValue {
  const lines = (reason: string) =>
    tray.filter((line) => line.reason === reason).map(({ text }) => text.trim())
  const [head = ''] = lines('在第一题之前')
  const sections = sectionsOfFile(questions)
  const sum = tenthsOfPaper({ sections }) / 10
  return {
    ...paperValue.parse({ title: name }),
    title: (head === '' ? name.replace(/\.[a-z]+$/i, '') : head).slice(0, 200),
    paperMode: '3',
    notes: lines('注意事项').join('\n').slice(0, 500),
    totalScore: sum >= 1 ? sum : 100,
    ...about,
    sections,
  }
}
