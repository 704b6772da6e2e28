import { curriculum } from '../../../catalogue/define.ts'

/** The fields by which something is put under the curriculum, outside the forms of records. */
export const chapters = curriculum('教材章节', {
  index: 'chapter',
  multiple: true,
  help: '选了就能按章节找到',
})
export const points = curriculum('知识点', { index: 'point', multiple: true })

/** What a field of several numbers hands back, as numbers. */
export const numbersOf = (value: unknown): number[] => (Array.isArray(value) ? value.map(Number) : [])
