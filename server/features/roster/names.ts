import { sql, type Sql } from '../../platform/db/sql.ts'

/** Family names of two characters, by how many bear them. */
const double =
  '欧阳 上官 司马 诸葛 东方 皇甫 尉迟 公孙 慕容 令狐 司徒 司空 夏侯 端木 长孙 宇文 轩辕 申屠 太史 淳于 单于 南宫 独孤 呼延 闻人 钟离 澹台 东郭'.split(
    ' ',
  )

/** A Chinese name in two parts, as systems elsewhere want it; one that is no Chinese name stays whole. */
export function partsOf(name: string): { readonly familyName: string; readonly givenName: string } {
  if (!/^\p{Script=Han}{2,}$/u.test(name)) return { familyName: '', givenName: name }
  const letters = [...name]
  const length = letters.length > 2 && double.includes(letters.slice(0, 2).join('')) ? 2 : 1
  return { familyName: letters.slice(0, length).join(''), givenName: letters.slice(length).join('') }
}

/** The blocks of Unicode with the script Han: PostgreSQL's expressions know no scripts. */
const han = '⺀-⿕々〇〡-〩〸-〻㐀-䶿一-鿿豈-龎\u{20000}-\u{3ffff}'

/** `partsOf` in the database, so that a roster is filtered and sorted by what it tells. */
export function partsIn(name: Sql): { readonly familyName: Sql; readonly givenName: Sql } {
  const length = sql`(case
    when ${name} !~ ${`^[${han}]{2,}$`} then 0
    when char_length(${name}) > 2 and left(${name}, 2) = any(${double}::text[]) then 2
    else 1 end)`
  return { familyName: sql`left(${name}, ${length})`, givenName: sql`substr(${name}, ${length} + 1)` }
}
