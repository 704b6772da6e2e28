import type { UseView } from '../../../catalogue/contract/paper-uses.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import { few, least, verdictOf } from '../../../catalogue/papers/statistics.ts'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { rateWords } from './words.ts'

type ShownFigures = NonNullable<UseView['figures']>
type UsedItem = UseView['items'][number]
type ItemLine = UsedItem & ShownFigures['items'][number]

const fixed = (value: number | null, digits = 2): string => (value === null ? '–' : value.toFixed(digits))
const rate = (value: number): string => rateWords(10 * Math.round(100 * value))
const verdicts = { good: '好', fair: '较好', mend: '宜改', drop: '须改' } as const

const columns: LineColumn<ItemLine>[] = [
  { key: 'number', title: '题号', wide: true, render: ({ number }) => `第 ${number} 题` },
  { key: 'form', title: '题型', render: ({ form }) => (form === null ? '' : labelOf('questionForm', form)) },
  { key: 'full', title: '满分', figure: true, render: ({ full }) => full / 10 },
  {
    key: 'p',
    title: '得分率',
    figure: true,
    render: ({ p }) => (p === null ? '–' : rate(p)),
  },
  {
    key: 'interval',
    title: '范围',
    figure: true,
    render: ({ interval }) => interval && `${rate(interval[0])}–${rate(interval[1])}`,
  },
  { key: 'declared', title: '标定', figure: true, render: ({ declared }) => rateWords(declared) },
  {
    key: 'd',
    title: '区分度',
    figure: true,
    render: ({ d }) => (d === null ? '–' : `${fixed(d)}　${verdicts[verdictOf(Math.round(100 * d) / 100)]}`),
  },
  { key: 'r', title: '相关', figure: true, render: ({ r }) => fixed(r) },
]

/** What results say of a paper and of each of its questions. */
export function UseFigures({
  title,
  figures,
  items,
}: {
  title: string
  figures: ShownFigures
  items: readonly UsedItem[]
}) {
  const lines = items.flatMap((item, at): ItemLine[] => {
    const found = figures.items[at]
    return found ? [{ ...item, ...found }] : []
  })
  return (
    <Panel title={title}>
      <dl className="library-facts">
        <dt>平均分</dt>
        <dd className="x-num">{fixed(figures.mean, 1)}</dd>
        <dt>标准差</dt>
        <dd className="x-num">{fixed(figures.sd, 1)}</dd>
        <dt>信度 α</dt>
        <dd className="x-num">{fixed(figures.alpha)}</dd>
        <dt>标准误</dt>
        <dd className="x-num">{fixed(figures.sem, 1)}</dd>
      </dl>
      <p className="x-soft x-dense">{noteOf(figures)}</p>
      <LineTable
        label={`各题：${title}`}
        lines={lines}
        columns={columns}
        keyOf={({ number }) => String(number)}
        stale={false}
        testId="item-figures"
      />
      <p className="x-faint x-dense">
        得分率：平均得分除以满分；范围：同样水平的学生有 95% 的可能落在这里。区分度：高分组得分率减低分组（各
        27%），.40 以上好，.20
        以下须改。相关：与其余各题总分的相关。标准误：一名学生两次测量的分数大约相差多少。
      </p>
    </Panel>
  )
}

function noteOf({ n, isFew }: ShownFigures): string {
  if (n < least) return `只有 ${n} 人，只看得分率和它的范围；满 ${least} 人才有其他统计。`
  return isFew ? `样本少（不满 ${few} 人）：区分度和信度仅供参考。` : ''
}
