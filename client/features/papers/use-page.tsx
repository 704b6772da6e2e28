import { useNavigate } from 'react-router'
import type { UseView } from '../../../catalogue/contract/paper-uses.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { few, least, verdictOf } from '../../../catalogue/papers/statistics.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { confirm } from '../../ui/feedback/confirm.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { ResultsPart } from './results-part.tsx'
import { useUse, useUseActs } from './use-uses.ts'
import { rateWords } from './words.ts'

/** One use of a paper: its results, and what they say of each question. */
export function UsePage({ entry, id }: { entry: PageEntry; id: number }) {
  const answer = useUse(id)
  const title = answer.data ? `${answer.data.title}　${answer.data.className}` : '使用'
  return (
    <PageFrame title={title} crumbs={[{ label: entry.title, to: entry.path }, { label: title }]}>
      <Loaded answer={answer} failed="本次使用打开失败" lines={10}>
        {(use) => (
          <div className="paper-use">
            <p className="x-soft">{headOf(use)}</p>
            {use.warnings.map((one) => (
              <p key={one} className="paper-remark">
                {one}
              </p>
            ))}
            {use.figures && <Figures title="统计" figures={use.figures} use={use} />}
            {use.classes && (
              <Figures
                title={`本人 ${use.classes.count} 次使用合计（${use.classes.figures.n} 人）`}
                figures={use.classes.figures}
                use={use}
              />
            )}
            <Drift use={use} />
            <ResultsPart key={use.version} use={use} />
            <Remove use={use} path={entry.path} />
          </div>
        )}
      </Loaded>
    </PageFrame>
  )
}

function headOf({ variant, day, pupils, absent }: UseView): string {
  const results = pupils === 0 ? '暂无成绩' : `${pupils} 人`
  return [`${variant} 卷`, day, results, absent > 0 ? `缺考 ${absent} 人` : ''].filter(Boolean).join('　')
}

type UseFigures = NonNullable<UseView['figures']>
type ItemLine = UseView['items'][number] & UseFigures['items'][number]

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

function Figures({ title, figures, use }: { title: string; figures: UseFigures; use: UseView }) {
  const lines = use.items.flatMap((item, at): ItemLine[] => {
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

/** Questions whose declared difficulty another one is proposed for; nothing is changed by it. */
function Drift({ use: { drift } }: { use: UseView }) {
  if (drift.length === 0) return null
  return (
    <Panel title="建议调整标定难度">
      <ul>
        {drift.map(({ number, pupils, declared, measured, proposed }) => (
          <li key={number}>
            第 {number} 题：标定得分率 {rateWords(declared)}，{pupils} 人实测后为 {rateWords(measured)}
            ，建议标为“
            {labelOf('difficulty', proposed)}”
          </li>
        ))}
      </ul>
      <p className="x-soft x-dense">
        满 100 人且相差超过 .15 才提出；只是建议，由出题人在试题里修订，系统不自动改。实测按“标定相当于 50
        人”折算。
      </p>
    </Panel>
  )
}

function noteOf({ n, isFew }: UseFigures): string {
  if (n < least) return `只有 ${n} 人，只看得分率和它的范围；满 ${least} 人才有其他统计。`
  return isFew ? `样本少（不满 ${few} 人）：区分度和信度仅供参考。` : ''
}

function Remove({ use: { id, pupils }, path }: { use: UseView; path: string }) {
  const { remove } = useUseActs()
  const navigate = useNavigate()
  const removed = async () => {
    const sure = await confirm({
      title: '删除本次使用？',
      text: pupils === 0 ? '试卷不受影响。' : `${pupils} 人的成绩和统计一起删除，试卷不受影响。`,
      ok: '删除',
      danger: true,
    })
    if (sure)
      remove.mutate(id, {
        onSuccess: () => void navigate(path),
        onError: (error) => notify.error(sentenceOf(error)),
      })
  }
  return (
    <div>
      <Button look="danger" busy={remove.isPending} onClick={() => void removed()}>
        删除本次使用
      </Button>
    </div>
  )
}
