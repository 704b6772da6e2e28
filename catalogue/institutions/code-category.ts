import { labelOf } from '../dictionaries/dictionaries.ts'

/** First two digits of a school's code and what they say (学校（机构）代码管理办法). */
const categories: Readonly<Record<string, string>> = {
  '11': '幼儿园',
  '21': '小学',
  '31': '初中',
  '34': '高中',
  '36': '中等职业学校',
  '51': '特殊教育学校',
  '93': '培训机构',
}

/**
 * A sentence where the code of a school says another category than its type (dictionary schoolType, which
 * begins with the same two digits). A warning only: a school that changed its type keeps its code until it
 * gets another.
 */
export function unlikeCategory(schoolType: unknown, code: unknown): string | null {
  if (typeof schoolType !== 'string' || typeof code !== 'string' || !/^\d{10}$/.test(code)) return null
  const said = categories[code.slice(0, 2)]
  const expected = schoolType.slice(0, 2)
  if (said === undefined || categories[expected] === undefined || code.startsWith(expected)) return null
  return `标识码以 ${code.slice(0, 2)} 开头，是${said}的；${labelOf('schoolType', schoolType)}一般以 ${expected} 开头，请核对`
}
