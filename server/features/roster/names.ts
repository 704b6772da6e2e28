/** Family names of two characters, by how many bear them. */
const double =
  '欧阳 上官 司马 诸葛 东方 皇甫 尉迟 公孙 慕容 令狐 司徒 司空 夏侯 端木 长孙 宇文 轩辕 申屠 太史 淳于 单于 南宫 独孤 呼延 闻人 钟离 澹台 东郭'.split(
    ' ',
  )

/** A Chinese name in two parts, as systems elsewhere want it; one that is no Chinese name stays whole. */
export function partsOf(name: string): { readonly familyName: string; readonly givenName: string } {
  if (!/^\p{Script=Han}{2,}$/u.test(name)) return { familyName: '', givenName: name }
  const length = name.length > 2 && double.includes(name.slice(0, 2)) ? 2 : 1
  return { familyName: name.slice(0, length), givenName: name.slice(length) }
}
