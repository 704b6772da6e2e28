import type { RoundRules } from '../contract/review/rules.ts'
import { conflictKinds, conflictLabels } from './conflict-kinds.ts'

/** Hundredths as points with two decimals. */
export const pointsOf = (hundredths: number): string => (hundredths / 100).toFixed(2)

/** The rules of a round as people read them, in pairs of label and text. */
export function ruleLines(rules: RoundRules): readonly (readonly [label: string, text: string])[] {
  const labels = new Map(rules.rubric.map(({ key, label }) => [key, label]))
  const kept = (how: 'block' | 'warn') =>
    conflictKinds
      .filter((kind) => rules.conflicts[kind] === how)
      .map((kind) =>
        kind === 'formerInstitution' ? `${rules.formerYears} 年内曾同单位` : conflictLabels[kind],
      )
      .join('、') || '无'
  return [
    [
      '评分表',
      rules.rubric.map(({ label, max, weight }) => `${label} ${max / 100} 分（权重 ${weight}%）`).join('、'),
    ],
    ['每件专家数', `${rules.perItem} 人，每人不超过 ${rules.perExpert} 件，${rules.days} 天内评完`],
    [
      '计分办法',
      rules.dropFrom === null
        ? '取平均'
        : `评分满 ${rules.dropFrom} 份的，除去 1 个最高分、1 个最低分后取平均`,
    ],
    ['分数校正', rules.normalise === 'z' ? '按专家标准分折算（评满 3 件的专家）' : '不校正'],
    [
      '加评',
      rules.arbitrationAbove === null
        ? '不加评'
        : `初评最高与最低相差超过 ${rules.arbitrationAbove / 100} 分的，加评 1 人，一并计分`,
    ],
    [
      '同分',
      [
        ...rules.ties.map((tie) =>
          tie === 'spread' ? '分差小的在前' : `比“${labels.get(tie) ?? tie}”平均分`,
        ),
        '仍相同的并列',
      ].join('，再'),
    ],
    ['有效评分', `不少于 ${rules.least} 份`],
    ['学科', rules.subjects === 'match' ? '专家学科与材料一致' : '不限'],
    ['地区', { any: '不限', city: '同一件的专家不同市', district: '同一件的专家不同县区' }[rules.regions]],
    ['匿名', `双向匿名，评语${rules.opinionsShown ? '不署名反馈申报人' : '不反馈申报人'}`],
    ['应当回避', `本人申报、${kept('block')}`],
    ['提示', kept('warn')],
  ]
}
