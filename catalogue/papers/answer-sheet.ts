/** A question as an answer sheet asks for it. */
export interface SheetItem {
  readonly number: string
  readonly kind: 'choice' | 'blank' | 'essay'
  /** How many letters, or how many blanks. */
  readonly count: number
  readonly score: number
  /** Lines to write on; null for a height by score. */
  readonly lines: number | null
}

interface SheetBox {
  readonly page: number
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Where everything of an answer sheet stands, in millimetres from the upper left corner of its page (6.6). */
export interface AnswerSheetPlan {
  readonly code: string
  readonly paper: { readonly width: number; readonly height: number }
  readonly pages: number
  readonly corners: readonly SheetBox[]
  readonly examinee: readonly (SheetBox & { readonly column: number; readonly digit: number })[]
  readonly bubbles: readonly (SheetBox & { readonly number: string; readonly letter: string })[]
  readonly blanks: readonly (SheetBox & { readonly number: string })[]
  readonly frames: readonly (SheetBox & { readonly number: string; readonly score: number })[]
  readonly scores: readonly (SheetBox & { readonly number: string; readonly score: number })[]
}

const paper = { width: 210, height: 297 }
const [left, right, top, bottom] = [15, 195, 18, 279]
/** Columns of the examinee's number. */
const digits = 8
const bubble = { width: 5, height: 3 }
const rowHeight = 6

const examineeOf = (): AnswerSheetPlan['examinee'] =>
  Array.from({ length: digits * 10 }, (_, i) => ({
    page: 1,
    x: 118 + (i % digits) * 9,
    y: 40 + Math.floor(i / digits) * 4.2,
    ...bubble,
    column: (i % digits) + 1,
    digit: Math.floor(i / digits),
  }))

const [bubblesFrom, groupHeight] = [92, 34]

/** Letters of choices, in groups of five questions, three groups beside one another. */
const bubblesOf = (choices: readonly SheetItem[]): AnswerSheetPlan['bubbles'] =>
  choices.flatMap(({ number, count }, at) =>
    Array.from({ length: count }, (_, i) => {
      const group = Math.floor(at / 5)
      return {
        page: 1,
        x: left + 10 + (group % 3) * 60 + i * 7,
        y: bubblesFrom + Math.floor(group / 3) * groupHeight + (at % 5) * rowHeight,
        ...bubble,
        number,
        letter: 'ABCDEFGHIJKL'.charAt(i),
      }
    }),
  )

/** A strip of scores at the foot of a frame, from 0 to its score. */
function scoresOf(frame: AnswerSheetPlan['frames'][number]): AnswerSheetPlan['scores'] {
  const most = Math.min(20, Math.ceil(frame.score))
  return Array.from({ length: most + 1 }, (_, score) => ({
    page: frame.page,
    x: frame.x + frame.width - 6 * (most + 1 - score) - 1,
    y: frame.y + frame.height - 5,
    width: 5,
    height: 4,
    number: frame.number,
    score,
  }))
}

const cornersOf = (pages: number): AnswerSheetPlan['corners'] =>
  Array.from({ length: pages }, (_, i) => i + 1).flatMap((page) =>
    [8, paper.width - 16].flatMap((x) =>
      [8, paper.height - 13].map((y) => ({ page, x, y, width: 8, height: 5 })),
    ),
  )

/** Plans an A4 answer sheet: choices in fives, blanks as lines, a frame with a strip of scores for the rest. */
export function planAnswerSheet(code: string, items: readonly SheetItem[]): AnswerSheetPlan {
  const of = (asked: SheetItem['kind']) => items.filter(({ kind }) => kind === asked)
  const choices = of('choice')
  let page = 1
  let y = bubblesFrom + Math.ceil(choices.length / 15) * groupHeight
  const place = (height: number): { page: number; y: number } => {
    if (y + height > bottom) {
      page += 1
      y = top
    }
    const at = { page, y }
    y += height + 3
    return at
  }
  const blanks = of('blank').flatMap(({ number, count }) =>
    Array.from({ length: Math.max(1, count) }, () => ({
      ...place(9),
      x: left + 12,
      width: 120,
      height: 9,
      number,
    })),
  )
  const frames = of('essay').map(({ number, score, lines }) => {
    const height = Math.min(bottom - top, Math.max(24, lines === null ? score * 7 : lines * 8 + 10))
    return { ...place(height), x: left, width: right - left, height, number, score }
  })
  return {
    code,
    paper,
    pages: page,
    corners: cornersOf(page),
    examinee: examineeOf(),
    bubbles: bubblesOf(choices),
    blanks,
    frames,
    scores: frames.flatMap(scoresOf),
  }
}
