import { questionValue, type QuestionValue } from './value.ts'

/** A whole question of junior mathematics, with what a test says of it otherwise. */
export const written = (over: Readonly<Record<string, unknown>> = {}): QuestionValue =>
  questionValue.parse({
    questionKind: 'single',
    questionForm: '01',
    schoolStage: '3',
    subject: '14',
    difficulty: '3',
    licence: '2',
    stem: '<p>方程 $x^2-5x+6=0$ 的根是</p>',
    options: ['2 和 3', '−2 和 −3', '1 和 6', '−1 和 −6'].map((content, i) => ({
      key: 'ABCD'.charAt(i),
      content: `<p>${content}</p>`,
    })),
    answer: 'A',
    ...over,
  })
