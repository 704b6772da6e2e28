import { describe, expect, it } from 'vitest'
import { bandsOf, compared, isNear, prepared, sharedPassages } from './index.ts'
import { plantedPairs } from './test-pairs.ts'

/** What is said of planted pairs: found by their keys, and near by their measures. */
function judged(seed: number) {
  const pairs = plantedPairs(400, seed).map(({ first, second, how }) => {
    const [keys, others] = [bandsOf(first), new Set(bandsOf(second))]
    const score = compared(prepared(first), prepared(second))
    return { copied: how !== 'unrelated', met: keys.some((key) => others.has(key)), near: isNear(score) }
  })
  const copies = pairs.filter(({ copied }) => copied).length
  const said = pairs.filter(({ near, met }) => near && met)
  const right = said.filter(({ copied }) => copied).length
  return { copies, others: pairs.length - copies, recall: right / copies, precision: right / said.length }
}

describe('four hundred invented pairs', () => {
  // The thresholds were chosen by the first set; the others were not looked at for that.
  for (const seed of [20260101, 42, 65537])
    it(`of set ${seed} are told apart: recall and precision are at least 0.95`, () => {
      const { copies, others, recall, precision } = judged(seed)
      console.info(
        `set ${seed}: recall ${recall.toFixed(3)}, precision ${precision.toFixed(3)}, ${copies} copies, ${others} others`,
      )
      expect([copies, others]).toEqual([200, 200])
      expect(recall).toBeGreaterThanOrEqual(0.95)
      expect(precision).toBeGreaterThanOrEqual(0.95)
    })

  it('are near whichever of the two asks', () => {
    for (const { first, second } of plantedPairs(40, 3))
      expect(compared(prepared(first), prepared(second))).toEqual(compared(prepared(second), prepared(first)))
  })

  it('a text of a few words has no keys, so that many short ones are not each other’s copies', () => {
    expect(bandsOf({ title: '教研', abstract: '研究报告' })).toEqual([])
  })
})

describe('common passages', () => {
  it('are told by their places in both texts, whatever stands between their letters', () => {
    const [a, b] = ['甲、学生借助任务单，呈现自己的思路。', '我们让学生借助任务单呈现自己的思路！']
    const [{ a: one, b: other } = { a: [0, 0], b: [0, 0] }] = sharedPassages(a, b)
    expect(a.slice(...one)).toBe('学生借助任务单，呈现自己的思路')
    expect(b.slice(...other)).toBe('学生借助任务单呈现自己的思路')
  })
})
