/** The check digit of an identity number (GB 11643). */
function identityNumber(at: number): string {
  const body = `4499991985${String((at % 12) + 1).padStart(2, '0')}${String((at % 27) + 1).padStart(2, '0')}${String(
    at % 500,
  )
    .padStart(2, '0')
    .slice(-2)}${(Math.floor(at / 100) % 5) * 2 + 1}`
  const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
  const sum = weights.reduce((all, weight, place) => all + weight * Number(body[place]), 0)
  return body + '10X98765432'.charAt(sum % 11)
}

const heads = (
  '姓名* 身份证件号* 民族 政治面貌 手机号码* 教职工号 教职工类别* 是否在编* 签订合同情况* 教职工来源* 参加工作年月* ' +
  '从教起始年月 进本校年月* 主要任课学段 主要任教学科 岗位类别* 岗位等级* 专业技术职务* 职务聘任年月 最高学历* ' +
  '最高学历毕业院校* 最高学历毕业年月* 最高学位层次* 最高学位名称 是否全日制师范类专业毕业* 教师资格证种类*'
).split(' ')

/** The cells that are alike in every row, behind those of the person. */
const alike = (
  '专任教师 是 聘用合同 系统内调入 2008-09 2008-09 2012-09 小学 语文 教师岗位 专业技术十级 一级教师 2019-12 ' +
  '大学本科毕业 某师范大学 2008-06 学士 文学学士学位 是 无'
).split(' ')

type Row = Record<string, string>

function teacher(at: number): Row {
  const own = ['陈春芳', identityNumber(at), '汉族', '群众', `1390${String(5_000_000 + at)}`, `IM${at}`]
  const values = [...own, ...alike]
  return Object.fromEntries(heads.map((head, place) => [head, values[place] ?? '']))
}

/** A number in which the digit that checks the others is another one, and the number as it should be. */
export const wrongNumber = identityNumber(40).replace(/.$/, (digit) => (digit === '1' ? '2' : '1'))
export const rightNumber = identityNumber(40)

/**
 * Three hundred teachers as a school would write them into a sheet, twelve rows of them wrong: nine times the
 * same word that no dictionary has, an empty cell, a month that is none, a number whose check digit is wrong.
 */
export function teachersFile(): Buffer {
  const rows = Array.from({ length: 300 }, (_, at) => teacher(at))
  for (const row of rows.slice(100, 109)) row['专业技术职务*'] = '一级老师'
  Object.assign(rows[20] ?? {}, { 民族: '' })
  Object.assign(rows[30] ?? {}, { '进本校年月*': '2012-13' })
  Object.assign(rows[40] ?? {}, { '身份证件号*': wrongNumber })
  const lines = [heads, ...rows.map((row) => heads.map((head) => row[head] ?? ''))]
  return Buffer.from(`\ufeff${lines.map((cells) => cells.join(',')).join('\r\n')}\r\n`)
}
