import { expect, it } from 'vitest'
import { changesOf, plan, type PlanBlock } from './plan.ts'

const block = (no: number, text: string): PlanBlock => ({
  id: `00000000-0000-4000-8000-00000000000${no}`,
  part: 'course',
  text,
})
const common = [block(1, '导入'), block(2, '新授'), block(3, '小结')]

it('an own plan differs by what was rewritten, added and left out; moving a block is no difference', () => {
  const own = [block(3, '小结'), block(1, '用圆规导入'), block(4, '分层练习')]
  expect(changesOf(common, own).map(({ before, after }) => [before, after])).toEqual([
    ['导入', '用圆规导入'],
    [null, '分层练习'],
    ['新授', null],
  ])
  expect(changesOf(common, common)).toEqual([])
})

it('a plan refuses two blocks of one id, an unknown part, and what cannot be stored', () => {
  const faults = (blocks: unknown) => plan.safeParse(blocks).error?.issues.map(({ message }) => message)
  expect(faults([block(1, '甲'), block(1, '乙')])).toEqual(['有两段编号相同'])
  expect(faults([{ ...block(1, ''), part: 'song' }])).toEqual(['没有这一部分'])
  expect(faults([block(1, '坏\u0000字')])).toEqual(['含有不能保存的字符'])
  expect(faults([block(1, '长'.repeat(4_001))])).toEqual(['每段不超过 4000 字，请分成几段'])
  expect(faults('教案')).toEqual(['教案应为若干段'])
})
