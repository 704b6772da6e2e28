import { sights, type Viewer } from '../access/sight.ts'
import type { AnyRecord, Field } from '../define.ts'

/** How carefully a field is treated; what each means for its keeping stands in `levelWords`. */
export type FieldLevel = 'sealed' | 'masked' | 'personal' | 'institution'

export const levelWords = {
  sealed: '敏感个人信息，加密保存',
  masked: '敏感个人信息，脱敏显示',
  personal: '一般个人信息',
  institution: '单位信息',
} as const satisfies Record<FieldLevel, string>

/** The level follows the declaration: what is sealed or masked is sensitive (个人信息保护法 第二十八条). */
export function fieldLevel({ owner }: Pick<AnyRecord, 'owner'>, field: Field): FieldLevel {
  if (field.sealed) return 'sealed'
  if (field.masked) return 'masked'
  return owner === 'teacher' ? 'personal' : 'institution'
}

const viewerWords = {
  owner: '本人',
  keeper: '所在学校',
  holder: '正在审核的单位',
  confirmer: '负责确认的单位',
} as const satisfies Record<Viewer, string>

/** Who reads a field in full, by the rules of sight; all others in whose scope it lies read the mask. */
export function readersWords(level: FieldLevel): string {
  if (level === 'institution') return '本单位和上级单位'
  if (level === 'personal') return '本人、所在学校和上级教育行政部门'
  const full = sights.filter(({ reads }) => reads.includes(level)).map(({ who }) => viewerWords[who])
  return `${full.join('、')}看到完整内容，其他有权查看的只看到一部分`
}
