import type { Random } from '../writing/random.ts'

type WeightedNames = readonly (readonly [string, number])[]

/** Surnames as they weigh in western Guangdong, roughly. */
const surnames: WeightedNames = [
  ['陈', 110],
  ['林', 70],
  ['黄', 66],
  ['李', 62],
  ['梁', 52],
  ['张', 34],
  ['冯', 26],
  ['刘', 25],
  ['何', 24],
  ['曾', 22],
  ['谭', 21],
  ['吴', 20],
  ['王', 19],
  ['莫', 18],
  ['关', 17],
  ['罗', 17],
  ['许', 16],
  ['叶', 15],
  ['杨', 14],
  ['邓', 13],
  ['苏', 12],
  ['周', 12],
  ['谢', 12],
  ['郑', 11],
  ['蔡', 11],
  ['钟', 10],
  ['朱', 10],
  ['洪', 9],
  ['阮', 9],
  ['敖', 8],
  ['麦', 8],
  ['范', 7],
  ['柯', 7],
  ['韦', 6],
  ['司徒', 4],
  ['欧阳', 4],
  ['单', 3],
  ['仇', 2],
  ['区', 2],
  ['冼', 2],
] as const

/** Letters of given names by gender and by whether one was born before 1980. */
const letters = {
  '1old': '国建志伟明华强军文光永德荣辉平海生权松坚锋斌勇昌民',
  '1new': '俊杰浩宇泽轩子睿嘉博宏铭炜晨阳旭航彦哲凯骏熙梓安远',
  '2old': '丽秀芳玉英红燕梅兰珍琼春美霞娟萍群惠琴莲清月凤珠婵',
  '2new': '婷雯诗欣怡晓雅静思颖佳慧琳梦雪瑶萱倩敏洁馨妍蕾芷莹',
} as const

/**
 * People whose names a form must be able to hold: long names with an interpunct, a letter outside the first
 * plane.
 */
export const specialNames = [
  { name: '阿依努尔·麦麦提江', gender: '2', ethnicity: '05' },
  { name: '扎西顿珠·洛桑', gender: '1', ethnicity: '04' },
  { name: '其其格玛·巴特尔', gender: '2', ethnicity: '02' },
  { name: '梁𬍛', gender: '2', ethnicity: '01' },
] as const

/** An invented name. About one in six has a given name of one letter. */
export function inventName(random: Random, gender: '1' | '2', birthYear: number): string {
  const pool = [...letters[`${gender}${birthYear < 1980 ? 'old' : 'new'}`]]
  const first = random.pick(pool)
  const second = random.pick(pool)
  const given = random.chance(0.16) || second === first ? first : first + second
  return random.weighted(surnames) + given
}

/** Ethnicity for a Han surname: nearly all Han, with the peoples who live near (Zhuang, Yao, Miao, Tujia). */
export function inventEthnicity(random: Random): string {
  return random.weighted([
    ['01', 960],
    ['08', 18],
    ['13', 10],
    ['06', 6],
    ['15', 6],
  ] as const)
}
