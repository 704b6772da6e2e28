import {
  planAnswerSheet,
  type AnswerSheetPlan,
  type SheetItem,
} from '../../../catalogue/papers/answer-sheet.ts'
import { blanksIn } from '../../../catalogue/questions/texts.ts'
import type { QuestionPart, QuestionValue } from '../../../catalogue/questions/value.ts'
import { boxMark, wordMark, type PlacedSheet } from '../../platform/pdf/index.ts'
import { numberedItems, variantOf, type PrintSource } from './print.ts'

/** The plan of the answer sheet of a variant, and of its code. */
export function answerPlan(source: PrintSource, name: 'A' | 'B'): AnswerSheetPlan {
  const items = numberedItems(source, variantOf(source, name)).flatMap(
    ({ number, score, value }): SheetItem[] =>
      value.parts.length === 0
        ? [sheetItem(String(number), value, score)]
        : value.parts.map((part, i) =>
            sheetItem(`${number}(${i + 1})`, part, part.score ?? score / value.parts.length),
          ),
  )
  return planAnswerSheet(`XT-${source.id}-${source.no}${name}`, items)
}

function sheetItem(
  number: string,
  { questionKind, options, stem }: QuestionValue | QuestionPart,
  score: number,
): SheetItem {
  if (questionKind === 'single' || questionKind === 'multiple')
    return { number, kind: 'choice', count: options.length, score, lines: null }
  if (questionKind === 'judge') return { number, kind: 'choice', count: 2, score, lines: null }
  return questionKind === 'blank'
    ? { number, kind: 'blank', count: blanksIn(stem), score, lines: null }
    : { number, kind: 'essay', count: 1, score, lines: null }
}

const millimetre = 72 / 25.4

/** The answer sheet as it is printed: its frames are where the plan says. */
export function answerSheet(source: PrintSource, plan: AnswerSheetPlan, name: 'A' | 'B'): PlacedSheet {
  const { value } = source
  const pages = Array.from({ length: plan.pages }, (_, i) => {
    const on = <T extends { readonly page: number }>(list: readonly T[]) =>
      list.filter(({ page }) => page === i + 1)
    const letters = on(plan.bubbles)
    return [
      ...on(plan.corners).map((box) => boxMark(box, true)),
      wordMark(`${value.title.slice(0, 30)}　答题卡（${name} 卷）`, [20, 16], 14, 'bold'),
      wordMark(`${plan.code}　第 ${i + 1} 页（共 ${plan.pages} 页）　请勿在四角方块附近书写`, [60, 290], 8),
      ...(i === 0 ? headMarks() : []),
      ...on(plan.examinee).flatMap((box) => [
        boxMark(box),
        wordMark(String(box.digit), [box.x + 1.8, box.y + 2.3], 6),
      ]),
      ...letters.flatMap((box) => [
        boxMark(box),
        wordMark(box.letter, [box.x + 1.7, box.y + 2.3], 6),
        ...(box.letter === 'A' ? [wordMark(box.number, [box.x - 7, box.y + 2.6], 9)] : []),
      ]),
      ...on(plan.blanks).flatMap(({ number, x, y, width, height }, at, all) => [
        // Blanks of one question stand below each other; its number stands at the first.
        wordMark(all[at - 1]?.number === number ? '' : `${number}.`, [x - 10, y + height - 1], 10),
        boxMark({ x, y: y + height, width, height: 0.2 }, true),
      ]),
      ...on(plan.frames).flatMap((box) => [
        boxMark(box),
        wordMark(`${box.number}.（${box.score} 分）`, [box.x + 2, box.y + 5], 10, 'bold'),
        wordMark('请在框内作答，超出边框的答案无效', [box.x + box.width - 52, box.y + 4], 7),
      ]),
      ...on(plan.scores).flatMap((box) => [
        boxMark(box),
        wordMark(String(box.score), [box.x + 1.5, box.y + 3], 6),
      ]),
    ]
  })
  return {
    title: `${value.title} 答题卡`,
    width: plan.paper.width * millimetre,
    height: plan.paper.height * millimetre,
    pages,
  }
}

const headMarks = () => [
  ...['学校', '班级', '姓名', '座号'].map((label, i) =>
    wordMark(`${label} ____________________`, [18, 32 + i * 9], 10),
  ),
  wordMark('考号（填写并涂黑）', [130, 36], 9),
  wordMark('填涂用 2B 铅笔，改动时擦净；作答用 0.5 毫米黑色签字笔。', [18, 72], 8),
]
