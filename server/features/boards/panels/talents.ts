import type { TalentPanelKey } from '../../../../catalogue/boards/panels.ts'
import type { ScreenPanel } from '../../../../catalogue/contract/analysis/boards.ts'
import type { Panel } from '../../../../catalogue/contract/analysis/figures.ts'
import { labelOf } from '../../../../catalogue/dictionaries/dictionaries.ts'
import type { BoardPlace, BoardNeeds } from '../needs.ts'
import { panelOfCounts } from './rows.ts'

/** Names that a board has room for. */
const mostNames = 12

/** A panel, with the lines of a list where it is one. */
export interface MadePanel {
  readonly panel: Panel
  readonly lines?: NonNullable<ScreenPanel['lines']>
}

/** People whom an office published as talents, by kind or by name. */
export async function talentPanel(
  { publishedTalents }: BoardNeeds,
  key: TalentPanelKey,
  { column, id }: BoardPlace,
): Promise<MadePanel> {
  const { people, kinds, list } = await publishedTalents({ column, id }, mostNames)
  const isNames = key === 'talents.names'
  const panel = panelOfCounts(
    {
      key,
      title: isNames ? '高层次人才名单' : '已发布的高层次人才',
      unit: '人',
      form: 'bars',
      definition: '由教育局确认并公开发布的高层次人才，按类别；合计中一人只算一次。',
    },
    kinds.map(({ kind, label, people: value }) => ({ key: kind, label, value })),
    { whole: people },
  )
  if (!isNames) return { panel }
  const rows = list.map(({ name, school, subject, kind, year }) => [
    name,
    school,
    subject === null ? '' : labelOf('subject', subject),
    labelOf('highLevelKind', kind),
    year === null ? '' : String(year),
  ])
  return { panel, lines: { heads: ['姓名', '学校', '学科', '类别', '年份'], rows } }
}
